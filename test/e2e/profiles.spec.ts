/** Sandbox and Production side by side: never mistaken for each other, and neither stops the other. */
import type { Page } from '@playwright/test'
import { startPractice } from '../support/practice.ts'
import { ask, bar, bread, describeDevice, goTo, ledgerOf, row, sell, startShop } from './steps.ts'
import { expect, test } from './till.ts'

/** The stripes round the window, which no picture of it can hide. */
const stripes = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body, '::after').borderImageSource.includes('gradient'))

test('the window works in Production and back, while Sandbox goes on sending', async ({
  till,
  authority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [bread])
  const production = await startPractice()
  await authority.setOffline(true)
  const sale = await sell(page, bread.code)
  expect(await stripes(page)).toBe(true)

  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Connect a device' }).click()
  await page.getByRole('radio', { name: 'Production' }).click()
  await describeDevice(page, { name: 'Duka la Amina, kweli', authorityUrl: production.url })
  await page.getByRole('button', { name: 'Make the profile' }).click()
  await page
    .getByRole('article')
    .filter({ hasText: 'Duka la Amina, kweli' })
    .getByRole('button', { name: 'Work here' })
    .click()
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Work in Production' })
  await expect(confirm).toBeDisabled()
  for (const figure of '4567') await dialog.getByRole('button', { name: figure, exact: true }).click()
  await confirm.click()

  await expect(bar(page)).not.toContainText('SANDBOX')
  expect(await stripes(page)).toBe(false)
  await goTo(page, 'Receipts')
  await expect(page.getByText('No receipts yet')).toBeVisible()
  await goTo(page, 'Items')
  await expect(page.getByText('No items yet')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Device not ready' }).click()
  await page.getByRole('button', { name: 'Initialise the device' }).click()
  await expect(page.getByText('The authority’s answer, as it came')).toBeVisible()
  await expect(bar(page)).toContainText('Authority reachable')

  await authority.setOffline(false)
  const sold = async () => (await ledgerOf(authority)).sales.length
  await expect.poll(sold, { timeout: 30_000 }).toBe(1)
  expect(await ask(page, 'invoice.list', {})).toMatchObject({ invoices: [] })

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Profiles' }).click()
  await page.getByRole('button', { name: 'Work here' }).click()
  await page.getByRole('button', { name: 'Work in the Sandbox' }).click()
  await expect(bar(page)).toContainText('SANDBOX')
  expect(await stripes(page)).toBe(true)
  await goTo(page, 'Receipts')
  await expect(row(page, `Sale ${sale}`)).toContainText('Signed')
  await production.stop()
})
