/** Goods by keys between two branches of one taxpayer at one authority: sent with a note, taken in with a difference. */
import {
  ask,
  bread,
  catchPrints,
  connection,
  expectEqualStock,
  row,
  scan,
  soap,
  soapClass,
  startShop,
} from './steps.ts'
import { expect, test } from './till.ts'

test('goods are sent to a branch, which counts them and takes them in', async ({ till, authority }) => {
  const { page } = till
  const { keyboard } = page
  await startShop(page, authority.url, [soap, bread])
  const onHand = async (code: string) => (await ask(page, 'item.list', { text: code })).items[0]?.onHand
  const head = (await ask(page, 'workspace.state', {})).currentProfile!
  const goTo = async ({ id, name }: { id: string; name: string }) => {
    await ask(page, 'profile.switch', { id })
    // By the shop's name: the dialog of the switch before may still be open.
    await page.getByRole('button', { name: `Continue in “${name}”` }).click()
    await keyboard.press('Alt+6')
    await page.getByRole('radio', { name: 'Transfers' }).press('Enter')
  }
  // The branch calls the soap otherwise, and has no barcode for it.
  const branch = await ask(page, 'profile.create', {
    ...connection(authority.url),
    ...{ name: 'Duka la Kisumu', branchId: '01', deviceSerial: 'KT-2026-0002' },
  })
  await ask(page, 'profile.switch', { id: branch.id })
  await ask(page, 'device.initialize', {})
  const made = { taxType: 'B', itemClass: soapClass, price: 195_00, opening: 1_25 } as const
  await ask(page, 'item.save', { ...made, name: 'Sabuni ya mche' })
  await ask(page, 'item.save', { ...made, name: 'Mkate', barcode: bread.code, taxType: 'C' })
  await expectEqualStock(till, authority)

  await goTo(head)
  const printed = await catchPrints(page)
  await expect(page.getByText('Nothing is arriving')).toBeVisible()
  await keyboard.press('F4')
  await expect(page.getByRole('heading', { name: 'Send goods to a branch' })).toBeVisible()
  await scan(page, bread.code)
  await keyboard.press('F9')
  await expect(page.getByText('Choose the branch.')).toBeVisible()
  await keyboard.press('Enter')
  await page.getByRole('option', { name: 'Branch 01 (01)' }).press('Enter')
  await page.getByLabel(`Quantity: ${bread.name}`).fill('9999')
  await keyboard.press('F9')
  await expect(page.getByText(`of “${bread.name}” are in stock.`)).toBeVisible()
  await page.getByLabel(`Quantity: ${bread.name}`).fill('10')
  await scan(page, soap.code)
  await page.getByLabel(`Quantity: ${soap.name}`).fill('3.25')
  await page.getByLabel('Remark').fill('Kamau drives')
  await keyboard.press('F9')
  await expect(page.getByRole('heading', { name: 'Transfer 1 sent' })).toBeVisible()
  await expect(page.getByText('Reported to KRA')).toBeVisible()
  expect([await onHand(bread.code), await onHand(soap.code)]).toEqual([10_00, 16_75])
  await keyboard.press('F7')
  await expect.poll(printed).toEqual([expect.stringContaining('01 Branch 01')])
  await keyboard.press('Escape')
  await expect(row(page, 'Branch 01 (01)')).toContainText('Kamau drives')
  await expectEqualStock(till, authority)

  await goTo(branch)
  await page.getByRole('radio', { name: 'Arriving' }).press('Enter')
  await page.getByRole('button', { name: 'Ask KRA' }).press('Enter')
  await row(page, 'Headquarter (00)').press('Enter')
  await expect(page.getByRole('heading', { name: 'From Headquarter (00)' })).toBeVisible()
  await page.getByRole('button', { name: `Choose the item: ${soap.name}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('Sabuni')
  await expect(dialog.getByRole('button', { name: 'Sabuni ya mche' }).last()).toBeVisible()
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByLabel(`Counted: ${bread.name}`).fill('7')
  await page.getByLabel(`Counted: ${bread.name}`).blur()
  await scan(page, bread.code)
  await expect(page.getByText('2 pc missing')).toBeVisible()
  await keyboard.press('F8')
  await expect(page.getByText('All there')).toBeVisible()
  await keyboard.press('F9')
  await expect(page.getByText('1 line differs from what was sent.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transfer 1 received' })).toBeVisible()
  await expect(page.getByText('Reported to KRA')).toBeVisible()
  expect([await onHand('Mkate'), await onHand('Sabuni')]).toEqual([9_25, 4_50])
  await expectEqualStock(till, authority)
  await keyboard.press('Escape')
  await expect(row(page, 'Headquarter (00)')).toContainText('1 difference')
})
