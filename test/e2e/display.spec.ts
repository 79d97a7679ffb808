/** The customer display: a second page beside the till. */
import { readFileSync } from 'node:fs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { repository } from '../support/process.ts'
import { expectAccessible } from './inOrder.ts'
import { ask, demo, goTo, lines, nextSale, scan, sell, unlock } from './steps.ts'
import { expect, test } from './till.ts'

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(repository('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'))
      .buffer as ArrayBuffer,
  },
})

test('the customer follows the sale within 100 ms, and never sees an earlier customer’s', async ({
  demoTill: till,
  window,
}) => {
  test.skip(window === 'electron', 'Electron opens a window of its own, without the page’s tools')
  const { page } = till
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Customer display' }).click()
  const [display] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open customer display' }).click(),
  ])
  const seen = display.getByRole('main')
  await goTo(page, 'Sell')
  await expect(seen).toContainText('Welcome')
  const shop = (await ask(page, 'settings.get', {})).shop.tradeName
  await expect(seen.getByRole('heading')).toHaveText(shop)

  // Both pages have one clock: from the till's word to what the customer sees.
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    new BroadcastChannel('kaunta display').onmessage = () =>
      times.push(performance.timeOrigin + performance.now())
  })
  const count = 10
  const delays: number[] = []
  for (let sold = 1; sold <= count; sold += 1) {
    const changed = display.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const root = document.getElementById('root') as HTMLElement
          new MutationObserver((_, observer) => {
            observer.disconnect()
            requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
          }).observe(root, { subtree: true, childList: true, characterData: true })
        }),
    )
    await scan(page, demo.bread.code)
    const at = await changed
    delays.push(
      at - (await page.evaluate(() => (globalThis as unknown as { times: number[] }).times.at(-1) ?? 0)),
    )
  }
  const median = delays.toSorted((a, b) => a - b)[count / 2] ?? Number.NaN
  expect(median).toBeLessThan(100)
  await expect(seen.getByRole('listitem')).toHaveText(`${demo.bread.name}${count} × 70.00700.00`)
  await expect(seen.locator('output')).toHaveText('700.00')
  await expectAccessible(display, 'the customer display')

  // Parked, and taken up again.
  await page.keyboard.press('F4')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(0)
  await expect(seen).toContainText('Welcome')

  await sell(page, demo.milk.code)
  await expect(seen.getByRole('heading')).toHaveText(/Total|Your change/)
  const code = seen.getByRole('img', { name: 'QR code of the receipt' })
  await expect(code).toBeVisible()
  const [receipt] = (await ask(page, 'invoice.list', {} as never)).invoices
  const { url } = await ask(page, 'receipt.preview', { invoiceId: receipt?.id ?? 0 })
  const [read] = await readBarcodes(await code.screenshot())
  expect(read?.text).toBe(url)
  await expectAccessible(display, 'the customer display')
  await nextSale(page)
  await expect(seen).toContainText('Welcome')

  // Another screen, or a lock, takes the sale from the customer's eyes.
  await scan(page, demo.soap.code)
  await expect(seen).toContainText(demo.soap.name)
  await page.keyboard.press('Control+l')
  await expect(seen).toContainText('Welcome')
  await page.getByRole('button', { name: /Wanjiru/ }).click()
  await unlock(page, '1234')
  await expect(seen).toContainText(demo.soap.name)

  // The page keeps nothing, and may ask nobody.
  const kept = await display.evaluate(async () => ({
    session: Object.entries(sessionStorage).length,
    local: JSON.stringify(Object.entries(localStorage)),
    asked: await fetch('/bridge/call', { method: 'POST', body: '{}' }).then(
      () => 'answered',
      () => 'blocked',
    ),
  }))
  expect(kept.asked).toBe('blocked')
  expect(kept.session).toBe(0)
  expect(kept.local).not.toContain(demo.soap.name)

  // The till is gone with its sale.
  await page.close()
  await expect(seen).toContainText('Welcome')
})
