/** A manager approves one act at the cashier's till, by keys alone and by fingers alone. */
import type { Page } from '@playwright/test'
import { ask, cart, demo, lines, scan } from './steps.ts'
import { expect, test } from './till.ts'

const approvalsOf = async (page: Page) => {
  const { report } = await ask(page, 'shift.get', { number: 1 })
  return report?.approvals
}

test('a discount above the limit and a removed line take a passcode over the running sale, by keys alone', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const { acts } = await ask(page, 'settings.get', {})
  const change = { cashier: 'approval', manager: 'allowed', owner: 'allowed' } as const
  await ask(page, 'settings.save', { acts: { ...acts, voidLine: change, voidSale: change } })
  await keyboard.press('Control+l')
  await page.getByRole('button', { name: 'Otieno' }).press('Enter')
  await keyboard.type('1234', { delay: 50 })
  await keyboard.press('Enter')
  await expect(cart(page)).toBeVisible()
  await scan(page, demo.soap.code)
  await expect(lines(page)).toHaveCount(1)
  const dialog = page.getByRole('dialog', { name: 'Approval needed' })
  // The line that was just added may be corrected.
  await keyboard.type('3*', { delay: 50 })
  await scan(page, demo.bread.code)
  const keptQuantity = async () =>
    (await ask(page, 'sale.drafts', {})).drafts[0]?.draft.cart.lines.at(-1)?.quantity
  await expect.poll(keptQuantity).toBe(3_00)
  await keyboard.press('F6')
  await keyboard.type('2', { delay: 50 })
  // Before the sale of two is kept.
  await keyboard.press('Enter')
  await keyboard.press('Delete')
  await expect(dialog).toContainText('Remove goods from a sale')
  await keyboard.press('Escape')
  await expect(lines(page)).toHaveCount(2)
  await keyboard.press('Delete')
  await expect(dialog).toContainText('140.00')
  await keyboard.type('1234', { delay: 50 })
  // The answer gets lost. The window asks again by itself, and the line counts once.
  await page.route('**/bridge/call', async (route) => {
    const { name, approval } = route.request().postDataJSON()
    if (name !== 'sale.void' || !approval) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await keyboard.press('F9')
  await expect(lines(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()
  await keyboard.press('F8')
  await keyboard.type('99', { delay: 50 })
  await keyboard.press('Enter')
  await expect(cart(page)).toContainText('1.95')
  await keyboard.press('F9')
  await keyboard.press('Enter')
  await expect(dialog).toContainText('Discount above the limit')
  await expect(dialog).toContainText('193.05')
  // Nobody approves: the sale waits as it was.
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('more than 10 %')
  await keyboard.press('Enter')
  await expect(dialog).toContainText('Wanjiru')
  await keyboard.type('9876', { delay: 50 })
  await keyboard.press('F9')
  await expect(dialog).toContainText('Wrong passcode.')
  await keyboard.type('1234', { delay: 50 })
  await keyboard.press('F9')
  await expect(page.getByRole('status').filter({ hasText: 'Paid in full' })).toContainText('1.95')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Otieno')
  expect(await approvalsOf(page)).toEqual([
    { act: 'discountAbove', approver: 'Wanjiru', count: 1, total: 193_05 },
    { act: 'voidLine', approver: 'Wanjiru', count: 1, total: 140_00 },
  ])
})

test.describe('by fingers alone, in Kiswahili, on the low screen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('more cash than the drawer holds is paid out with a passcode', async ({ demoTill: till }) => {
    const { page } = till
    await ask(page, 'workspace.setLanguage', { language: 'sw' })
    const tap = async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true }).last()
        await expect(button).toBeInViewport({ ratio: 1 })
        await button.tap()
      }
    }
    await ask(page, 'session.lock', {})
    await tap(/^Otieno/, '1', '2', '3', '4', /^Fungua/)
    await page.getByRole('navigation').getByRole('link', { name: 'Zamu' }).tap()
    await tap(/^Toa/)
    await tap('9', '9', '9', '9', /^Hifadhi/)
    const dialog = page.getByRole('dialog', { name: 'Idhini inahitajika' })
    await expect(dialog).toContainText('Kutoa fedha zaidi ya zilizo kwenye droo')
    await page.getByRole('radio', { name: 'Duka linaihitaji' }).tap()
    await tap('1', '2', '3', '4', /^Idhinisha/)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: 'Fedha iliyoingia na kutoka' })).toContainText('−9,999.00')
    expect(await approvalsOf(page)).toMatchObject([{ act: 'cashAboveDrawer', total: 9_999_00 }])
  })
})
