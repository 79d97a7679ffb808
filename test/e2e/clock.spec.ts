/** Times are Kenya's, as on the receipt and at the authority, wherever the computer believes to be. */
import { toPaperDate, toPaperTime } from '../../core/fiscal/dates.ts'
import { ask, demo, goTo, nextSale, openDemoShop, paper, row, sell } from './steps.ts'
import { expect, test } from './till.ts'

test.use({ timezoneId: 'Pacific/Auckland' })

test('a till in another time zone shows the time of the shop', async ({ till }) => {
  const { page } = till
  expect(await page.evaluate(() => new Date(0).getHours())).toBe(12)
  await openDemoShop(page)
  const number = await sell(page, demo.bread.code)
  await expect(page.getByText('Signed by the authority')).toBeVisible()
  const [sale] = (await ask(page, 'invoice.list', {})).invoices
  const time = toPaperTime(sale?.soldAt ?? 0)
  await expect(paper(page)).toContainText(`Time: ${time}`)
  await nextSale(page)
  await goTo(page, 'Receipts')
  await expect(row(page, `Sale ${number}`)).toContainText(time.slice(0, 5))
  await page.getByRole('radio', { name: 'Today' }).click()
  await expect(row(page, `Sale ${number}`)).toBeVisible()
  await expect(page.getByLabel('Pick a day')).toHaveValue(
    toPaperDate(Date.now()).split('/').toReversed().join('-'),
  )
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page.getByText('No receipts on this day')).toBeVisible()
})
