/** The drawer's day: opened, counted, moved and closed, by keys alone and by fingers alone. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { ask, catchPrints, demo, sell } from './steps.ts'
import { expect, test } from './till.ts'

const drawerOf = async (page: Page, number: number) => {
  const { report } = await ask(page, 'shift.get', { number })
  return report?.tenders[0]
}

test('a shift is closed with a difference, printed as Z and COPY, and the next one opened, by keys alone', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  await sell(page, demo.bread.code)
  const prints = await catchPrints(page)
  await keyboard.press('Alt+3')
  await expect(page.getByLabel('X report')).toBeVisible()
  await keyboard.press('F6')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await keyboard.type('150')
  await keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Cash in and out' })).toContainText('−150.00')
  // 2,000 at the opening, 70 for the bread, 150 paid out; a thousand and nine hundreds are counted.
  await keyboard.press('F9')
  await expect(page.getByLabel('How many of 1,000')).toBeFocused()
  await keyboard.type('1')
  for (const count of ['', '', '9']) {
    await keyboard.press('Tab')
    await keyboard.type(count)
  }
  await keyboard.press('F9')
  await expect(page.getByText('20.00 is missing.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await keyboard.press('F9')
  // Faster keys are a scanner's.
  await keyboard.type('A coin fell', { delay: 60 })
  await keyboard.press('F9')
  const z = page.getByRole('dialog', { name: 'Z report 1' })
  await expect(z.getByLabel('Z report 1')).toBeVisible()
  expect(await drawerOf(page, 1)).toMatchObject({ expected: 1_920_00, counted: 1_900_00, difference: -20_00 })

  await page.getByRole('button', { name: 'Print', exact: true }).focus()
  await keyboard.press('Enter')
  await expect.poll(prints).toHaveLength(1)
  await keyboard.press('Enter')
  await expect.poll(prints).toHaveLength(2)
  const [first, copy] = await prints()
  expect(first).toContain('A coin fell')
  expect(first).not.toContain('COPY')
  expect(copy).toContain('COPY 1')
  await keyboard.press('Escape')
  await expect(z).toBeHidden()

  await keyboard.press('Alt+1')
  await expect(page.getByRole('button', { name: 'New sale' })).toBeFocused()
  await keyboard.press('Enter')
  const pay = page.getByRole('button', { name: /^Open a shift to sell/ })
  await expect(pay).toBeVisible()
  await keyboard.press('F9')
  await expect(page.getByLabel('How many of 1,000')).toBeFocused()
  await keyboard.type('2')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
  await sell(page, demo.bread.code)
  expect(await drawerOf(page, 2)).toMatchObject({ expected: 2_070_00, counted: null })

  // A shift that was left open says so until the cashier has read it, on each screen.
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await page.reload()
  const long = page.getByText(/^Shift 2 has been open since /)
  await expect(long).toBeVisible()
  await page.clock.fastForward(60_000)
  await keyboard.press('Alt+2')
  await expect(long).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).focus()
  await keyboard.press('Enter')
  await expect(long).toBeHidden()
})

test.describe('by fingers alone, in Kiswahili, on the low screen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('cash is rounded and goes to the safe, and a blind count ends the shift', async ({
    demoTill: till,
  }) => {
    const { page } = till
    await ask(page, 'settings.save', { blindCount: true, roundCash: true })
    await ask(page, 'workspace.setLanguage', { language: 'sw' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    const tap = async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true }).last()
        await expect(button).toBeInViewport({ ratio: 1 })
        await button.tap()
      }
    }
    const { items } = await ask(page, 'item.list', { text: demo.bread.code })
    const lines = items.map(({ id: itemId }) => ({ itemId, quantity: 100 }))
    await ask(page, 'sale.park', { cart: { lines, discount: { kind: 'amount', cents: 40 } } })
    await tap(/^Kando/, 'Endelea nayo', /^Pokea malipo/)
    await expect(page.getByRole('region', { name: 'Zilizopokelewa hadi sasa' })).toContainText(
      'Kukamilisha shilingi0.40Bado kulipwa70.00',
    )
    await expectInOrder(page, 'sw', 'Payment with rounded cash')
    await expectAccessible(page, 'Payment with rounded cash')
    await tap(/^Kamilisha mauzo/)
    await page.getByRole('navigation').getByRole('link', { name: 'Zamu' }).tap()
    await expect(page.getByLabel('Ripoti X')).toContainText('Kukamilisha shilingi')
    await tap(/^Peleka kwenye sefu/)
    const prints = await catchPrints(page)
    await tap('5', '0', '0', /^Hifadhi/, 'Chapisha karatasi')
    await expect.poll(prints).toHaveLength(1)
    expect((await prints())[0]).toContain('500.00')
    await expect(page.getByRole('list', { name: 'Fedha iliyoingia na kutoka' })).toContainText('−500.00')
    await tap(/^Funga zamu/)
    await page.getByLabel('Ngapi za 500').tap()
    await tap('2')
    await page.getByLabel('Ngapi za 200').tap()
    await tap('2', /^Endelea/)
    // Nobody sees what is expected before the count is in.
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Iliyohesabiwa')
    await expect(dialog).not.toContainText('Inayotarajiwa')
    await tap(/^Funga zamu/)
    await expect(dialog).toContainText('170.00 inakosekana.')
    await page.getByRole('radio', { name: 'Sababu haijulikani' }).tap()
    await tap(/^Funga zamu/)
    await expect(page.getByRole('dialog', { name: 'Ripoti Z 1' })).toContainText('TOFAUTI')
    expect(await drawerOf(page, 1)).toMatchObject({ expected: 1_570_00, difference: -170_00 })
  })
})
