/** Times are Kenya's, as on the receipt and at the authority, wherever the computer believes to be. */
import type { Page } from '@playwright/test'
import { dayMs, toPaperDate, toPaperTime, toWireDate } from '../../core/fiscal/dates.ts'
import type { Practice } from '../support/practice.ts'
import { repository } from '../support/process.ts'
import { expectAccessible, expectInOrder, type Language } from './inOrder.ts'
import {
  ask,
  bread,
  cart,
  demo,
  goTo,
  lines,
  nextSale,
  ownerPin,
  paper,
  payCash,
  row,
  scan,
  sell,
  startShop,
  tabTo,
} from './steps.ts'
import { expect, type Till, test } from './till.ts'

/** `24 Nov 2026`, as screens show a day. */
const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', dateStyle: 'medium' })

test.use({ timezoneId: 'Pacific/Auckland' })

test('a till in another time zone shows the time of the shop', async ({ demoTill: till }) => {
  const { page } = till
  expect(await page.evaluate(() => new Date(0).getHours())).toBe(12)
  const number = await sell(page, demo.bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  const [sale] = (await ask(page, 'invoice.list', {})).invoices
  const time = toPaperTime(sale?.soldAt ?? 0)
  await expect(paper(page)).toContainText(`Time: ${time}`)
  await nextSale(page)
  await goTo(page, 'Receipts')
  await expect(row(page, `Sale ${number}`)).toContainText(time.slice(0, 5))
  await page.getByRole('radio', { name: 'Today' }).click()
  await expect(row(page, `Sale ${number}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a day' })).toHaveText(shown.format(Date.now()))
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(page.getByText('No receipts on this day')).toBeVisible()
})

const wrongBy = -20 * 365 * dayMs

/** A shop that has sold before: its computer was off, comes back with a date long past, and the authority is away. */
async function loseTheDay(till: Till, authority: Practice): Promise<void> {
  await startShop(till.page, authority.url, [bread])
  await sell(till.page, bread.code)
  await expect(till.page.getByText('Signed by KRA')).toBeVisible()
  await nextSale(till.page)
  await authority.setOffline(true)
  await till.kill()
  await till.start({
    NODE_OPTIONS: `--import=${repository('test/support/wrongClock.ts')}`,
    CLOCK_WRONG_BY: String(wrongBy),
  })
  // The window is on the same computer.
  await till.page.addInitScript((wrongBy) => {
    const { now } = Date
    Date.now = () => now() + wrongBy
  }, wrongBy)
  await till.page.reload()
  await expect(till.page.getByRole('heading', { name: 'Amina’s passcode' })).toBeVisible()
}

const question = (page: Page) => page.getByRole('alertdialog')

async function expectAsked(page: Page, language: Language, title: string): Promise<void> {
  await expect(question(page).getByRole('heading', { name: title })).toBeVisible()
  for (const [colorScheme, width, height] of [
    ['light', 1366, 768],
    ['dark', 1024, 600],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    for (const button of await question(page).getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 })
    const name = `the day, ${width} ${colorScheme} ${language}`
    await expectInOrder(page, language, name)
    await expectAccessible(page, name)
    await page.screenshot({ path: test.info().outputPath(`${language}-${width}.png`) })
  }
}

/** The sale that waits bears today's date here, and at the authority once it is back. */
async function expectSoldToday(page: Page, authority: Practice): Promise<void> {
  await expect(paper(page)).toContainText(toPaperDate(Date.now()))
  await authority.setOffline(false)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  const { sales } = await authority.control<{ sales: { request: { salesDt: string } }[] }>('GET', '/ledger')
  const today = toWireDate(Date.now())
  expect(sales.map(({ request }) => request.salesDt)).toEqual([today, today])
}

test('a day in doubt is asked for once, refused where it cannot be, and given by keys alone', async ({
  till,
  authority,
}) => {
  const { page } = till
  const { keyboard } = page
  await loseTheDay(till, authority)
  // Slower than any scanner.
  await keyboard.type(ownerPin, { delay: 50 })
  await keyboard.press('Enter')
  await expectAsked(page, 'en', 'What is today’s date?')
  // The bar must not date the outage by a clock that is wrong.
  await expect(page.locator('.bar')).toContainText(/KRA offline(?! since)/)

  await keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await goTo(page, 'Receipts')
  await goTo(page, 'Sell')
  await expect(question(page)).toBeHidden()
  await scan(page, bread.code)
  await expect(lines(page)).toHaveCount(1)
  await keyboard.press('F9')
  await keyboard.press('Enter')
  await expect(page.getByText('nothing was saved. Enter the date when the till asks')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('refused-sale.png') })
  await keyboard.press('Escape')
  const again = page.getByRole('button', { name: 'Enter the date' })
  await expect(again).toBeVisible()
  await tabTo(again)
  await keyboard.press('Enter')

  const choice = question(page).getByRole('radio').first()
  const field = question(page).getByRole('button', { name: 'Another day' })
  await expect(choice).toBeVisible()
  await tabTo(field)
  await keyboard.press('Enter')
  // A day before the last one that Kaunta is sure of cannot be chosen.
  const calendar = page.getByRole('dialog', { name: 'Another day' })
  const first = calendar.locator('[data-focused]')
  await expect(first).toHaveText(String(Number(toPaperDate(Date.now()).slice(0, 2))))
  await keyboard.press('ArrowLeft')
  await expect(first).toHaveText(String(Number(toPaperDate(Date.now()).slice(0, 2))))
  await page.screenshot({ path: test.info().outputPath('calendar.png') })
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  const confirm = question(page).getByRole('button', { name: /^It is/ })
  await expect(confirm).toHaveText(`It is ${shown.format(Date.now() + dayMs)}`)
  await tabTo(choice)
  await keyboard.press('Space')
  await tabTo(confirm)
  await keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(again).toBeHidden()

  await expect(lines(page)).toHaveCount(1)
  await payCash(page)
  await expectSoldToday(page, authority)
  await nextSale(page)
  await goTo(page, 'Receipts')
  await page.reload()
  await expect(page.getByRole('main', { name: 'Receipts' })).toBeVisible()
  await expect(question(page)).toBeHidden()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('a day in doubt is asked for in Kiswahili and given by fingers alone', async ({ till, authority }) => {
    const { page } = till
    const tap = (name: string | RegExp) => page.getByRole('button', { name }).tap()
    await loseTheDay(till, authority)
    for (const figure of ownerPin) await page.getByRole('button', { name: figure, exact: true }).tap()
    await tap(/^Unlock/)
    await expect(question(page)).toBeVisible()
    await tap('Not now')
    await tap('Badili kwa Kiswahili')
    await tap('Weka tarehe')
    await expectAsked(page, 'sw', 'Leo ni siku gani?')
    await expect(page.locator('.bar')).toContainText(/KRA haipatikani(?! tangu)/)
    const today = question(page).getByRole('radio').first()
    await today.tap()
    await tap(`Leo ni ${await today.innerText()}`)
    await expect(question(page)).toBeHidden()
    await expect(page.getByText('Kaunta haijui leo ni siku gani')).toBeHidden()
    await tap('Change to English')
    await page.getByRole('region', { name: 'Goods' }).getByRole('button', { name: bread.name }).tap()
    await expect(lines(page)).toHaveCount(1)
    await tap(/^Pay/)
    await tap(/^Exact/)
    await tap(/^Complete sale/)
    await expectSoldToday(page, authority)
    await tap('New sale')
    await expect(cart(page)).toContainText('Last sale')
    await expect(question(page)).toBeHidden()
  })
})
