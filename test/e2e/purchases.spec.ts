/** A delivery by keys: matched to items, counted by scans, delivered with a difference, and its slip. */
import { ask, catchPrints, demo, row, scan } from './steps.ts'
import { expect, test } from './till.ts'

test('a supplier’s goods are counted and delivered by keys', async ({ demoTill: till }) => {
  const { page } = till
  const { keyboard } = page
  const printed = await catchPrints(page)
  await keyboard.press('Alt+7')
  await page.getByRole('button', { name: 'Ask KRA' }).press('Enter')
  await expect(page.getByText('Fetched from KRA.')).toBeVisible()
  await row(page, 'BARAKA MILLERS LTD').press('Enter')
  await expect(page.getByRole('heading', { name: 'Invoice 877' })).toBeVisible()

  // The supplier's names lead to our items, which a person confirms.
  for (const [name, item] of [
    ['Bread 400 g', demo.bread.name],
    ['Biscuits 100 g', demo.soda.name],
  ] as const) {
    await page.getByRole('button', { name: `Choose the item: ${name}` }).press('Enter')
    const dialog = page.getByRole('dialog')
    if (item === demo.soda.name) {
      await dialog.getByRole('searchbox').fill(item)
      await expect(dialog.getByRole('button', { name: item }).last()).toBeVisible()
      await keyboard.press('Enter')
    } else await dialog.getByRole('button', { name: item, exact: true }).press('Enter')
    await expect(dialog).toBeHidden()
  }
  // One unit of the supplier is a case of 24.
  await page.getByLabel('Pieces in one: Biscuits 100 g').fill('24')
  await expect(page.getByText('1 on the invoice = 24 pc')).toBeVisible()
  await page.getByLabel('Counted: Bread 400 g').fill('37')
  await page.getByLabel('Counted: Bread 400 g').blur()
  await scan(page, demo.bread.code)
  await expect(page.getByLabel('Counted: Bread 400 g')).toHaveValue('38')
  await expect(page.getByText('2 pc missing')).toBeVisible()
  await keyboard.press('F9')
  await expect(page.getByText('Enter what came; 0 if nothing.')).toBeVisible()
  await keyboard.press('F8')
  await expect(page.getByText('All there')).toBeVisible()
  const bread = async () => (await ask(page, 'item.list', { text: demo.bread.code })).items[0]?.onHand ?? 0
  const before = await bread()
  await keyboard.press('F9')
  await expect(page.getByText('1 line differs from the invoice.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByText('Delivery 1 is in the stock.')).toBeVisible()
  await expect(page.getByText('Confirmed at KRA')).toBeVisible()
  await expect(page.getByText('Goods reported to KRA')).toBeVisible()
  expect((await bread()) - before).toBe(38_00)
  await keyboard.press('F7')
  await expect.poll(printed).toEqual([expect.stringContaining('Missing 2 pc')])
  await keyboard.press('Escape')
  await expect(page.getByText('1 difference')).toBeVisible()

  // The same goods from the same market, twice: two deliveries.
  for (const number of [2, 3]) {
    await page.evaluate(() => location.assign('#/purchases?enter=new'))
    await page.getByLabel('Supplier', { exact: true }).fill('Soko la Muthurwa')
    await scan(page, demo.bread.code)
    await page.getByLabel(`Cost of one: ${demo.bread.name}`).fill('50')
    await keyboard.press('F9')
    await expect(page.getByText(`Delivery ${number} is in the stock.`)).toBeVisible()
  }
  expect((await bread()) - before).toBe(40_00)
})
