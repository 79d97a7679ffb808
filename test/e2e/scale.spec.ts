/** Goods on a scale with a serial line: from the settings to the receipt, stable weights only. */
import { realpathSync } from 'node:fs'
import { sendAlways, serialPair } from '../support/serialPair.ts'
import { expectAccessible } from './inOrder.ts'
import { ask, cart, expectEqualStock, goTo, payCash, scan } from './steps.ts'
import { expect, test } from './till.ts'

test('tomatoes are weighed, sold by their weight, and the receipt names it', async ({ demoTill: till }) => {
  test.skip(process.platform !== 'linux', 'the line is a pseudo-terminal by socat')
  const { page } = till
  const line = await serialPair()
  const path = realpathSync(line.path)
  await ask(page, 'settings.save', { scale: { path, protocol: 'continuous' } })
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Scale & pole display' }).click()
  await expect(page.getByRole('button', { name: 'Port of the scale' })).toContainText(path)
  const moving = sendAlways(line.device, 'US,GS,+  0.900kg\r\n')
  await page.getByRole('button', { name: 'Weigh now' }).click()
  await expect(page.getByRole('alert')).toContainText('The weight is not steady')
  moving()
  const resting = sendAlways(line.device, 'US,GS,+  0.900kg\r\n', 'ST,GS,+  1.255kg\r\n')
  await page.getByRole('button', { name: 'Weigh now' }).click()
  await expect(page.getByText('The scale shows 1255 g.')).toBeVisible()
  await expectAccessible(page, 'a scale')

  await goTo(page, 'Sell')
  await scan(page, '00101')
  await expect(cart(page)).toContainText('Tomatoes')
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Weigh' })).toBeVisible()
  await page.keyboard.press('F6')
  await expect(cart(page)).toContainText('151.20')
  const number = await payCash(page)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  resting()
  const { invoices } = await ask(page, 'invoice.list', { text: number })
  const { html } = await ask(page, 'receipt.preview', { invoiceId: invoices[0]?.id ?? 0 })
  const paper = html.replaceAll(/<[^>]*>/g, ' ')
  expect(paper).toMatch(/Tomatoes[\s\S]*1\.26[\s\S]*151\.20/)
  await expectEqualStock(till)
  await line.close()
})
