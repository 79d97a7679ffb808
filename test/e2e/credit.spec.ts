/** A customer returns a part of a sale, by fingers alone and by keys alone, and then the rest. */
import type { Page } from '@playwright/test'
import { ask, bread, catchPrints, type Goods, goTo, ledgerOf, paper, row, soap, startShop } from './steps.ts'
import { expect, test } from './till.ts'

const sugar: Goods = {
  code: '6161100000036',
  name: 'Sugar, loose',
  price: 150_00,
  taxType: 'B',
  stock: 50_00,
}

/** Five breads, two soaps and 1.35 of sugar, with 10 % off the whole. */
async function sold(page: Page) {
  const { items } = await ask(page, 'item.list', {})
  const idOf = ({ name }: Goods) => items.find((item) => item.name === name)?.id ?? 0
  return ask(page, 'sale.complete', {
    lines: [
      { itemId: idOf(bread), quantity: 500 },
      { itemId: idOf(soap), quantity: 200 },
      { itemId: idOf(sugar), quantity: 135 },
    ],
    discount: { kind: 'percent', basisPoints: 1000 },
    tenders: [{ method: '01', amount: 1_000_00 }],
    requestId: 'a-sale-to-bring-back',
  })
}

const line = (page: Page, { name }: Pick<Goods, 'name'>) =>
  page
    .getByRole('dialog', { name: /^Refund sale/ })
    .getByRole('listitem')
    .filter({ hasText: name })

/** Cents of each note, as the sale returns them. */
const notesOf = async (page: Page, id: number) =>
  (await ask(page, 'invoice.get', { id })).creditNotes.map(({ total }) => total)

test.describe('by fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 600 } })

  test('one bread and half a kilo come back, are counted again, and print as what they are', async ({
    till,
    authority,
  }) => {
    const { page } = till
    await startShop(page, authority.url, [bread, soap, sugar])
    const prints = await catchPrints(page)
    const sale = await sold(page)
    await page.getByRole('link', { name: 'Receipts' }).tap()
    await row(page, `Sale ${sale.number}`).tap()
    await page.getByRole('button', { name: 'Refund', exact: true }).tap()
    await expect(line(page, bread)).toContainText('5 of 5 pc left')
    // Nothing, until somebody chooses.
    await expect(page.getByRole('button', { name: 'Choose the items' })).toBeDisabled()
    await page.getByRole('button', { name: 'All', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'Choose how to refund' })).toBeDisabled()
    await page.getByRole('radio', { name: 'M-PESA' }).tap()
    await expect(page.getByRole('button', { name: 'Refund KSh 848.03' })).toBeEnabled()
    await page.getByRole('button', { name: 'None', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'Choose the items' })).toBeDisabled()

    await page.getByRole('button', { name: `${bread.name}: one more` }).tap()
    await expect(page.getByRole('button', { name: 'Refund KSh 62.96' })).toBeEnabled()
    await line(page, sugar).getByRole('textbox').tap()
    const pad = page.getByRole('dialog', { name: sugar.name })
    for (const figure of ['0', 'Point', '5'])
      await pad.getByRole('button', { name: figure, exact: true }).tap()
    await pad.getByRole('button', { name: 'Return 0.5' }).tap()
    await expect(pad).toBeHidden()
    await expect(line(page, sugar)).toContainText('67.50')
    const press = page.getByRole('button', { name: 'Refund KSh 130.46' })
    await expect(press).toBeInViewport({ ratio: 1 })
    await press.dblclick()
    const heading = page.getByRole('heading', { name: /^Credit note / })
    await expect(heading).toBeVisible()
    await expect(paper(page)).toContainText('-130.46')
    expect(await notesOf(page, sale.invoiceId)).toEqual([130_46])

    await expect(page.getByText('Signed by KRA')).toBeVisible()
    await page.getByRole('button', { name: 'Print' }).tap()
    await expect.poll(prints).toHaveLength(1)
    await page.getByRole('button', { name: 'Yes' }).tap()
    const [printed] = await prints()
    expect(printed).toContain('CREDIT NOTE')
    expect(printed).toContain(bread.name)
    expect(printed).toContain('-62.96')
    expect(printed).toContain('-67.50')
    expect(printed).not.toContain(soap.name)
    await expect(row(page, `Sale ${sale.number}`)).toContainText('partly refunded')
    await expect
      .poll(async () => (await ledgerOf(authority)).stock.map(({ onHand }) => onHand))
      .toEqual([16, 18, 49.15])

    await row(page, `Sale ${sale.number}`).tap()
    await page.getByRole('button', { name: 'Refund more' }).tap()
    await expect(line(page, bread)).toContainText('4 of 5 pc left')
    await page.getByRole('button', { name: 'All', exact: true }).tap()
    await page.getByRole('radio', { name: 'As paid: Cash' }).tap()
    await page.getByRole('button', { name: 'Refund KSh 717.57' }).tap()
    await expect(heading).toBeVisible()
    await expect(paper(page)).toContainText('-717.57')
    expect(await notesOf(page, sale.invoiceId)).toEqual([130_46, 717_57])
    await row(page, `Sale ${sale.number}`).tap()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Refund more|Credit note)/ })).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Refund more' })).toBeHidden()
  })

  test('of a sale of 40 lines the last is reached, and the Continue button stays in sight', async ({
    demoTill: till,
  }) => {
    const { page } = till
    const { items } = await ask(page, 'item.list', { filter: 'goods' })
    const forty = items.slice(0, 40)
    const sale = await ask(page, 'sale.complete', {
      lines: forty.map(({ id }) => ({ itemId: id, quantity: 100 })),
      tenders: [{ method: '01', amount: 100_000_00 }],
      requestId: 'a-sale-of-40-lines',
    })
    await goTo(page, 'Receipts')
    await row(page, `Sale ${sale.number}`).tap()
    await page.getByRole('button', { name: 'Refund', exact: true }).tap()
    await page.getByRole('radio', { name: 'Cash', exact: true }).tap()
    const last = forty.at(-1)?.name ?? ''
    await page.getByRole('button', { name: `${last}: one more` }).tap()
    await expect(line(page, { name: last })).toBeInViewport()
    for (const name of [/^Refund KSh/, 'Cancel', 'All', 'None'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: /^Refund KSh/ }).tap()
    await expect(page.getByRole('heading', { name: /^Credit note / })).toBeVisible()
    await expect(paper(page)).toContainText(last)
  })
})

test('by keys: what is typed and stepped comes back, and then the rest', async ({ till, authority }) => {
  const { page } = till
  const { keyboard } = page
  const type = (text: string) => keyboard.type(text, { delay: 50 })
  await startShop(page, authority.url, [bread, soap, sugar])
  const sale = await sold(page)
  await goTo(page, 'Receipts')
  const open = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Refund sale/ })
    await expect(dialog).toBeVisible()
    // A Tab before the dialog has the focus ends at another button.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await row(page, `Sale ${sale.number}`).click()
  await open('Refund')
  // A press by habit gives nothing back.
  await keyboard.press('F9')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'None', exact: true })).toBeFocused()
  await keyboard.press('Tab')
  await expect(line(page, bread).getByRole('textbox')).toBeFocused()
  await type('6')
  await expect(line(page, bread)).toContainText('At most 5')
  await expect(page.getByRole('button', { name: 'Check the quantities' })).toBeDisabled()
  await keyboard.press('F9')
  await keyboard.press('Backspace')
  await type('2')
  // On to the next line, and not away with the money.
  await keyboard.press('Enter')
  await expect(line(page, soap).getByRole('textbox')).toBeFocused()
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowDown')
  await expect(line(page, soap).getByRole('textbox')).toHaveValue('1')
  await keyboard.press('Tab')
  await type('0.35')
  await expect(page.getByRole('button', { name: 'Choose how to refund' })).toBeDisabled()
  await keyboard.press('F9')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByRole('radio', { name: 'Cash', exact: true })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Refund KSh 348.66' })).toBeEnabled()
  await keyboard.press('F9')
  await expect(page.getByRole('heading', { name: /^Credit note / })).toBeVisible()
  await expect(paper(page)).toContainText('-348.66')
  await row(page, `Sale ${sale.number}`).click()
  await open('Refund more')
  for (let tabs = 1; tabs <= 2; tabs += 1) await keyboard.press('Tab')
  await keyboard.press('Space')
  await page.getByRole('radio', { name: /^As paid/ }).press('Space')
  await keyboard.press('F9')
  await expect(page.getByRole('heading', { name: /^Credit note / })).toBeVisible()
  expect(await notesOf(page, sale.invoiceId)).toEqual([348_66, 499_37])
  await expect
    .poll(async () => (await ledgerOf(authority)).stock.map(({ onHand }) => onHand))
    .toEqual([20, 20, 50])
  const { sales } = await ledgerOf(authority)
  const [whole, ...back] = sales.map(({ request }) => [request.totAmt, request.totTaxAmt] as const)
  const sumOf = (column: 0 | 1) => back.reduce((sum, row) => sum + Math.round((row[column] ?? 0) * 100), 0)
  expect(sumOf(0)).toBe(Math.round((whole?.[0] ?? 0) * 100))
  // One piece by itself is taxed by its own price.
  expect(Math.abs(sumOf(1) - Math.round((whole?.[1] ?? 0) * 100))).toBeLessThanOrEqual(1)
})
