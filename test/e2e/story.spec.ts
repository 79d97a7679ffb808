/** The whole of it: sales online, an outage, a power cut, and every receipt ends up signed. */
import type { Page } from '@playwright/test'
import type { Practice } from '../support/practice.ts'
import {
  ask,
  bar,
  cart,
  catchPrints,
  connectShop,
  goTo,
  ledgerOf,
  makeGoods,
  nextSale,
  ownerPin,
  paper,
  payCash,
  row,
  sell,
  unlock,
} from './steps.ts'
import { expect, test } from './till.ts'

const soap = { code: '6161100000012', name: 'Bar soap 800 g', price: '195', tax: 'B 16 %', stock: '40' }
const bread = {
  code: '6161100000029',
  name: 'White bread 400 g',
  price: '69.95',
  tax: 'C zero',
  stock: '25.5',
}

/** The parts that only a signed receipt has. */
const signed = /SCU|CU invoice|signature:|internal data/i

async function expectAwaiting(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: 'Awaiting the KRA signature' })).toBeVisible()
  await expect(paper(page)).toContainText('NOT A TAX INVOICE YET')
  await expect(paper(page)).not.toContainText(signed)
  await expect(paper(page).locator('svg')).toHaveCount(0)
}

async function sellDuringOutage(page: Page, ...codes: string[]): Promise<string> {
  const number = await sell(page, ...codes)
  await expectAwaiting(page)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('Sent to the printer.')).toBeVisible()
  await nextSale(page)
  return number
}

async function expectSameBooks(page: Page, authority: Practice) {
  const theirs = await ledgerOf(authority)
  const { invoices } = await ask(page, 'invoice.list', { limit: 100 })
  const ours = await Promise.all(invoices.toReversed().map(({ id }) => ask(page, 'invoice.get', { id })))
  expect(theirs.sales.map(({ number }) => number)).toEqual(ours.map((_, index) => index + 1))
  expect(
    theirs.sales.map(({ request, receipt }) => ({
      number: request.trdInvcNo,
      total: Math.round(request.totAmt * 100),
      tax: Math.round(request.totTaxAmt * 100),
      taxable: Math.round(request.totTaxblAmt * 100),
      signature: receipt.rcptSign,
    })),
  ).toEqual(
    ours.map(({ number, total, tax, taxable, signature }) => ({ number, total, tax, taxable, signature })),
  )
  const { levels } = await ask(page, 'stock.levels', {})
  expect(theirs.stock.map(({ itemCd, onHand }) => [itemCd, Math.round(onHand * 100)]).toSorted()).toEqual(
    levels.map(({ code, onHand }) => [code, onHand]).toSorted(),
  )
  expect(theirs.stock.every(({ soldNotMoved }) => soldNotMoved === 0)).toBe(true)
}

test('the shop sells through an outage and a power cut', async ({ till, authority }) => {
  test.setTimeout(120_000)
  await connectShop(till.page, authority.url)
  await makeGoods(till.page, soap)
  await makeGoods(till.page, bread)
  // Their scans made them, so they are in the sale.
  await expect(cart(till.page)).toContainText('2 units')
  await payCash(till.page)
  await expect(till.page.getByText('Signed by KRA')).toBeVisible()
  await expect(paper(till.page).getByText(/^CU INVOICE NO\.: KRACU\d+\/1$/)).toBeVisible()
  await expect(paper(till.page).locator('svg')).toHaveCount(1)
  await nextSale(till.page)

  await authority.setOffline(true)
  const prints = await catchPrints(till.page)
  const numbers = [
    await sellDuringOutage(till.page, soap.code, bread.code),
    await sellDuringOutage(till.page, bread.code, bread.code, bread.code),
    await sellDuringOutage(till.page, soap.code),
  ]
  // The notice of one print may still be there when the next is asked for.
  await expect.poll(prints).toHaveLength(numbers.length)
  for (const printed of await prints()) {
    expect(printed).toContain('NOT A TAX INVOICE YET')
    expect(printed).not.toMatch(signed)
  }

  await till.kill()
  await till.start()
  await unlock(till.page, ownerPin)
  await expect(bar(till.page)).toContainText('KRA offline')
  await goTo(till.page, 'Receipts')
  for (const number of numbers) await expect(row(till.page, `Sale ${number}`)).toContainText('Waiting')
  await goTo(till.page, 'KRA')
  const waiting = till.page.getByRole('region', { name: 'Waiting' })
  for (const number of numbers)
    await expect(waiting.getByRole('button', { name: `Sale ${number} ` })).toHaveCount(1)

  await authority.setOffline(false)
  await till.page.getByRole('button', { name: 'Send now' }).click()
  await expect(bar(till.page)).toContainText('All sent to KRA')
  await goTo(till.page, 'Receipts')
  for (const number of numbers) await expect(row(till.page, `Sale ${number}`)).toContainText('Signed')
  await expectSameBooks(till.page, authority)
  await goTo(till.page, 'Stock')
  await expect(row(till.page, soap.name)).toContainText('37 pc')
  await expect(row(till.page, bread.name)).toContainText('20.5 pc')
})
