/** A newcomer in the demo shop pulls the plug of the practice authority, sells on, and plugs it in again. */
import type { Page } from '@playwright/test'
import { allDocuments, bar, cause, demo, goTo, nextSale, row, sell } from './steps.ts'
import { expect, test } from './till.ts'

async function pretend(page: Page, mode: string) {
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Practise an outage' }).click()
  await page.getByRole('radio', { name: mode }).click()
  await expect(page.getByRole('radio', { name: mode })).toBeChecked()
}

test('the demo shop sells on through an outage that is only pretended', async ({ demoTill: till }) => {
  const { page } = till
  await pretend(page, 'Is offline')
  await goTo(page, 'Sell')
  const number = await sell(page, demo.bread.code)
  await expect(page.getByText('Awaiting the KRA signature. The sale is saved')).toBeVisible()
  await nextSale(page)
  await expect(bar(page)).toContainText('KRA offline since')
  await goTo(page, 'KRA')
  await expect(page.getByText('Practice: KRA is offline.')).toBeVisible()
  await page.getByRole('button', { name: 'End the practice outage' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(bar(page)).toContainText('All sent to KRA')
  await goTo(page, 'Receipts')
  await expect(row(page, `Sale ${number}`)).toContainText('Signed')
})

test('answers that get lost and a sale that is refused can be practised too', async ({ demoTill: till }) => {
  const { page } = till
  await expect(bar(page)).toContainText('All sent to KRA')
  await pretend(page, 'Loses its answers')
  await goTo(page, 'Sell')
  const lost = await sell(page, demo.bread.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await nextSale(page)
  await goTo(page, 'KRA')
  await allDocuments(page, 'Sent today')
  await row(page, `Sale ${lost}`).click()
  await expect(page.getByText('Sent · answer lost')).toBeVisible()
  await expect(page.getByText('Asked KRA about it · accepted')).toBeVisible()

  await pretend(page, 'Rejects the next sale')
  await goTo(page, 'Sell')
  const refused = await sell(page, demo.milk.code)
  await expect(page.getByText('KRA rejected this receipt. The sale is saved')).toBeVisible()
  await nextSale(page)
  await sell(page, demo.soda.code)
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  await goTo(page, 'KRA')
  await expect(page.getByText('Practice: KRA rejects one sale.')).toBeHidden()
  await cause(page, `Sale ${refused}`)
    .getByRole('button', { name: /again|send/ })
    .click()
  await expect(bar(page)).toContainText('All sent to KRA')
})
