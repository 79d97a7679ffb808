/** Papers that are no fiscal document: a proforma that becomes a sale, and a day in training. */
import { expectAccessible, expectInOrder } from './inOrder.ts'
import { ask, bar, catchPrints, demo, lines, scan } from './steps.ts'
import { expect, test } from './till.ts'

test('a proforma is printed by keys alone, found again, and sold at the price of today', async ({
  demoTill: till,
}) => {
  const { page } = till
  const { keyboard } = page
  const prints = await catchPrints(page)
  await scan(page, demo.soap.code)
  await scan(page, demo.milk.code)
  await expect(lines(page)).toHaveCount(2)
  await keyboard.press('F4')
  await keyboard.press('Shift+F9')
  await expect(page.getByText('PS-1 was printed.')).toBeVisible()
  const [paper] = await prints()
  expect(paper).toContain('PROFORMA')
  expect(paper).toContain('THIS IS NOT AN OFFICIAL RECEIPT')
  // The sale is still open.
  await expect(lines(page)).toHaveCount(2)
  await keyboard.press('Shift+Delete')
  const { items } = await ask(page, 'item.list', { filter: 'all', text: demo.soap.name } as never)
  const soap = items.find(({ name }) => name === demo.soap.name)
  if (!soap) throw new Error('no soap')
  await ask(page, 'item.save', { ...soap, price: soap.price + 5_00 } as never)
  await keyboard.press('F4')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Parked sales' }).focus()
  await keyboard.press('ArrowRight')
  await keyboard.press('Space')
  await expect(dialog).toContainText('PS-1')
  await dialog.getByRole('button', { name: 'Turn into a sale: PS-1' }).press('Enter')
  await expect(page.getByText(/costs KSh 200.00 now, not 195.00/)).toBeVisible()
  await keyboard.press('F9')
  await expect(page.getByRole('button', { name: /^Complete sale/ })).toBeVisible()
  // The message stays in the bar: it covers no line of the sale.
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  expect(await bottomOf('.notice')).toBeLessThanOrEqual(await bottomOf('.bar'))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Sale / })).toBeVisible()
  expect((await ask(page, 'proforma.list', {})).proformas[0]?.sales).toHaveLength(1)
})

test.describe('by fingers alone, in Kiswahili, on the low screen', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('a cashier trains with approval, and the open sale comes back', async ({ demoTill: till }) => {
    const { page } = till
    await ask(page, 'workspace.setLanguage', { language: 'sw' })
    const tap = async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true }).last()
        await expect(button).toBeInViewport({ ratio: 1 })
        await button.tap()
      }
    }
    const receipts = async () => (await ask(page, 'invoice.list', {})).invoices.map(({ number }) => number)
    const before = await receipts()
    await ask(page, 'session.lock', {})
    await tap(/^Otieno/, '1', '2', '3', '4', /^Fungua/)
    const ready = () => expect(page.locator('.sell-search input')).toBeFocused()
    await ready()
    await scan(page, demo.bread.code)
    await expect(page.locator('.sell-line')).toHaveCount(1)
    await tap('Zaidi')
    await page.getByRole('menuitem', { name: 'Anza mafunzo' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Idhini inahitajika' })
    await expect(dialog).toContainText('Kuanza mafunzo')
    await tap('1', '2', '3', '4', /^Idhinisha/)
    await expect(dialog).toBeHidden()
    await expect(bar(page)).toContainText('MAFUNZO')
    await expect(page.locator('.sell-line')).toHaveCount(0)
    await ready()
    await scan(page, demo.soap.code)
    await scan(page, demo.soap.code)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectInOrder(page, 'sw', `training ${colorScheme}`)
      await expectAccessible(page, `training ${colorScheme}`)
    }
    await page.keyboard.press('F9')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /TS-1$/ })).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Risiti' }).tap()
    await page.getByText('TS-1').first().tap()
    await expect(page.locator('.receipts-life')).toBeVisible()
    await tap('Maliza mafunzo')
    await expect(bar(page)).not.toContainText('MAFUNZO')
    await page.getByRole('navigation').getByRole('link', { name: 'Uza' }).tap()
    await expect(page.locator('.sell-line')).toHaveCount(1)
    expect(await receipts()).toEqual(before)
  })
})
