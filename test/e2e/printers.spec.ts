/** A receipt printer in the network: set up by a person, out of paper, and with a line that breaks. */
import { startPaperPrinter } from '../support/paper/printer.ts'
import { linesOf } from '../support/paper/sheet.ts'
import { expectAccessible } from './inOrder.ts'
import { ask, bar, demo, goTo, lines, nextSale, scan, sell } from './steps.ts'
import { expect, test } from './till.ts'

test('a printer is set up, stops for paper, and a person answers for a receipt that may have come out', async ({
  demoTill: till,
}) => {
  const { page } = till
  const printer = await startPaperPrinter()
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const printed = (text: string) => printer.sheets.filter((sheet) => linesOf(sheet).join('\n').includes(text))

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: /^Printer/ }).click()
  await page.getByRole('radio', { name: 'Receipt printer' }).click()
  await button('Find printers').click()
  await expectAccessible(page, 'finding printers')
  await button('Enter its address').click()
  await page.getByLabel('Name of the printer').fill('Counter')
  await page.getByLabel('Network address').fill(`127.0.0.1:${printer.port}`)
  await page.keyboard.press('F9')
  await button('Print a test page').click()
  await expect.poll(() => printer.sheets.filter(({ isCut }) => isCut).length).toBe(1)
  await button('Yes, it printed').click()
  await expectAccessible(page, 'a printer')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F9')
  await expect(page.getByText('Saved.')).toBeVisible()

  await goTo(page, 'Sell')
  printer.faults = { paperOutAfter: 5 }
  const first = await sell(page, demo.milk.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(bar(page)).toContainText('Counter: no paper')
  await nextSale(page)
  // A message in passing covers neither the note nor its button.
  await scan(page, demo.milk.code)
  await expect(lines(page)).toHaveCount(1)
  await page.keyboard.press('F4')
  await page.getByRole('dialog').getByRole('button', { name: 'Park', exact: true }).click()
  await expect(page.locator('.notice')).toBeVisible()
  const [note, message] = await Promise.all(
    ['.bar-note', '.notice'].map((each) => page.locator(each).boundingBox()),
  )
  expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThanOrEqual(message?.x ?? 0)
  printer.loadPaper()
  await expect(bar(page)).not.toContainText('Counter: no paper')
  await expect.poll(() => printed(first).length).toBe(1)

  printer.faults = { cutAfter: 400 }
  const second = await sell(page, demo.bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(bar(page)).toContainText(`Did “${second}” come out of “Counter”?`)
  await button(/No, print again/).click()
  await expect.poll(() => printed(second).some(({ isCut }) => isCut)).toBe(true)
  await expect(bar(page)).not.toContainText('come out')
  // The drawer opened for each cash sale.
  expect(printer.decoder.pulses).toBe(2)

  // The same printer is for labels now: each is cut off.
  const [saved] = (await ask(page, 'printer.state', {})).printers
  if (!saved) throw new Error('the printer is gone')
  const { id, name, connection, language, columns, paper, codePage, cut, qr, drawer, failover } = saved
  const look = { language, columns, paper, codePage, cut, qr, drawer, failover }
  await ask(page, 'printer.save', { id, name, connection, ...look, uses: ['receipts', 'labels'] })
  await goTo(page, 'Items')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Labels' }).click()
  await scan(page, demo.milk.code)
  await scan(page, demo.milk.code)
  await expect(page.getByRole('textbox', { name: `Labels of ${demo.milk.name}` })).toHaveValue('2')
  await expect(page.getByText('Each label is as long as its text.')).toBeVisible()
  await expectAccessible(page, 'labels on a roll')
  await page.keyboard.press('F7')
  await expect(page.getByText('Sent to the printer.')).toBeVisible()
  const labels = () => printed(demo.milk.code).filter((sheet) => linesOf(sheet).length < 6)
  await expect.poll(() => labels().length).toBe(2)
  await printer.close()
})
