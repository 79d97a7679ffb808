/** Sandbox and Production side by side: never mistaken for each other, and neither stops the other. */
import type { Page, Route } from '@playwright/test'
import {
  ask,
  bar,
  bread,
  cart,
  connectShop,
  describeDevice,
  goTo,
  hearNothing,
  ledgerOf,
  lines,
  nameShop,
  openPayment,
  ownerPin,
  row,
  scan,
  sell,
  startShop,
  unlock,
} from './steps.ts'
import { expect, test } from './till.ts'

/** The stripes round the window, which no picture of it can hide. */
const stripes = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body, '::after').borderImageSource.includes('gradient'))

const realName = 'Duka la Amina, kweli'

/** The owner's steps in a window to work in Production, or in the only Sandbox. */
async function switchTo(page: Page, environment: 'Production' | 'the practice shop') {
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Shops on this computer' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  if (environment === 'Production') {
    for (const figure of '4567') await dialog.getByRole('button', { name: figure, exact: true }).click()
  }
  await dialog
    .getByRole('button', { name: environment === 'Production' ? 'Open real shop' : 'Open practice shop' })
    .click()
  await expect(page.getByText('This window now uses')).toBeVisible()
}

async function confirmProduction(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Open real shop' })
  await expect(confirm).toBeDisabled()
  for (const figure of '4567') await dialog.getByRole('button', { name: figure, exact: true }).click()
  await confirm.click()
}

test('the window works in Production and back, while Sandbox still sends', async ({
  till,
  authority,
  openAuthority,
}) => {
  const { page } = till
  await startShop(page, authority.url, [bread])
  const production = await openAuthority()
  await authority.setOffline(true)
  const sale = await sell(page, bread.code)
  expect(await stripes(page)).toBe(true)

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Shops on this computer' }).click()
  await page.getByRole('button', { name: 'Connect to KRA' }).click()
  await page.getByRole('radio', { name: 'Production' }).click()
  await describeDevice(page, { name: realName, authorityUrl: production.url })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('article')
    .filter({ hasText: realName })
    .getByRole('button', { name: 'Open', exact: true })
    .click()
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Open real shop' })
  await expect(confirm).toBeDisabled()
  await page.keyboard.press('Enter')
  for (const figure of '4567') await dialog.getByRole('button', { name: figure, exact: true }).click()
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Backspace')
  await expect(confirm).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')

  await expect(bar(page)).not.toContainText('PRACTICE')
  expect(await stripes(page)).toBe(false)
  await goTo(page, 'Receipts')
  await expect(page.getByText('No receipts yet')).toBeVisible()
  await goTo(page, 'Items')
  await expect(page.getByText('No items yet')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Device not activated' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByText('KRA answer')).toBeVisible()
  await expect(bar(page)).toContainText('KRA online')

  await authority.setOffline(false)
  const sold = async () => (await ledgerOf(authority)).sales.length
  await expect.poll(sold, { timeout: 30_000 }).toBe(1)
  expect(await ask(page, 'invoice.list', {})).toMatchObject({ invoices: [] })

  await switchTo(page, 'the practice shop')
  await expect(bar(page)).toContainText('PRACTICE')
  expect(await stripes(page)).toBe(true)
  await goTo(page, 'Receipts')
  await expect(row(page, `Sale ${sale}`)).toContainText('Signed')
})

/** A shop that sells bread in its Sandbox, a Production beside it, and a second window for the owner. */
async function openSecondWindow(page: Page, authorityUrl: string) {
  await startShop(page, authorityUrl, [bread])
  const { taxpayerPin } = (await ask(page, 'workspace.state', {})).currentProfile!
  const production = {
    environment: 'production',
    branchId: '01',
    deviceSerial: 'KT-2',
    authorityUrl,
  } as const
  const { id } = await ask(page, 'profile.create', { name: realName, taxpayerPin, ...production })
  const owner = await page.context().newPage()
  await owner.goto(page.url())
  return { owner, production: id }
}

/** Bread is in the sale, and the window asks how it is paid. */
async function ringUp(page: Page) {
  await scan(page, bread.code)
  await expect(lines(page)).toHaveCount(1)
  await openPayment(page)
}

test.describe('with two windows', () => {
  test.skip(({ window }) => window === 'electron', 'the desktop till has one window')

  test('a switch at one is followed and reported at the other, and an open sale waits in its profile', async ({
    till: { page },
    authority,
  }) => {
    const { owner } = await openSecondWindow(page, authority.url)
    await ringUp(page)
    await switchTo(owner, 'Production')

    const notice = page.getByRole('alertdialog')
    await expect(notice).toContainText(`This till now uses “${realName}” (real sales)`)
    await notice.getByRole('button', { name: 'Continue' }).click()
    await expect(bar(page)).toContainText(realName)
    expect(await stripes(page)).toBe(false)
    await expect(cart(page)).toContainText('Ready for the next sale')
    await expect(page.getByText(bread.name)).toHaveCount(0)
    await expect(owner.getByRole('alertdialog')).toHaveCount(0)

    await switchTo(owner, 'the practice shop')
    await expect(notice).toContainText('This till now uses “Duka la Amina” (practice)')
    await page.keyboard.press('Escape')
    await expect(notice).toBeHidden()
    expect(await stripes(page)).toBe(true)
    await page.getByRole('button', { name: /^Complete sale/ }).click()
    await expect(page.getByRole('heading', { name: /^Sale / })).toBeVisible()
    await expect.poll(async () => (await ledgerOf(authority)).sales.length).toBe(1)
  })

  test('what is paid before the switch is heard of is not booked in the other profile', async ({
    till: { page },
    authority,
  }) => {
    const { owner, production } = await openSecondWindow(page, authority.url)
    await hearNothing(page)
    await ringUp(page)
    await ask(owner, 'profile.switch', { id: production })
    await page.getByRole('button', { name: /^Complete sale/ }).click()
    await expect(page.getByRole('alertdialog')).toContainText(`uses “${realName}” (real sales)`)
    expect(await ask(page, 'invoice.list', {})).toMatchObject({ invoices: [] })
    expect((await ledgerOf(authority)).sales).toEqual([])
  })
  test('a sale whose answer was lost before the switch is booked once, where it was made', async ({
    till: { page },
    authority,
  }) => {
    const { owner, production } = await openSecondWindow(page, authority.url)
    const { id: sandbox } = (await ask(page, 'workspace.state', {})).currentProfile!
    await hearNothing(page)
    await ringUp(page)
    const loseAnswer = async (route: Route) => {
      if (!route.request().postData()?.includes('sale.complete')) return route.fallback()
      await route.fetch()
      await route.abort()
    }
    await page.route('**/bridge/call', loseAnswer)
    await page.getByRole('button', { name: /^Complete sale/ }).click()
    const again = page.getByRole('button', { name: 'Ask again' })
    await expect(again).toBeVisible()
    await page.unroute('**/bridge/call', loseAnswer)

    await ask(owner, 'profile.switch', { id: production })
    await again.click()
    await expect(page.getByRole('alertdialog')).toContainText(`uses “${realName}” (real sales)`)
    await page.keyboard.press('Escape')
    expect(await ask(page, 'invoice.list', {})).toMatchObject({ invoices: [] })

    await ask(owner, 'profile.switch', { id: sandbox })
    await scan(page, bread.code)
    await expect(page.getByRole('alertdialog')).toContainText('uses “Duka la Amina” (practice)')
    await page.keyboard.press('Escape')
    await again.click()
    await expect(page.getByRole('heading', { name: /^Sale / })).toBeVisible()
    expect((await ask(page, 'invoice.list', {})).invoices).toHaveLength(1)
  })
})

test('the real shop knows nobody of the demo shop: it asks for its owner, and shows no PIN', async ({
  demoTill: till,
  authority,
}) => {
  const { page } = till
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Shops on this computer' }).click()
  await page.getByRole('button', { name: 'Connect to KRA' }).click()
  await page.getByRole('radio', { name: 'Production' }).click()
  await describeDevice(page, { name: 'Duka la Amina', authorityUrl: authority.url })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()

  const whose = page.getByRole('dialog', { name: 'Who owns “Duka la Amina”?' })
  const goOn = whose.getByRole('button', { name: 'Continue' })
  await whose.getByLabel('Passcode', { exact: true }).fill(ownerPin)
  await whose.getByLabel('Passcode again').fill(ownerPin)
  await whose.getByLabel('Your name').fill('Wanjiru')
  await expect(whose).toContainText('Another person already has this name')
  await expect(goOn).toBeDisabled()
  await whose.getByLabel('Your name').fill('Amina')
  await goOn.click()
  await confirmProduction(page)
  await expect(bar(page)).toContainText('Amina')
  await expect(bar(page)).not.toContainText('PRACTICE')

  await page.keyboard.press('Control+l')
  await expect(page.getByRole('heading', { name: 'Amina’s passcode' })).toBeVisible()
  await expect(page.getByText('Practice passcode')).toBeHidden()
  await expect(page.getByText('Wanjiru')).toBeHidden()
  await unlock(page, ownerPin)

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Shops on this computer' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Open practice shop' }).click()
  await expect(bar(page)).toContainText('PRACTICE')
  await page.keyboard.press('Control+l')
  await page.getByRole('button', { name: 'Otieno' }).click()
  await expect(page.getByText('Practice passcode 1234')).toBeVisible()
})

test('a device begins however early one presses', async ({ till, authority, window }) => {
  test.skip(window === 'electron', 'what the window asks is held up in a browser only')
  const { page } = till
  // A slow computer takes its time to come to the profile that was made.
  let made = false
  await page.route('**/bridge/call', async (route) => {
    const asked = route.request().postData() ?? ''
    made ||= asked.includes('"profile.create"')
    if (made && /"(workspace\.state|profile\.switch)"/.test(asked)) await page.waitForTimeout(1_500)
    await route.fallback()
  })
  await connectShop(page, authority.url)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a mistyped device is corrected where it was refused, and again in Settings', async ({
  till,
  authority,
}) => {
  const { page } = till
  await authority.control('PUT', '/devices/P051234567X/00/KT-2026-0O01', { approved: false })
  await nameShop(page)
  await describeDevice(page, { authorityUrl: 'etims' })
  await page.getByText('Advanced', { exact: true }).click()
  const serial = page.getByLabel('Device serial number')
  const address = page.getByLabel('KRA address')
  const activate = page.getByRole('button', { name: 'Activate' })
  await serial.fill('KT 2026')
  await activate.click()
  const wrong = page.locator('input[aria-invalid]')
  await expect(wrong).toHaveCount(2)
  await expect(serial).toBeFocused()
  await expect(page.getByText('Enter it without spaces: letters, digits and signs')).toBeVisible()
  await serial.fill(' KT-2026-0O01 ')
  await activate.click()
  // The address is under Advanced, which opens by itself.
  await expect(address).toBeFocused()
  await address.fill(`${new URL(authority.url).origin}/elsewhere `)
  await expect(wrong).toHaveCount(0)
  await activate.click()
  await expect(page.getByText('A server answers at this address, but not as KRA does.')).toBeVisible()
  await address.fill(authority.url)
  await activate.click()
  await expect(page.getByText('check the tax PIN, branch and serial number')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Tax PIN of the shop')).toHaveValue('P051234567X')
  await serial.fill('KT-2026-0001')
  await activate.click()
  await expect(page.getByText('KRA answered')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Go to the till' }).click()

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Device' }).click()
  await page.getByRole('button', { name: 'Fix connection' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('KRA knows this device')
  await expect(dialog.getByLabel('Device serial number')).toBeHidden()
  await dialog.getByLabel('Shop name on this computer').fill('Duka la Amina na Wanjiru')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  // Receipts keep the name that they have in Shop & receipt.
  await expect(bar(page)).toContainText('Duka la Amina')
  await goTo(page, 'Settings')
  await expect(page.getByRole('link', { name: 'Shops on this computer' })).toContainText('na Wanjiru')
  await expect(bar(page)).toContainText('KRA online')
})
