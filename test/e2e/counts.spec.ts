/** A count of the stock: started, counted by scanner and by name while goods are sold, and booked by keys alone. */
import { expectAccessible } from './inOrder.ts'
import { ask, demo, expectEqualStock, goTo, scan, unlock } from './steps.ts'
import { expect, test } from './till.ts'

test('a count of what Kaunta proposes is scanned, typed and booked by keys alone, while another window sells', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  await goTo(page, 'Stock')
  await page.getByRole('radio', { name: 'Counts' }).press('Space')
  await expect(page.getByText('No count yet')).toBeVisible()
  await keyboard.press('F3')
  await expect(page.getByRole('radio', { name: 'Proposed items' })).toBeChecked()
  await keyboard.press('F9')
  await expect(page.getByText('Nothing counted yet')).toBeVisible()
  await scan(page, demo.soda.code)
  const field = page.getByLabel(/^Quantity/)
  await expect(field).toBeFocused()
  const row = page.getByRole('row', { name: /^Soda 500 ml/ })
  await expect(row).toContainText('1 pc')
  await keyboard.type('24')
  await keyboard.press('Enter')
  await expect(row).toContainText('24 pc')
  // A cashier comes from Items, adds to it, and does not see what is expected.
  await keyboard.press('Control+l')
  await page.getByRole('button', { name: /Otieno/ }).click()
  await unlock(page, '1234')
  await goTo(page, 'Items')
  await page.getByRole('button', { name: 'Counts' }).press('Enter')
  await page.getByRole('row', { name: /^Count 1/ }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Counted' })).toBeVisible()
  await expect(row).toContainText('24 pc')
  await expect(page.getByRole('columnheader', { name: 'Expected' })).toBeHidden()
  await scan(page, demo.soda.code)
  await expect(row).toContainText('25 pc')
  await keyboard.press('Control+l')
  await page.getByRole('button', { name: /Wanjiru/ }).click()
  await unlock(page, '1234')
  await page.evaluate(() => location.assign('#/stock?count=1'))
  await expect(row).toContainText('25 pc')

  // Sold after it was counted: it is not missing.
  const { items } = await ask(page, 'item.search', { text: demo.soda.name, limit: 1 })
  const [soda] = items
  if (!soda) throw new Error('no soda')
  await ask(page, 'sale.complete', {
    lines: [{ itemId: soda.id, quantity: 200 }],
    tenders: [{ method: '01', amount: 2 * soda.price }],
    requestId: 'sold while counting',
  })
  await expectAccessible(page, 'counting')
  await keyboard.press('F9')
  const dialog = page.getByRole('dialog', { name: 'Book count 1' })
  await expect(dialog).toContainText('19 items were not counted.')
  await keyboard.press('F9')
  await expect(dialog).toContainText('119 of “Soda 500 ml” are missing, worth KSh 9,520.00.')
  await expectAccessible(page, 'booking a count')
  await keyboard.press('F9')
  await expect(page.getByText('Wanjiru booked this count.')).toBeVisible()
  const { levels } = await ask(page, 'stock.levels', { itemId: soda.id })
  expect(levels).toMatchObject([{ onHand: 2300 }])
  await keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /^Count 1/ })).toContainText('Booked')
  await expectEqualStock(till)
})
