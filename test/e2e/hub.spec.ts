/** A till and its hub: real processes, PostgreSQL, and TLS between them. */
import { chmodSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { startProcess, type TestProcess } from '../support/process.ts'
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { ask, bar, demo, goTo, nextSale, sell } from './steps.ts'
import { test as base, expect } from './till.ts'

interface Fixtures {
  /** On the computer of the first till. */
  hub: TestProcess<{ addresses: string[]; code: string }>
}

const test = base.extend<Fixtures>({
  hub: async ({ demoTill: { dataDir } }, use) => {
    // PostgreSQL has another user than a test that runs as root.
    chmodSync(dataDir, 0o711)
    const flags = ['--data', dataDir, '--environment', 'sandbox', '--listen', '127.0.0.1', '--port', '0']
    const hub = await startProcess<Fixtures['hub']['ready']>('core/hub/main.ts', flags)
    await use(hub)
    await hub.stop()
  },
})

/** Slower than a scanner. */
const typing = { delay: 50 }

/** Links a till by keys alone. Answers the two words. */
async function link(page: Page, address: string, code: string): Promise<string> {
  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await expect(page.getByText('Works alone')).toBeVisible()
  await page.keyboard.press('F9')
  const { keyboard } = page
  await expect(page.getByLabel('Address of the hub')).toBeFocused()
  await keyboard.type(address, typing)
  await keyboard.press('Tab')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await keyboard.type(code.replaceAll('-', '').toLowerCase(), typing)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'This till is linked' })).toBeVisible()
  const words = await page.locator('.hub-words').innerText()
  await expect(page.getByRole('button', { name: /^Done/ })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('The hub answers')).toBeVisible()
  return words
}

test('a till is linked by keys, sends what it sells, and sells on while its hub is off', async ({
  demoTill: { page },
  hub,
}) => {
  const [address = ''] = hub.ready.addresses
  await link(page, address, hub.ready.code)
  await goTo(page, 'Sell')
  await sell(page, demo.bread.code)
  const waiting = async () => (await ask(page, 'hub.state', {})).link?.waiting
  await expect.poll(waiting).toBe(0)

  await page.evaluate(() => location.assign('#/settings?section=hub'))
  await expect(page.locator('.hub-part .facts')).toContainText('Waiting to be sentnothing')
  await expectInOrder(page, 'en', 'a linked till')
  await expectAccessible(page, 'a linked till')

  await hub.stop()
  await page.keyboard.press('F9')
  await expect(bar(page)).toContainText(/The hub does not answer since .*This till sells as usual\./)
  await page.setViewportSize({ width: 1024, height: 600 })
  await ask(page, 'workspace.setLanguage', { language: 'sw' })
  await expect(bar(page)).toContainText('Till hii inauza kama kawaida.')
  await expectInOrder(page, 'sw', 'a silent hub')
  await ask(page, 'workspace.setLanguage', { language: 'en' })
  await goTo(page, 'Sell')
  await nextSale(page)
  await sell(page, demo.milk.code)
  expect(await waiting()).toBeGreaterThan(0)
})
