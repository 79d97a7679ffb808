/** From the doors to the first signed sale of a shop of one's own. */
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { bundleOf } from '../support/tillBundle.ts'
import { ask, bar, catchPrints, describeDevice, goTo, nameShop, nextSale, ownerPin, row } from './steps.ts'
import { expect, test } from './till.ts'

/**
 * Counts touches and mouse clicks, also across reloads. Playwright stops a click at the window when its target has moved, and
 * clicks again: the page gets one.
 */
const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  const count = () => {
    document.addEventListener(
      'pointerup',
      () => {
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
      },
      true,
    )
  }
  await page.addInitScript(count)
  await page.evaluate(count)
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}

test('the first run leads to a signed sale in 16 clicks and 4 detours, and a new computer gets all of it from a backup', async ({
  till,
  authority,
  window,
}) => {
  test.slow()
  const { page } = till
  const clicks = await countClicks(page)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  /** Closes the window at a step and opens it again. */
  const returnTo = async (name: string) => {
    await expect(heading(name)).toBeVisible()
    await page.reload()
    await expect(heading(name)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: 'Help' }).locator('.guide-title')).toHaveText('Set up a shop')
  await page.keyboard.press('Escape')
  await nameShop(page)
  await returnTo('Your KRA device')
  await page.getByRole('button', { name: 'Back' }).click()
  await returnTo('Your shop')
  await expect(page.getByLabel('Shop name')).toHaveValue('Duka la Amina')
  await page.getByLabel('Town').fill('Nakuru')
  const sample = page.getByLabel('Sample receipt')
  await expect(sample).toContainText('Duka la Amina')
  await expect(sample).toContainText('Nakuru')
  await page.getByRole('button', { name: 'Continue' }).click()

  await describeDevice(page, { authorityUrl: authority.url })
  await authority.setOffline(true)
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('KRA is offline')).toBeVisible()
  await returnTo('Your KRA device')
  await authority.setOffline(false)
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('KRA answered')).toBeVisible()
  await returnTo('Your KRA device')
  await page.getByRole('button', { name: 'Continue' }).click()

  await returnTo('Your goods')
  await page.getByRole('radio', { name: 'Duka' }).click()
  await page.getByLabel('Price of Bar soap 800 g').fill('195')
  await page.getByRole('button', { name: 'Save 1 item' }).click()
  await expect(page.getByText('Enter how many you have')).toBeVisible()
  await page.getByLabel('In stock now of Bar soap 800 g').fill('10')
  await page.getByRole('button', { name: 'Save 1 item' }).click()

  await returnTo('Your printer')
  const prints = await catchPrints(page)
  await page.getByRole('button', { name: 'Print a test page' }).click()
  await page.getByRole('button', { name: 'Yes, it printed' }).click()
  expect((await prints())[0]).toContain('TEST PAGE')
  await page.getByRole('button', { name: 'Go to the till' }).click()

  const checklist = page.getByRole('region', { name: 'Before the first sale' })
  await expect(checklist.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(4)
  await expect(checklist.getByRole('link', { name: 'Add people' })).toHaveAttribute('href', /people/)
  await page.getByRole('button', { name: /^Bar soap 800 g/ }).click()
  await page.getByRole('button', { name: /^Open a shift to sell/ }).click()
  await page.getByLabel('How many of 1,000').fill('1')
  await page.getByRole('button', { name: /^Open shift/ }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: /^Complete sale/ }).click()
  await expect(page.getByText('Signed by KRA')).toBeVisible()
  // Without the ways back, the failed activation and the forgotten stock it is 16.
  expect(await clicks()).toBe(20)

  await nextSale(page)
  await expect(checklist).toBeHidden()
  await page.reload()
  await expect(bar(page)).toContainText('Duka la Amina')
  await goTo(page, 'Receipts')
  await expect(row(page, 'Sale T1-1')).toContainText('Signed')

  // Another computer has only the disk with the backup.
  if (window === 'electron') return
  await ask(page, 'backup.make', {})
  const { folder, files } = await ask(page, 'backup.list', {})
  const disk = temporaryFolder()
  const name = basename(files[0]?.name ?? '')
  copyFileSync(join(folder, name), join(disk.path, name))
  const data = temporaryFolder()
  const flags = ['--window', '--data', data.path, '--port', '0']
  const other = await startProcess<{ window: string }>(bundleOf('core/cli/gateway.ts'), flags)
  await page.goto(other.ready.window)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByLabel('Your name').fill('Amina')
  await page.getByLabel('Passcode', { exact: true }).fill(ownerPin)
  await page.getByLabel('Passcode again').fill(ownerPin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Choose a backup' }).click()
  const option = (text: string) => page.getByRole('dialog').getByRole('option', { name: text })
  for (const part of ['Whole computer', ...disk.path.split('/').filter(Boolean), name])
    await option(part).first().click()
  await expect(page.getByText('The backup is complete.')).toBeVisible()
  await expect(page.getByText('T1-1')).toBeVisible()
  await page.getByLabel('Shop name on this computer').fill('Duka la Amina')
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByLabel('KRA address').fill(authority.url)
  await page.getByLabel('Amina’s passcode').fill(ownerPin)
  await page.getByRole('button', { name: 'Restore this backup' }).click()
  await expect(page.getByText('The device key is not on this computer.')).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByText('1 item is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Go to the till' }).click()
  await expect(bar(page)).toContainText('Duka la Amina')
  await goTo(page, 'Receipts')
  await expect(row(page, 'Sale T1-1')).toContainText('Signed')
  await other.kill()
  disk.remove()
  data.remove()
})
