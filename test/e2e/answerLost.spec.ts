/** The authority takes a sale and the connection is cut before its answer: neither lost nor there twice. */
import { bar, bread, goTo, ledgerOf, paper, row, sell, startShop } from './steps.ts'
import { expect, test } from './till.ts'

test('a sale whose answer is lost is found at the authority and ends with its signature', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [bread])
  await authority.control('PUT', '/faults', [
    { kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    { kind: 'drop', paths: ['/selectInvoiceDetails'] },
  ])
  const number = await sell(page, bread.code)
  await expect(page.getByText('Sent, but the answer was lost. Do not ring it up again')).toBeVisible()
  await goTo(page, 'KRA')
  await expect(page.getByRole('region', { name: 'Waiting' })).toContainText(
    `Kaunta asks KRA about number ${number} first`,
  )
  // Nobody can do anything about it.
  await expect(bar(page)).toContainText('1 waiting')
  await expect(bar(page)).not.toContainText('to fix')

  await authority.control('DELETE', '/faults')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(bar(page)).toContainText('All sent to KRA')
  const { sales } = await ledgerOf(authority)
  expect(sales).toHaveLength(1)
  expect(sales[0]).toMatchObject({ number: 1, request: { trdInvcNo: number } })
  await goTo(page, 'Receipts')
  await row(page, `Sale ${number}`).click()
  const signature = sales[0]?.receipt.rcptSign.match(/.{4}/g)?.join('-') ?? 'none'
  await expect(paper(page)).toContainText(signature)
})
