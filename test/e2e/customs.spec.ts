/** Goods from abroad, by keys: the item and the units are chosen, one entry is approved and another rejected. */
import { ask, demo, row } from './steps.ts'
import { expect, test } from './till.ts'

test('goods at customs are approved into the stock, and others rejected, by keys', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  await keyboard.press('Alt+7')
  await page.getByRole('radio', { name: 'Customs' }).press('Space')
  await page.getByRole('button', { name: 'Ask KRA' }).press('Enter')
  await expect(page.getByText('Fetched from KRA.')).toBeVisible()

  const choose = async (goods: string) => {
    await row(page, goods).press('Enter')
    await expect(page.getByRole('heading', { name: `Customs: ${goods}` })).toBeVisible()
  }
  const chooseItem = async (item: string) => {
    await expect(page.getByRole('button', { name: 'Choose the item' })).toBeFocused()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill(item)
    await expect(dialog.getByRole('button', { name: item }).last()).toBeVisible()
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  await choose('LED LAMPS')
  // Without an item the button to choose one gets the focus.
  await keyboard.press('F9')
  await expect(page.getByText('Choose the item. KRA asks for it')).toBeVisible()
  await chooseItem(demo.soda.name)
  await page.getByLabel('Pieces in one').fill('24')
  await expect(page.getByText('200 pc declared = 4800 pc')).toBeVisible()
  // 1,840 dollars at 129.4 for 4,800 pieces.
  await expect(page.getByLabel('Cost of one')).toHaveValue('49.60')
  await page.getByLabel('Cost of one').fill('60')
  const soda = async () => (await ask(page, 'item.list', { text: demo.soda.code })).items[0]
  const before = (await soda())?.onHand ?? 0
  await keyboard.press('F9')
  await expect(page.getByText(`“${demo.soda.name}” is in the stock.`)).toBeVisible()
  await expect(page.locator('.purchases-entry-states').getByText('Sent to KRA')).toBeVisible()
  const after = await soda()
  expect([(after?.onHand ?? 0) - before, after?.costs?.last]).toEqual([4800_00, 60_00])
  await page.getByRole('button', { name: 'Show the delivery' }).press('Enter')
  await expect(page.getByText('Goods reported to KRA')).toBeVisible()

  await page.evaluate(() => location.assign('#/purchases?customs=all'))
  await choose('PLASTIC TABLEWARE')
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await chooseItem(demo.bread.name)
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await page.getByLabel('Reason').fill('Not ours')
  await keyboard.press('Enter')
  await expect(page.getByText('“PLASTIC TABLEWARE” is rejected.')).toBeVisible()
  await expect(page.getByText('Rejected here')).toBeVisible()
  await expect(page.getByText('Not ours')).toBeVisible()
})
