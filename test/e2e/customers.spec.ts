/** A debt from the sale to the last payment: by keys alone, and by fingers alone. */
import type { Page } from '@playwright/test'
import { ask, catchPrints, demo, lines, scan } from './steps.ts'
import { expect, test } from './till.ts'

const amani = async (page: Page) => {
  const { customers } = await ask(page, 'customer.list', { text: '0712 345 678' })
  return customers[0]
}

test('a customer is added, buys on credit up to the limit, pays, and gets a paper, by keys alone', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const type = (text: string) => keyboard.type(text, { delay: 60 })
  await keyboard.press('Alt+4')
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await keyboard.press('F4')
  await expect(page.getByLabel('Name')).toBeFocused()
  await type('Baba Otis')
  await keyboard.press('Tab')
  await type('0112 000')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('This is no phone number')
  await type(' 345')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await type('300')
  await keyboard.press('F9')
  const panel = page.getByRole('complementary', { name: 'Baba Otis' })
  await expect(panel).toContainText('0112000345')

  await keyboard.press('Alt+1')
  // A scan before Sell is there is refused in words.
  await expect(page.locator('.sell-search input')).toBeFocused()
  await scan(page, demo.soap.code)
  await expect(lines(page)).toHaveCount(1)
  await keyboard.press('F9')
  await keyboard.press('Shift+F6')
  await expect(page.getByText('No customer is chosen.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await type('+254 112')
  await expect(page.getByRole('button', { name: 'Use Baba Otis' })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByText('Owed now 0.00, after this sale 195.00, limit 300.00.')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'New sale' })).toBeFocused()

  const prints = await catchPrints(page)
  await keyboard.press('Alt+4')
  await page.getByRole('button', { name: /^Add a customer/ }).waitFor()
  await keyboard.press('F2')
  await type('otis')
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = page.getByRole('row', { name: /Baba Otis/ })
  await expect(row).toContainText('195.00')
  await row.focus()
  await keyboard.press('Enter')
  await expect(panel).toContainText('105.00 left of 300.00')
  await keyboard.press('F9')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await keyboard.press('Control+a')
  await type('200')
  await keyboard.press('F9')
  await expect(page.getByText('Enter an amount from 0.01 to 195.00.')).toBeVisible()
  await keyboard.press('Control+a')
  await type('95')
  await keyboard.press('F9')
  const slip = page.getByRole('button', { name: 'Print the acknowledgement', exact: true })
  await slip.focus()
  await keyboard.press('Enter')
  await expect.poll(prints).toHaveLength(1)
  const [paper] = await prints()
  expect(paper).toContain('This is not a fiscal receipt.')
  expect(paper).toContain('STILL OWED')
  await expect(panel).toContainText('100.00')
  await keyboard.press('F6')
  await expect(page.getByRole('dialog', { name: 'Statement of Baba Otis' })).toBeVisible()
  await keyboard.press('F9')
  await expect.poll(prints).toHaveLength(2)
  expect((await prints())[1]).toContain('= 100.00')
})

test.describe('by fingers alone, in Kiswahili, on the low screen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('a debt is sold and a chosen sale is paid', async ({ demoTill: till }) => {
    const { page } = till
    await ask(page, 'workspace.setLanguage', { language: 'sw' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    const tap = async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true }).last()
        await expect(button).toBeInViewport({ ratio: 1 })
        await button.tap()
      }
    }
    for (const goods of [demo.bread, demo.soap]) {
      await page.getByRole('region', { name: 'Bidhaa' }).getByRole('button', { name: goods.name }).tap()
      await tap(/^Mteja/)
      await page.getByRole('list', { name: 'Wateja wa duka' }).getByText('Mama Amani').tap()
      await tap(/^Pokea malipo/, /^Zaidi/, /^Kwa mkopo/)
      await expect(page.getByText('Mama Amani anadaiwa.')).toBeVisible()
      await tap(/^Kamilisha mauzo/, /^Mauzo mapya/)
    }
    const owed = (await amani(page))?.owed ?? 0
    await page.getByRole('navigation').getByRole('link', { name: 'Wateja' }).tap()
    await page.getByRole('radio', { name: 'Wenye deni' }).tap()
    await page.getByRole('grid').getByText('Mama Amani').tap()
    await tap(/^Pokea malipo/)
    await page.getByRole('radio', { name: 'Mauzo yaliyochaguliwa' }).tap()
    await page.getByRole('list', { name: 'Mauzo yaliyochaguliwa' }).getByText('T1-2').tap()
    await expect(page.getByLabel('Kiasi')).toHaveValue('195.00')
    await tap(/^Pokea malipo/)
    await expect(page.getByText('Mama Amani amelipa KSh 195.00.')).toBeVisible()
    expect((await amani(page))?.owed).toBe(owed - 195_00)
  })
})
