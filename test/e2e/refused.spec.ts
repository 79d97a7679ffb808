/** The authority refuses a sale for its content: the others are sent, and a person sees the remedy. */
import { ask, bar, bread, goTo, nextSale, row, sell, soap, startShop } from './steps.ts'
import { expect, test } from './till.ts'

test('a refused sale does not block the next sale, is corrected, and is signed', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [{ ...soap, stock: 2_00 }, bread])
  await ask(page, 'settings.save', { blockBelowStock: false })
  const tooMany = await sell(page, soap.code, soap.code, soap.code)
  await expect(page.getByText('KRA rejected this receipt. The sale is saved')).toBeVisible()
  await nextSale(page)
  const next = await sell(page, bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await expect(bar(page)).toContainText('1 to fix')

  await goTo(page, 'KRA')
  const refused = row(page, `Sale ${tooMany}`)
  await expect(refused).toContainText('you sold more “Bar soap 800 g” than KRA has on record')
  await page.getByRole('radio', { name: 'Waiting' }).click()
  await expect(row(page, 'Stock, 1 item')).toContainText(
    'Fix that document; this one is then sent automatically.',
  )
  await page.getByRole('radio', { name: 'To fix' }).click()
  await page.getByRole('button', { name: 'EN / SW' }).click()
  const refusedHere = row(page, `Mauzo ${tooMany}`)
  await expect(refusedHere).toContainText('Imekataliwa')
  await expect(refusedHere).toContainText('umeuza “Bar soap 800 g” nyingi kuliko zilizo kwenye rekodi za KRA')
  await refusedHere.getByRole('button', { name: 'Rekebisha' }).click()
  await expect(page.getByText('Andika bidhaa zilizoingia. Kisha tuma hati hii tena.')).toBeVisible()
  await page.getByRole('button', { name: 'EN / SW' }).click()

  await page.getByRole('button', { name: 'Add stock' }).click()
  await page.getByLabel(`Quantity of ${soap.name}`).fill('10')
  await page.getByRole('button', { name: 'Save 1 item' }).click()
  await expect(bar(page)).toContainText('All sent to KRA')
  await goTo(page, 'Receipts')
  for (const number of [tooMany, next]) await expect(row(page, `Sale ${number}`)).toContainText('Signed')
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
  // The queue opens on what waits for a person once there is something.
  await expect(bar(page)).toContainText('1 to fix')
  await goTo(page, 'KRA')
  await expect(row(page, `Sale ${number}`)).toContainText(`KRA rejected it: “${words}”.`)
  await row(page, `Sale ${number}`).click()
  await page.getByRole('button', { name: 'Cancel document' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The customer has the goods and has paid')
  const confirm = dialog.getByRole('button', { name: 'Cancel document' })
  await expect(confirm).toBeDisabled()
  await page.getByLabel('Reason').fill('rung up anew as a credit sale')
  await confirm.click()
  await expect(bar(page)).toContainText('All sent to KRA')
  await page.getByRole('radio', { name: 'All' }).click()
  await expect(row(page, `Sale ${number}`)).toContainText(
    '“rung up anew as a credit sale”. It stays on record.',
  )
})
