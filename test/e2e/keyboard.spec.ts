/** A whole sale by the keyboard alone: no mouse, no touch, no scanner. */
import { cart, catchPrints, demo, goTo, lines, paper, scan } from './steps.ts'
import { expect, test } from './till.ts'

test('a sale is rung up, discounted, parked, taken back and paid by keys alone', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const prints = await catchPrints(page)
  // Slower than any scanner.
  const type = (text: string) => keyboard.type(text, { delay: 50 })
  const line = (name: string) => lines(page).filter({ hasText: name })
  const dialog = page.getByRole('dialog')

  await keyboard.press('F2')
  await type('bar soap')
  await expect(page.getByRole('option', { selected: true })).toContainText(demo.soap.name)
  await keyboard.press('Enter')
  await expect(line(demo.soap.name)).toContainText('195.00')
  await type('2*white bread')
  await expect(page.getByRole('option', { selected: true })).toContainText(demo.bread.name)
  await keyboard.press('Enter')
  await expect(line(demo.bread.name)).toContainText('140.00')

  await keyboard.press('ArrowUp')
  await keyboard.press('F6')
  await expect(dialog).toContainText(demo.soap.name)
  await type('3')
  await keyboard.press('Enter')
  await expect(line(demo.soap.name)).toContainText('585.00')

  await keyboard.press('F8')
  await expect(dialog).toBeVisible()
  await type('10')
  await keyboard.press('Enter')
  await expect(line(demo.soap.name)).toContainText('10 % off −58.50')
  await expect(cart(page)).toContainText('666.50')

  await keyboard.press('F8')
  await expect(dialog).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'This line' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.press('ArrowRight')
  await keyboard.press('Space')
  await expect(page.getByRole('radio', { name: 'KSh' })).toBeChecked()
  await type('16.50')
  await keyboard.press('Enter')
  await expect(cart(page)).toContainText('650.00')

  await keyboard.press('F4')
  await expect(page.getByLabel('Name or table')).toBeFocused()
  await type('Meza 4')
  await keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(0)
  await expect(cart(page)).toContainText('Parked 1')
  await keyboard.press('Shift+F4')
  await expect(dialog).toContainText(/650.00 · 2 lines.*Meza 4/)
  await keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(2)
  await expect(cart(page)).toContainText('650.00')

  await keyboard.press('F3')
  await type('P052000003M')
  await expect(dialog).toContainText('Mwangaza Schools Trust')
  await keyboard.press('Enter')
  await expect(cart(page)).toContainText('Mwangaza Schools Trust')

  await keyboard.press('F9')
  await keyboard.press('F7')
  // Out of the code's field, and so on to the amount.
  await keyboard.press('Tab')
  await type('150')
  await expect(page.getByRole('button', { name: 'Take 150.00 · M-PESA' })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Taken so far' })).toContainText('M-PESA')
  await type('1000')
  await expect(page.getByRole('button', { name: /^Complete sale/ })).toContainText('Change 500.00')
  await keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Change' })).toContainText('500.00')
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await expect(paper(page)).toContainText('P052000003M')
  await keyboard.press('Control+p')
  await expect.poll(prints).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'New sale' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(cart(page)).toContainText('Last sale')
  await expect(page.getByRole('combobox', { name: 'Find an item' })).toBeFocused()

  await keyboard.press('Control+l')
  await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
  await expect(async () => {
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Wanjiru' })).toBeFocused({ timeout: 100 })
  }).toPass()
  await keyboard.press('Enter')
  await type('1234')
  await keyboard.press('Enter')
  await expect(cart(page)).toContainText('Last sale')
})

test('a sale on credit asks who owes it, and says what is owed and not that it was paid', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  await scan(page, demo.soap.code)
  await expect(lines(page)).toHaveCount(1)
  await keyboard.press('F9')
  await keyboard.press('Shift+F6')
  await expect(page.getByRole('status').filter({ hasText: 'No customer is chosen' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Complete sale/ })).toBeHidden()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  // Faster keys are a scanner's.
  await keyboard.type('P05123456', { delay: 90 })
  await expect(page.getByRole('button', { name: 'Add to receipt' })).toBeDisabled()
  await keyboard.press('Control+a')
  await keyboard.type('0712345678', { delay: 90 })
  await expect(page.getByRole('button', { name: 'Use Mama Amani' })).toBeEnabled()
  await keyboard.press('Enter')
  await expect(page.getByText('Mama Amani owes it.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'On credit' })).toContainText('195.00')
  await expect(page.getByRole('definition').last()).toHaveText('0.00')
  await expect(paper(page)).toContainText('Buyer: Mama Amani')
  await expect(paper(page)).toContainText('CREDIT')
  await keyboard.press('Enter')
  await expect(cart(page)).toContainText('Last sale')
  // The receipt is one key away, and the sale that is open waits behind it.
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(1)
  await keyboard.press('Control+p')
  await expect(page.getByRole('status').filter({ hasText: 'On credit' })).toContainText('195.00')
  await page.getByRole('button', { name: /^Back to the sale/ }).press('Enter')
  await expect(lines(page)).toHaveCount(1)
})

test('a form that cannot be saved leads to its first fault at every try', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  await goTo(page, 'Items')
  await keyboard.press('F4')
  await expect(page.getByLabel('Barcode')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Candles, box of 6')
  const price = page.getByLabel('Price', { exact: true })
  for (const elsewhere of ['Barcode', 'In stock now']) {
    await page.getByLabel(elsewhere).focus()
    await keyboard.press('F9')
    await expect(price).toBeFocused()
    await expect(price).toBeInViewport({ ratio: 1 })
  }
  await price.fill('120')
  await keyboard.press('F9')
  await expect(page.getByRole('button', { name: 'Tax letter' })).toBeFocused()
})

test('a misspelt word finds its goods, and a price is checked without adding anything', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const type = (text: string) => keyboard.type(text, { delay: 50 })
  const found = page.getByRole('option')
  await type('sopa 800g')
  await expect(page.getByText('Nothing found for “sopa 800g”. Similar items:')).toBeVisible()
  await expect(found).toHaveText([/^Bar soap 800 g/])
  await keyboard.press('Escape')
  const check = page.getByRole('complementary', { name: 'Price check' })
  await keyboard.press('F10')
  await expect(check).toContainText('Scan or touch an item')
  await type('milk, packet')
  await expect(found.first()).toContainText(demo.milk.name)
  await keyboard.press('Enter')
  await expect(check).toContainText(demo.milk.name)
  await expect(check).toContainText('65.00')
  await expect(check).toContainText('96 pc in stock')
  await scan(page, demo.soap.code)
  await expect(check).toContainText('195.00')
  await scan(page, '6009999999999')
  await expect(check).toContainText('Unknown barcode 6009999999999')
  await expect(page.getByRole('alert')).toBeHidden()
  await scan(page, demo.bread.code)
  await expect(check).toContainText('70.00')
  await keyboard.press('Escape')
  await expect(cart(page)).toContainText('Ready for the next sale')
  await type('3*')
  await scan(page, demo.bread.code)
  await expect(cart(page)).toContainText('210.00')
})

test('a manager arranges a page by keys, and Sell begins with it', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: 'Arrange Sell' })
  await page.getByRole('button', { name: 'Arrange Sell' }).press('Enter')
  await dialog.getByRole('button', { name: 'New page' }).press('Enter')
  const search = dialog.getByPlaceholder('Find items to add')
  for (const { name } of [demo.bread, demo.milk, demo.soap]) {
    await search.fill(name)
    // What was found before stays in sight until the next is found.
    await expect(dialog.getByRole('button', { name: /^Add / }).first()).toHaveAccessibleName(`Add ${name}`)
    const add = dialog.getByRole('button', { name: `Add ${name}` })
    await add.press('Enter')
    await expect(add).toBeDisabled()
  }
  const place = (name: string, number: number) =>
    dialog.getByRole('button', { name: `${name}, place ${number} of 3` })
  await place(demo.soap.name, 3).focus()
  await keyboard.press('ArrowLeft')
  await expect(place(demo.soap.name, 2)).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(place(demo.soap.name, 1)).toBeFocused()
  await dialog.getByLabel('Name of the page').fill('Counter')
  await keyboard.press('F9')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Counter' })).toBeChecked()
  const tiles = page.locator('.sell-card-name')
  await expect(tiles).toHaveText([demo.soap.name, demo.bread.name, demo.milk.name])
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await expect(tiles.nth(3)).toBeVisible()
})

test('every key on a button is in the list of keys', async ({ demoTill: till }) => {
  const { page } = till
  await page.keyboard.press('F1')
  const list = page.getByRole('dialog')
  for (const key of ['F2', 'F3', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10', 'Del', 'Ctrl+L']) {
    await expect(list.getByText(key, { exact: true }).first()).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  for (const [key, screen] of [
    ['Alt+2', 'Receipts'],
    ['Alt+0', 'Settings'],
    ['Alt+1', 'Sell'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('main', { name: screen })).toBeVisible()
  }
})
