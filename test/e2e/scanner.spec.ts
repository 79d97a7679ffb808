/** The scanner works wherever the cursor is, and never where it must not. */
import type { Page } from '@playwright/test'
import { checkDigit } from '../../core/fiscal/barcode.ts'
import { cart, demo, goTo, lines, row, scan, scanInPieces, typeInRhythm } from './steps.ts'
import { expect, test } from './till.ts'

/** A label as the shop's scale prints it. */
const label = (digits: string) => `${digits}${checkDigit(digits)}`

test('a scan is a line wherever the cursor is, and never a quantity', async ({ demoTill: till }) => {
  const { page } = till
  const line = (name: string) => lines(page).filter({ hasText: name })
  await scan(page, demo.bread.code)
  await expect(line(demo.bread.name)).toContainText('70.00')

  await page.keyboard.press('F6')
  await expect(page.getByRole('dialog')).toBeVisible()
  await scan(page, demo.milk.code)
  await expect(line(demo.milk.name)).toContainText('65.00')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(line(demo.bread.name)).toContainText('70.00')

  await page.getByRole('combobox', { name: 'Find an item' }).fill('4*')
  await scan(page, demo.soda.code)
  await expect(line(demo.soda.name)).toContainText('320.00')
  await expect(page.getByRole('combobox', { name: 'Find an item' })).toHaveValue('')

  await goTo(page, 'Stock')
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  await scan(page, demo.soap.code)
  const quantity = page.getByLabel(`Quantity of ${demo.soap.name}`)
  await expect(quantity).toBeVisible()
  await quantity.fill('7')
  await quantity.focus()
  await scan(page, demo.milk.code)
  await expect(page.getByLabel(`Quantity of ${demo.milk.name}`)).toBeVisible()
  await expect(quantity).toHaveValue('7')

  await goTo(page, 'Items')
  await page.getByLabel('Find an item').fill(demo.bread.name)
  await row(page, demo.bread.name).click()
  await page.getByLabel('Alert when below').focus()
  await scan(page, demo.soda.code)
  await expect(page.getByRole('heading', { name: demo.soda.name })).toBeVisible()
  await goTo(page, 'Sell')
  await expect(lines(page)).toHaveCount(3)
})

test('a scan that a busy computer brings in pieces is one scan', async ({ demoTill: till }) => {
  const { page } = till
  const search = page.getByRole('combobox', { name: 'Find an item' })
  const units = (count: string) => expect(cart(page)).toContainText(count)
  await search.blur()
  await scanInPieces(page, demo.bread.code, 2)
  await units('1 unit')
  await expect(search).toHaveValue('')
  await search.fill('2*')
  await scanInPieces(page, demo.bread.code, 1)
  await units('3 units')
  await expect(search).toHaveValue('')
  // All but the Enter, which must not press the button that has the focus.
  await page.getByRole('button', { name: 'Pay' }).focus()
  await scanInPieces(page, demo.bread.code, demo.bread.code.length)
  await units('4 units')
  await expect(page.getByRole('button', { name: /^Complete sale/ })).toBeHidden()
})

test('no scan pays, however slow the scanner or short the code', async ({ demoTill: till }) => {
  const { page } = till
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(1)
  const total = page.getByRole('region', { name: 'Taken so far' })
  await page.keyboard.press('F9')
  await expect(total).toContainText('70.00')
  // No item's; figures that are no scan by the shop's setting.
  await scan(page, '12345')
  await expect(page.getByRole('alert')).toContainText('Unknown barcode 12345')
  await expect(total).toContainText('70.00')
  // The space would press the button that has the focus.
  await page.getByRole('button', { name: /^Complete sale/ }).focus()
  await scan(page, 'AB 12345')
  await expect(page.getByRole('alert')).toContainText('Unknown barcode AB 12345')
  await expect(total).toContainText('70.00')
  await page.keyboard.press('F7')
  const code = page.getByLabel('M-PESA code')
  await code.fill('SKL7')
  await code.focus()
  await scan(page, demo.milk.code, 0.06)
  await expect(lines(page)).toHaveCount(2)
  await page.keyboard.press('F7')
  await expect(page.getByRole('dialog')).toBeVisible()
  await scan(page, demo.milk.code, 0.06)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cart(page)).toContainText('200.00')
})

test('what a person types without the cursor in a field comes into the search once, however fast', async ({
  demoTill: till,
}) => {
  const { page } = till
  const search = page.getByRole('combobox', { name: 'Find an item' })
  for (const rhythm of [[0.05], [0.09], [0.15], [0.15, 0.05], [0.05, 0.15], [0.09, 0.15, 0.03]]) {
    await page.getByRole('radio', { name: 'Favourites' }).focus()
    await typeInRhythm(page, '616990', rhythm)
    await expect(search).toHaveValue('616990')
    await expect(search).toBeFocused()
    await search.fill('')
    // A space between two words presses no button.
    const check = page.getByRole('button', { name: 'Price check' })
    await check.focus()
    await typeInRhythm(page, 'bar soap', rhythm)
    await expect(search).toHaveValue('bar soap')
    await expect(check).toHaveAttribute('aria-pressed', 'false')
    await search.fill('')
  }
  // A busy computer brings the space before it has dealt with the pause after the first word.
  await page.getByRole('button', { name: 'Price check' }).focus()
  await page.keyboard.type('bar', { delay: 60 })
  const busy = page.evaluate(() => {
    for (const end = performance.now() + 400; performance.now() < end; );
  })
  await page.waitForTimeout(200)
  await Promise.all([busy, page.keyboard.press(' ')])
  await page.keyboard.type('soap', { delay: 60 })
  await expect(search).toHaveValue('bar soap')
})

test('an M-PESA code that a person types without the cursor in its field is complete, however fast', async ({
  demoTill: till,
}) => {
  const { page } = till
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(1)
  const field = page.getByLabel('M-PESA code')
  for (const rhythm of [[0.05], [0.09], [0.15], [0.15, 0.05], [0.05, 0.15], [0.09, 0.15, 0.03]]) {
    await page.keyboard.press('F9')
    await expect(page.getByRole('button', { name: /^Complete sale/ })).toBeFocused()
    await typeInRhythm(page, 'TKN4B7X2QF', rhythm)
    await expect(field).toHaveValue('TKN4B7X2QF')
    await expect(page.getByRole('button', { name: /^Complete sale/ })).toContainText('Exact amount · M-PESA')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main', { name: 'Sell' })).toBeVisible()
  }
})

/** Of a tile, a line and Pay. */
const placesOf = (page: Page) =>
  Promise.all(
    ['.sell-card', '.sell-line', '.sell-cart-foot'].map((name) => page.locator(name).first().boundingBox()),
  )

/** A person may press the key that a button shows as soon as the button is there. */
function pressInsertOnAlert() {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[role=alert]')) return
    observer.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Insert', bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })
}

test('a code that nobody knows takes the full width, moves nothing, and nothing is added', async ({
  demoTill: till,
}) => {
  const { page } = till
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(1)
  const places = await placesOf(page)
  await scan(page, '6009999999999')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Unknown barcode 6009999999999')
  await expect(lines(page)).toHaveCount(1)
  const [box, work] = await Promise.all([alert.boundingBox(), page.getByRole('main').boundingBox()])
  expect(box?.width).toBe(work?.width)
  expect(box?.height).toBeGreaterThan(70)
  expect(await placesOf(page)).toEqual(places)
  for (const place of places) expect(place?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))

  // Scans still work, and the notice of an unknown code stays until a person dismisses it.
  await scan(page, demo.milk.code)
  await expect(lines(page)).toHaveCount(2)
  await expect(alert).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(alert).toBeHidden()
  await page.evaluate(pressInsertOnAlert)
  await scan(page, '6009999999999')
  await expect(page.getByLabel('Barcode')).toHaveValue('6009999999999')
  await goTo(page, 'Sell')
  await expect(lines(page)).toHaveCount(2)
})

test('a label of the scale brings its weight or its price', async ({ demoTill: till }) => {
  const { page } = till
  await scan(page, label('200010101250'))
  const tomatoes = lines(page).filter({ hasText: 'Tomatoes' })
  await expect(tomatoes).toContainText('1.25')
  await expect(tomatoes).toContainText('150.00')
  await scan(page, label('210010200147'))
  const onions = lines(page).filter({ hasText: 'Onions' })
  await expect(onions).toContainText('1.34')
  await expect(onions).toContainText('147.00')
  await expect(cart(page)).toContainText('297.00')
})
