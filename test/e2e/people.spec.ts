/** People at the till: wrong PINs, the choice of a PIN, and the audit rows. */
import type { Page } from '@playwright/test'
import { ask, bar, bread, enterPin, goTo, ownerPin, startShop, unlock } from './steps.ts'
import { expect, test } from './till.ts'

const lock = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+l')
  await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
}
const person = (page: Page, name: string) => page.getByRole('button', { name })
const said = (page: Page) => page.locator('.unlock-word')

test('a wrong PIN delays the one it was typed for, says what is left, and is shown at the next sign-in', async ({
  demoTill: { page },
}) => {
  await lock(page)
  await person(page, 'Otieno').click()
  await enterPin(page, '9999')
  await expect(said(page)).toContainText('Wrong passcode. 2 tries left before a wait of 5 s.')
  await enterPin(page, '9999')
  await expect(said(page)).toContainText('1 try left before a wait of 5 s.')
  await enterPin(page, '9999')
  await expect(said(page)).toContainText('The last passcode was wrong. Wait')

  await page.getByRole('button', { name: 'Switch user' }).click()
  await person(page, 'Wanjiru').click()
  await expect(said(page)).not.toContainText('Wait')
  await unlock(page, '1234')
  await expect(bar(page)).toContainText('Wanjiru')
  await lock(page)
  await person(page, 'Otieno').click()
  await expect(said(page)).toContainText('1 try left before a wait of 30 s.', { timeout: 15_000 })
  await unlock(page, '1234')
  await expect(bar(page)).toContainText('Otieno')
  await expect(page.getByText('3 wrong passcodes were entered for you since your last sign-in')).toBeVisible()

  await lock(page)
  await person(page, 'Wanjiru').click()
  await unlock(page, '1234')
  await goTo(page, 'Activity')
  await page.getByRole('radio', { name: 'Sign-ins' }).click()
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.filter({ hasText: 'wrong passcodes: Otieno · 3 times' })).toHaveCount(1)
  await expect(page.getByText('3 wrong passcodes were entered for you')).toBeHidden()
  await expect(rows.nth(1)).toContainText('Wanjiru')
  await expect(rows.nth(1)).toContainText('signed in')
  await page.getByRole('radio', { name: 'Settings' }).click()
  await expect(rows.filter({ hasText: 'person added: Otieno · Cashier' })).toHaveCount(1)
})

test('at a locked till the language is the window’s own choice', async ({ demoTill: { page } }) => {
  await lock(page)
  await page.getByRole('button', { name: 'EN / SW' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  expect((await ask(page, 'workspace.state', {})).language).toBe('en')
})

test('a manager takes a PIN of six digits that is not guessed first, and a touch keeps the till open', async ({
  till: { page },
  authority,
}) => {
  await startShop(page, authority.url, [bread])
  await page.evaluate(() => location.assign('#/settings?section=people'))
  const touched = page.waitForRequest((request) => request.postData()?.includes('session.touched') === true)
  await page.getByRole('radio', { name: '5 min' }).click()
  await touched
  await expect.poll(async () => (await ask(page, 'user.list', {})).lockAfterMinutes).toBe(5)
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Otieno')
  await dialog.getByRole('radio', { name: 'Manager' }).click()
  const pin = dialog.getByLabel('Passcode', { exact: true })
  const save = dialog.getByRole('button', { name: 'Save' })
  await pin.fill('4629')
  await save.click()
  await expect(dialog).toContainText('Enter 6–8 digits.')
  await pin.fill('123456')
  await expect(dialog).toContainText('This passcode is easy to guess.')
  await pin.fill('628417')
  await save.click()
  await expect(page.getByText('Otieno saved.')).toBeVisible()

  // The list of people shows the same name until the till is locked.
  await lock(page)
  await person(page, 'Amina').click()
  await unlock(page, ownerPin)
  await expect(bar(page)).toContainText('Amina')
})
