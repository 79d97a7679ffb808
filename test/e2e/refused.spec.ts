/** The authority refuses sales for their content: the others are sent, and a person solves the cause of all at once. */
import { allDocuments, ask, bar, bread, cause, goTo, nextSale, row, sell, soap, startShop } from './steps.ts'
import { expect, test } from './till.ts'

test('five sales refused for one cause block no other sale, and are solved in three clicks', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [{ ...soap, stock: 2_00 }, bread])
  await ask(page, 'settings.save', { blockBelowStock: false })
  const refused = [await sell(page, soap.code, soap.code, soap.code)]
  await expect(page.getByText('KRA rejected this receipt. The sale is saved')).toBeVisible()
  await nextSale(page)
  const { items } = await ask(page, 'item.list', {})
  const { id: itemId = 0 } = items.find(({ name }) => name === soap.name) ?? {}
  for (const n of [1, 2, 3, 4]) {
    const { number } = await ask(page, 'sale.complete', {
      lines: [{ itemId, quantity: 3_00 }],
      tenders: [{ method: '01', amount: 3 * soap.price }],
      requestId: `refused ${n}`,
    })
    refused.push(number)
  }
  const next = await sell(page, bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await expect(bar(page)).toContainText('5 to fix')

  await goTo(page, 'KRA')
  const card = cause(page, 'Not enough stock of “Bar soap 800 g”: KRA has 2, you sold 15.')
  await expect(page.getByRole('region', { name: 'To fix' })).toContainText('1 cause · 5 sales · KSh 2,925.00')
  for (const number of refused) await expect(card).toContainText(`Sale ${number}`)
  await expect(page.getByText(/^All (sales are )?sent/)).toHaveCount(0)
  await allDocuments(page, 'Waiting')
  await expect(row(page, 'Stock, 1 item').first()).toContainText(
    'Fix that document; this one is then sent automatically.',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'EN / SW' }).click()
  await expect(cause(page, 'Stoki ya “Bar soap 800 g” haitoshi: KRA inazo 2, umeuza 15.')).toBeVisible()
  await page.getByRole('button', { name: 'EN / SW' }).click()

  // The first of the three clicks was on KRA.
  await card.getByRole('button', { name: 'Add 13 to stock and send all' }).click()
  await page.getByRole('button', { name: 'They came in and were not entered' }).click()
  await expect(bar(page)).toContainText('All sent to KRA')
  await expect(page.getByRole('article')).toHaveCount(0)
  await goTo(page, 'Receipts')
  for (const number of [...refused, next]) await expect(row(page, `Sale ${number}`)).toContainText('Signed')
})

test('a refused sale that cannot be corrected is withdrawn with a reason, and stays on record', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [bread])
  const words = 'Kindly visit your nearest office'
  await authority.control('PUT', '/faults', {
    kind: 'refuse',
    code: '899',
    text: words,
    paths: ['/saveTrnsSalesOsdc'],
    times: 1,
  })
  const number = await sell(page, bread.code)
  await expect(bar(page)).toContainText('1 to fix')
  await goTo(page, 'KRA')
  await expect(cause(page, `KRA rejected it: “${words}”.`)).toContainText(`Sale ${number}`)
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel document' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The customer has the goods and has paid')
  const confirm = dialog.getByRole('button', { name: 'Cancel document' })
  await expect(confirm).toBeDisabled()
  await page.getByLabel('Reason').fill('rung up anew as a credit sale')
  await confirm.click()
  await expect(bar(page)).toContainText('All sent to KRA')
  await allDocuments(page, 'All')
  await expect(row(page, `Sale ${number}`)).toContainText(
    '“rung up anew as a credit sale”. It stays on record.',
  )
})
