/** The money step: Enter completes, a code pays once, the open sale outlives the power, the original prints at once. */
import type { Page } from '@playwright/test'
import {
  ask,
  bread,
  cart,
  catchPrints,
  demo,
  goTo,
  lines,
  paper,
  row,
  scan,
  soap,
  startShop,
  tabTo,
} from './steps.ts'
import { expect, test } from './till.ts'

const code = 'TKN4B7X2QF'

const ring = async (page: Page, item: { code: string }) => {
  await scan(page, item.code)
  await expect(lines(page)).toHaveCount(1)
}
const completed = (page: Page) => page.getByRole('heading', { name: /^(Sale|Mauzo) T1-/ })
const newSale = async (page: Page) => {
  await page.keyboard.press('Enter')
  await expect(cart(page)).toContainText('Last sale')
}
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 })
const unlock = async (page: Page, name: string) => {
  await page.keyboard.press('Control+l')
  await page.getByRole('button', { name }).press('Enter')
  await type(page, '1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main', { name: 'Sell' })).toBeVisible()
}

test('Enter completes the sale, whatever was clicked before', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  await ring(page, demo.soap)
  await page.getByRole('link', { name: 'Sell' }).click()
  await keyboard.press('F9')
  const complete = page.getByRole('button', { name: /^Complete sale/ })
  await expect(complete).toBeFocused()
  await page.getByRole('button', { name: '5', exact: true }).click()
  await page.getByRole('button', { name: '0', exact: true }).click()
  await keyboard.press('Enter')
  await expect(page.getByText('Still to pay')).toBeVisible()
  await expect(complete).toBeFocused()
  await keyboard.press('Enter')
  await expect(completed(page)).toBeVisible()
  await newSale(page)

  await ring(page, demo.soap)
  await keyboard.press('F9')
  await page.getByRole('button', { name: /^EN \/ SW/ }).click()
  await expect(page.getByRole('button', { name: /^Kamilisha mauzo/ })).toBeVisible()
  await keyboard.press('Enter')
  await expect(completed(page)).toHaveText('Mauzo T1-2')
  // Elements reached by keys can still be pressed by keys.
  await keyboard.press('Enter')
  await scan(page, demo.soap.code)
  await expect(page.locator('.sell-cart')).toContainText('195.00')
  await keyboard.press('F9')
  await page.getByRole('link', { name: 'Risiti' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Risiti' })).toBeVisible()
})

test('letters go to the code and never to the amount, and a code pays one receipt', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const field = page.getByLabel('M-PESA code')
  const used = page.getByRole('alert').filter({ hasText: 'Receipt T1-1 was paid with it already' })

  await ring(page, demo.soap)
  await keyboard.press('F9')
  // Before anybody has said M-PESA.
  await type(page, 'tkn4b')
  await keyboard.press('Enter')
  await expect(page.getByText('An M-PESA code has ten letters and digits.')).toBeVisible()
  await type(page, '7x2qf')
  await expect(field).toHaveValue(code)
  await expect(page.getByRole('button', { name: /^Complete sale/ })).toContainText('Exact amount · M-PESA')
  await keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Paid in full' })).toContainText('195.00')
  await newSale(page)

  await unlock(page, 'Otieno')
  await ring(page, demo.bread)
  await keyboard.press('F9')
  await keyboard.press('F7')
  await expect(field).toBeFocused()
  await type(page, code)
  await expect(used).toBeVisible()
  await keyboard.press('Enter')
  await expect(completed(page)).toBeHidden()
  await page.getByRole('button', { name: 'Allow it' }).press('Enter')
  await expect(page.getByText('A manager approves it with a passcode')).toBeVisible()
  await expect(field).toHaveValue(code)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Approval needed' })
  await expect(dialog).toContainText('Take a used M-PESA code')
  await keyboard.press('Escape')
  await expect(page.getByText('A manager must approve a used M-PESA code.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(dialog).toContainText('Wanjiru')
  await type(page, '1234')
  await keyboard.press('F9')
  await expect(completed(page)).toHaveText('Sale T1-2')
  await goTo(page, 'Receipts')
  await page.getByLabel('Find a receipt').fill('tkn4b7x2qf')
  await expect(page.getByRole('grid').getByText(/^Sale T1-/)).toHaveText(['Sale T1-2', 'Sale T1-1'])
})

test('a slip number that exists already is reported and still pays, also of a tender that the owner adds', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  await page.evaluate(() => location.assign('#/settings?section=tenders'))
  const add = page.getByRole('button', { name: 'Add a payment method' })
  await tabTo(add)
  await keyboard.press('Enter')
  await expect(page.getByLabel('Name').last()).toBeFocused()
  await type(page, 'Airtel Money')
  await page
    .getByRole('listitem', { name: 'Airtel Money' })
    .getByRole('button', { name: /Reference/ })
    .press('Enter')
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await keyboard.press('F9')
  await expect(page.getByText('Saved.')).toBeVisible()
  await goTo(page, 'Sell')

  const paid = page.getByText(/^Receipt T1-\d was paid with it already/)
  const cases = [
    ['F8', 'Slip number', false],
    ['F8', 'Slip number', true],
    ['Control+F6', 'Reference', false],
    ['Control+F6', 'Reference', true],
  ] as const
  for (const [index, [key, label, isUsed]] of cases.entries()) {
    await ring(page, demo.soap)
    await keyboard.press('F9')
    await keyboard.press(key)
    await expect(page.getByLabel(label)).toBeFocused()
    if (label === 'Reference') {
      await keyboard.press('Enter')
      await expect(page.getByText('Enter the reference.')).toBeVisible()
    }
    await type(page, '004711')
    if (isUsed) await expect(paid).toBeVisible()
    await keyboard.press('Enter')
    await expect(completed(page)).toHaveText(`Sale T1-${index + 1}`)
    await newSale(page)
  }
})

test('a PIN with a slip in it is corrected, and is no name by Enter', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  await ring(page, demo.soap)
  await keyboard.press('F3')
  const dialog = page.getByRole('dialog')
  const pin = dialog.getByLabel('Tax PIN')
  await type(page, 'AOO6789012G')
  await expect(dialog).toContainText('Did you mean A006789012G?')
  await keyboard.press('Enter')
  await expect(pin).toHaveValue('A006789012G')
  await expect(dialog).toContainText('Njeri Mwangi')
  await pin.fill('P05')
  await keyboard.press('Enter')
  await expect(dialog).toContainText('This is not a PIN.')
  await dialog.getByLabel('Name').fill('P051234567')
  await pin.fill('')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByRole('button', { name: 'Add to receipt' })).toBeDisabled()
  await expect(dialog).toContainText('This looks like a PIN.')
  await dialog.getByLabel('Name').fill('')
  await pin.fill('Mama Njeri')
  await pin.press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveValue(/mama njeri/i)
  await pin.fill('A006789012G')
  await expect(dialog).toContainText('Njeri Mwangi')
  await pin.press('Enter')
  await expect(cart(page)).toContainText('Njeri Mwangi')
})

test('the open sale comes back after a power cut, and one that was completed does not', async ({
  demoTill: till,
}) => {
  test.setTimeout(150_000)
  const { page } = till
  await ring(page, demo.soap)
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(2)
  const drafts = async (on: Page) => (await ask(on, 'sale.drafts', {})).drafts
  await expect.poll(async () => (await drafts(page))[0]?.draft.cart.lines.length).toBe(2)
  const address = page.url()
  const cutPower = async (from: Page) => {
    await till.kill()
    const again = await from.context().newPage()
    await from.close()
    await till.start()
    await again.goto(address)
    await unlockHere(again)
    return again
  }
  const unlockHere = async (on: Page) => {
    await on.getByRole('button', { name: 'Wanjiru' }).click()
    await on.keyboard.type('1234', { delay: 60 })
    await on.keyboard.press('Enter')
  }
  const after = await cutPower(page)
  await expect(lines(after)).toHaveCount(2)
  await expect(after.getByText('Your open sale is back: 2 lines.')).toBeVisible()
  await after.keyboard.press('F9')
  await after.keyboard.press('Enter')
  await expect(completed(after)).toBeVisible()
  expect(await drafts(after)).toEqual([])
  const last = await cutPower(after)
  await expect(cart(last)).toContainText('Last sale')
  await expect(lines(last)).toHaveCount(0)
})

test('printing at once prints the signed original, and the next sale begins meanwhile', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [soap, bread])
  // The window prints at once when it knows of the setting.
  const known = page.waitForResponse(
    (response) => response.request().postData()?.includes('"settings.get"') ?? false,
  )
  await ask(page, 'settings.save', { printAtOnce: true })
  await known
  const prints = await catchPrints(page)
  await authority.control('PUT', '/faults', [{ kind: 'slow', ms: 1_500, paths: ['/saveTrnsSalesOsdc'] }])
  await ring(page, soap)
  await page.keyboard.press('F9')
  const signing = page.getByRole('button', { name: 'Signing, then printing…' }).waitFor()
  await page.keyboard.press('Enter')
  await signing
  await ring(page, bread)
  await expect.poll(prints).toHaveLength(1)
  const [printed] = await prints()
  expect(printed).toContain('TAX INVOICE')
  expect(printed).toMatch(/Receipt Signature:\s*[A-Z2-7]{4}-/)
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(lines(page)).toHaveCount(1)
  await goTo(page, 'Receipts')
  await row(page, 'Sale T1-1').click()
  await expect(page.getByRole('button', { name: 'Print copy 1' })).toBeVisible()
  await expect(paper(page)).toContainText('COPY')
})

const money = (shillings: number) => shillings.toLocaleString('en', { minimumFractionDigits: 2 })
/** The figures of the column of the sale, below its lines. */
const parts = (page: Page) => page.getByRole('region', { name: 'Taken so far' })
const total = (page: Page) => cart(page).locator('.sell-totals output')

test('the sale and its total stay where they are while it is paid', async ({ demoTill: till }) => {
  const { page } = till
  const { items } = await ask(page, 'item.list', { filter: 'goods' })
  const ten = items.slice(0, 14).map(({ id: itemId }) => ({ itemId, quantity: 100 }))
  await ask(page, 'settings.save', { roundCash: true })
  await ask(page, 'sale.park', { cart: { lines: ten, discount: { kind: 'amount', cents: 60 } } })
  await page.keyboard.press('Shift+F4')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Resume' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(14)
  const inSight = () =>
    page.evaluate(() => {
      const list = document.querySelector('.sell-lines')?.getBoundingClientRect()
      return [...document.querySelectorAll('.sell-line')].filter((line) => {
        const { top, bottom } = line.getBoundingClientRect()
        return list !== undefined && top >= list.top && bottom <= list.bottom + 1
      }).length
    })
  for (const [width, height, fewest] of [
    [1366, 768, 9],
    [1024, 600, 5],
  ] as const) {
    await page.setViewportSize({ width, height })
    const before = await total(page).boundingBox()
    expect(await inSight()).toBeGreaterThanOrEqual(fewest)
    await page.keyboard.press('F9')
    await expect(parts(page)).toBeVisible()
    expect(await total(page).boundingBox()).toEqual(before)
    expect(await inSight()).toBeGreaterThanOrEqual(fewest)
    await page.keyboard.press('Escape')
    await expect(parts(page)).toBeHidden()
  }
  // Cash is rounded, and M-PESA pays the cents.
  await page.keyboard.press('F9')
  const exact = (await total(page).innerText()).replace(/[^\d.]/g, '')
  expect(exact).toMatch(/\.40$/)
  const shillings = money(Math.floor(Number(exact)))
  await expect(parts(page)).toContainText(`Rounding of cash−0.40Still to pay${shillings}`)
  await page.keyboard.press('F7')
  await expect(parts(page)).toContainText(`Still to pay${money(Number(exact))}`)
  await expect(parts(page)).not.toContainText('Rounding')
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Paid in full' })).toContainText(shillings)
  await expect(paper(page)).toContainText('ROUNDING')
  expect((await ask(page, 'report.day', {})).report).toMatchObject({
    rounding: -40,
    drawer: { expected: Math.floor(Number(exact)) * 100 },
  })
})

test('likely amounts are one touch, and the goods stay live beside the receipt', async ({
  demoTill: till,
}) => {
  const { page } = till
  const goods = page.getByRole('region', { name: 'Goods' })
  const names = goods.locator('.sell-card-name')
  await ring(page, demo.soap)
  const before = await names.allInnerTexts()
  await page.keyboard.press('F9')
  const likely = page.getByRole('group', { name: 'Likely amounts' }).getByRole('button')
  await expect(likely).toHaveText([/Exact\s*195/, '200', '500', '1,000'])
  await likely.nth(1).click()
  await expect(parts(page)).toContainText('Change5.00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Change' })).toContainText('5.00')
  // What sold is not moved to the front, under a finger that knows where it is.
  await expect(goods).toContainText('47 left')
  expect(await names.allInnerTexts()).toEqual(before)
  await goods.getByRole('button', { name: demo.bread.name }).click()
  await expect(completed(page)).toBeHidden()
  await expect(lines(page)).toHaveText([/White bread/])
  // The search is ready for the next item, as after "New sale".
  await expect(page.getByRole('combobox', { name: 'Find an item' })).toBeFocused()
  await page.keyboard.press('F9')
  await page.keyboard.press('Enter')
  await expect(completed(page)).toHaveText('Sale T1-2')
  await type(page, 'bar soap')
  await expect(page.getByRole('option', { selected: true })).toContainText(demo.soap.name)
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveText([/Bar soap/])
})

test('an amount that nobody hands over is asked about, and Enter does not pass it', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  await ring(page, demo.soap)
  await keyboard.press('F9')
  const question = page.getByRole('alert').filter({ hasText: 'Received 100,000.00?' })
  await type(page, '100000')
  await keyboard.press('Enter')
  await expect(question).toContainText('Change is 99,805.00')
  await keyboard.press('Enter')
  await expect(question).toBeHidden()
  await keyboard.press('Enter')
  await expect(question).toBeVisible()
  await expect(completed(page)).toBeHidden()
  await page.getByRole('button', { name: 'Correct it' }).click()
  // The next figure begins another amount.
  await type(page, '1000')
  await expect(parts(page)).toContainText('Change805.00')
  await type(page, '00')
  await keyboard.press('Enter')
  await expect(question).toBeVisible()
  await keyboard.press('F9')
  await expect(page.getByRole('status').filter({ hasText: 'Change' })).toContainText('99,805.00')
})

test('more than the rest by M-PESA says why not, and Enter lowers it', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  await ring(page, demo.soap)
  await keyboard.press('F9')
  await keyboard.press('F7')
  await type(page, code)
  await page.getByRole('button', { name: '3', exact: true }).click()
  for (const _ of '00') await page.getByRole('button', { name: '0', exact: true }).click()
  const reason = page.getByRole('alert').filter({ hasText: 'Change is given from cash only.' })
  await expect(reason).toContainText('M-PESA takes 195.00 at most.')
  await expect(page.getByRole('button', { name: /^Take 195.00 · M-PESA/ })).toBeEnabled()
  await keyboard.press('Enter')
  await expect(reason).toBeHidden()
  await expect(completed(page)).toBeHidden()
  await keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Paid in full' })).toContainText('195.00')
})

test('an M-PESA code as fast as a scan lands in its field, and a barcode still is a line', async ({
  demoTill: till,
}) => {
  const { page } = till
  await ring(page, demo.soap)
  await page.keyboard.press('F9')
  await page.keyboard.press('F7')
  const field = page.getByLabel('M-PESA code')
  await expect(field).toBeFocused()
  await scan(page, code)
  await expect(field).toHaveValue(code)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(completed(page)).toBeHidden()
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(2)
})
