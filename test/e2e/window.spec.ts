/** The window itself: it opens, keeps to its policy, and lets nobody else in. */
import type { Page } from '@playwright/test'
import {
  ask,
  bar,
  cart,
  demo,
  goTo,
  hearNothing,
  lines,
  openPayment,
  payCash,
  row,
  scan,
  unlock,
} from './steps.ts'
import { expect, test } from './till.ts'

test('the window opens, and its page breaks no rule of its policy', async ({ till }) => {
  // Reloaded before it was let in, it would rightly be turned away.
  await expect(till.page.getByRole('button').first()).toBeVisible()
  const problems: string[] = []
  till.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  till.page.on('pageerror', (error) => problems.push(String(error)))
  await till.page.reload()
  await expect(till.page.getByRole('button').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('the page sees nothing of Node or Electron', async ({ till }) => {
  const seen = await till.page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
  )
  expect(seen).toEqual([])
})

test('what changed before the window hears of changes is on its screen once it does', async ({
  demoTill: { page },
  window,
}) => {
  test.skip(window === 'electron', 'it hears from the start')
  const heard = Promise.withResolvers<void>()
  await page.route('**/bridge/events', async (route) => {
    await heard.promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Parked', exact: true })).toBeVisible()
  await scan(page, demo.soap.code)
  await expect(lines(page)).toHaveCount(1)
  await page.keyboard.press('F4')
  await page.getByRole('dialog').getByRole('button', { name: 'Park', exact: true }).click()
  await expect(lines(page)).toHaveCount(0)
  await scan(page, demo.bread.code)
  await expect(lines(page)).toContainText(['70.00'])
  const bread = await ask(page, 'item.scan', { code: demo.bread.code })
  if (bread.kind !== 'item') throw new Error('The practice shop has no bread')
  await ask(page, 'item.save', { ...bread.item, price: 75_00 } as never)
  await expect(lines(page)).toContainText(['70.00'])
  heard.resolve()
  await expect(page.getByRole('button', { name: 'Parked 1' })).toBeVisible()
  await expect(lines(page)).toContainText(['75.00'])
})

test.describe('with two windows of one browser', () => {
  test.skip(({ window }) => window === 'electron', 'the desktop till has one window')

  async function comes(page: Page, name: string) {
    await page.getByRole('button', { name }).click()
    await unlock(page, '1234')
  }

  async function openSecond(page: Page) {
    const second = await page.context().newPage()
    await second.goto(page.url())
    await expect(cart(second)).toBeVisible()
    return second
  }

  test('both show the signed-in person, and an open sale waits for the next person', async ({
    demoTill: { page },
  }) => {
    // Both attempts to fetch a screen fail while the window gets ready; a person reloads it in between.
    const second = await page.context().newPage()
    await second.route('**/ReceiptsScreen*.js', (route) => route.abort(), { times: 2 })
    const failed = () =>
      second.waitForEvent('requestfailed', (request) => request.url().includes('ReceiptsScreen'))
    await Promise.all([failed(), second.goto(page.url())])
    await Promise.all([failed(), second.reload()])
    await scan(page, demo.soap.code)
    await expect(lines(page)).toHaveCount(1)

    await second.keyboard.press('Control+l')
    await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
    await comes(second, 'Otieno')
    await expect(bar(page)).toContainText('Otieno')
    await expect(lines(page)).toHaveCount(1)
    await payCash(page)
    const { invoices } = await ask(page, 'invoice.list', {})
    expect(invoices).toMatchObject([{ cashier: 'Otieno' }])

    await goTo(second, 'Receipts')
    await expect(row(second, 'Sale T1-1')).toBeVisible()
  })

  test('one that has heard of nobody coming does nothing in the name of either', async ({
    demoTill: { page },
  }) => {
    const second = await openSecond(page)
    await hearNothing(second)
    await scan(second, demo.soap.code)
    await expect(lines(second)).toHaveCount(1)
    await openPayment(second)

    await page.keyboard.press('Control+l')
    await comes(page, 'Otieno')
    await expect(bar(page)).toContainText('Otieno')
    await expect(bar(second)).toContainText('Wanjiru')
    await second.getByRole('button', { name: /^Complete sale/ }).click()
    await expect(bar(second)).toContainText('Otieno')
    expect(await ask(page, 'invoice.list', {})).toMatchObject({ invoices: [] })
    await second.getByRole('button', { name: /^Complete sale/ }).click()
    await expect(second.getByRole('heading', { name: /^Sale / })).toBeVisible()
    expect((await ask(page, 'invoice.list', {})).invoices).toMatchObject([{ cashier: 'Otieno' }])
  })
})
