/** A delivery of 40 lines by keys: matched to items, counted by scans, delivered with three differences, and its slip. */
import {
  ask,
  bread,
  catchPrints,
  expectEqualStock,
  type Goods,
  importGoods,
  row,
  scan,
  soap,
  startShop,
} from './steps.ts'
import { expect, test } from './till.ts'

const shared = { class: '5059690800', taxType: 'B' as const }
/** The supplier calls two goods otherwise than we do; the others have its codes here too. */
const lines = [
  { ...shared, code: 'B-1', name: 'Bread 400 g', price: 50, quantity: 40 },
  { ...shared, code: 'B-2', name: 'Soap in cases', price: 3_000, quantity: 1 },
  ...Array.from({ length: 38 }, (_, index) => ({
    ...shared,
    code: `SUP-${index}`,
    name: `Supplied ${index}`,
    price: 100 + index * 1.37,
    quantity: 10 + index / 4,
  })),
]

test('a supplier’s 40 lines are counted and delivered by keys', async ({ till, authority }) => {
  const { page } = till
  const { keyboard } = page
  await startShop(page, authority.url, [soap, bread])
  const sameCode = lines
    .slice(2)
    .map(({ code, name }) => ({ code, name, taxType: shared.taxType, price: 500_00 }))
  await importGoods(page, shared.class, sameCode)
  const { currentProfile } = await ask(page, 'workspace.state', {})
  const tin = currentProfile?.taxpayerPin
  await authority.control('POST', '/supplier-invoices', { tin, supplier: 'P051444444D', number: 877, lines })
  const printed = await catchPrints(page)
  await keyboard.press('Alt+7')
  await page.getByRole('button', { name: 'Ask KRA' }).press('Enter')
  await expect(page.getByText('Fetched from KRA.')).toBeVisible()
  await row(page, 'UMOJA DISTRIBUTORS LTD').press('Enter')
  await expect(page.getByRole('heading', { name: 'Invoice 877' })).toBeVisible()

  // The supplier’s names lead to our items, which a person confirms.
  for (const [name, item] of [
    ['Bread 400 g', bread.name],
    ['Soap in cases', soap.name],
  ] as const) {
    await page.getByRole('button', { name: `Choose the item: ${name}` }).press('Enter')
    const dialog = page.getByRole('dialog')
    if (item === soap.name) {
      await dialog.getByRole('searchbox').fill(item)
      await expect(dialog.getByRole('button', { name: item }).last()).toBeVisible()
      await keyboard.press('Enter')
    } else await dialog.getByRole('button', { name: item, exact: true }).press('Enter')
    await expect(dialog).toBeHidden()
  }
  // One unit of the supplier is a case of 24, and two pieces are missing.
  await page.getByLabel('Pieces in one: Soap in cases').fill('24')
  await expect(page.getByText('1 on the invoice = 24 pc')).toBeVisible()
  await page.getByLabel('Counted: Soap in cases').fill('22')
  await page.getByLabel('Counted: Supplied 5').fill('12.5')
  await page.getByLabel('Counted: Bread 400 g').fill('37')
  await page.getByLabel('Counted: Bread 400 g').blur()
  await scan(page, bread.code)
  await expect(page.getByLabel('Counted: Bread 400 g')).toHaveValue('38')
  await expect(page.getByText('2 pc missing')).toHaveCount(2)
  await keyboard.press('F9')
  await expect(page.getByText('Enter what came; 0 if nothing.').first()).toBeVisible()
  await keyboard.press('F8')
  await expect(page.getByText('All there').first()).toBeVisible()
  const onHand = async ({ code }: Pick<Goods, 'code'>) =>
    (await ask(page, 'item.list', { text: code })).items[0]?.onHand
  await keyboard.press('F9')
  await expect(page.getByText('3 lines differ from the invoice.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByText('Delivery 1 is in the stock.')).toBeVisible()
  await expect(page.getByText('Confirmed at KRA')).toBeVisible()
  await expect(page.getByText('Goods reported to KRA')).toBeVisible()
  expect([await onHand(bread), await onHand(soap), await onHand({ code: 'SUP-37' })]).toEqual([
    ...[bread.stock + 38_00, soap.stock + 22_00, 19_25],
  ])
  await expectEqualStock(till, authority)
  await keyboard.press('F7')
  await expect.poll(printed).toEqual([expect.stringContaining('Missing 2 pc')])
  await keyboard.press('Escape')
  await expect(page.getByText('3 differences')).toBeVisible()

  // The same goods from the same market, twice: two deliveries.
  for (const number of [2, 3]) {
    await page.evaluate(() => location.assign('#/purchases?enter=new'))
    await page.getByLabel('Supplier', { exact: true }).fill('Soko la Muthurwa')
    await scan(page, bread.code)
    await page.getByLabel(`Cost of one: ${bread.name}`).fill('50')
    await keyboard.press('F9')
    await expect(page.getByText(`Delivery ${number} is in the stock.`)).toBeVisible()
  }
  expect(await onHand(bread)).toBe(bread.stock + 40_00)
})
