/** Goods of an earlier sale come back, others go, and the customer pays or gets the difference. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { ask, cart, catchPrints, demo, goTo, lines, row, scan } from './steps.ts'
import { expect, test } from './till.ts'

/** Two soaps of 195.00, paid in cash. */
async function sold(page: Page) {
  const { items } = await ask(page, 'item.list', {})
  const soap = items.find(({ name }) => name === demo.soap.name)
  return ask(page, 'sale.complete', {
    lines: [{ itemId: soap?.id ?? 0, quantity: 200 }],
    tenders: [{ method: '01', amount: 390_00 }],
    requestId: 'a-sale-to-exchange',
  })
}
/** Cash that the drawer should hold. */
const expected = async (page: Page) =>
  (await ask(page, 'shift.get', { number: 1 })).report?.drawer.expected ?? 0

test('by keys: goods that are worth less give the difference back by M-PESA, and both papers print', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const sale = await sold(page)
  const before = await expected(page)
  await goTo(page, 'Receipts')
  await row(page, `Sale ${sale.number}`).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: /^Exchange/ })).toBeDisabled()
  await page.getByRole('dialog').getByRole('textbox').first().fill('1')
  await keyboard.press('F8')
  const returned = page.getByRole('region', { name: `Returned from ${sale.number}` })
  await expect(returned).toContainText('−195.00')
  await scan(page, demo.bread.code)
  await expect(lines(page)).toHaveCount(1)
  await expect(cart(page)).toContainText('Give back KSh')
  // A reload loses neither.
  await page.reload()
  const prints = await catchPrints(page)
  await expect(returned).toContainText(demo.soap.name)
  await keyboard.press('F9')
  await expect(returned).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Change' })).toContainText('125.00')
  await keyboard.press('F7')
  await expect(page.getByRole('status').filter({ hasText: 'M-PESA' })).toContainText('125.00')
  await keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Give back · M-PESA' })).toContainText('125.00')
  expect(await expected(page)).toBe(before)
  const newest = async () => (await ask(page, 'invoice.list', {})).invoices.slice(0, 2)
  await expect
    .poll(async () => (await newest()).map(({ kind, total, state }) => [kind, total, state]))
    .toEqual([
      ['sale', 70_00, 'signed'],
      ['creditNote', -195_00, 'signed'],
    ])
  await keyboard.press('Control+p')
  await expect.poll(prints).toHaveLength(2)
  const [note, receipt] = await prints()
  expect(note).toContain('CREDIT NOTE')
  expect(receipt).toContain(demo.bread.name)
})

test.describe('by fingers alone, in Kiswahili, on the low screen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('the customer pays only the difference', async ({ demoTill: till }) => {
    const { page } = till
    await ask(page, 'workspace.setLanguage', { language: 'sw' })
    const sale = await sold(page)
    const before = await expected(page)
    const look = async (name: string) => {
      await expectAccessible(page, name)
      await expectInOrder(page, 'sw', name)
    }
    const tap = async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true }).last()
        await expect(button).toBeInViewport({ ratio: 1 })
        await button.tap()
      }
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Risiti' }).tap()
    await page.getByRole('grid').getByText(sale.number).tap()
    await tap(/^Rejesha/, `${demo.soap.name}: ongeza moja`, /^Badilisha/)
    const returned = page.getByRole('region', { name: `Zilizorudishwa za ${sale.number}` })
    await expect(returned).toContainText('−195.00')
    await tap(/^Cooking oil/)
    await expect(page.locator('output').last()).toHaveText('150.00')
    await look('Sell')
    await tap(/^Pokea malipo/)
    await expect(returned).toBeVisible()
    await look('Payment')
    await tap(/^Kamilisha/)
    await expect(page.getByRole('complementary').last()).toContainText('150.00')
    await look('the receipt')
    expect(await expected(page)).toBe(before + 150_00)
  })
})
