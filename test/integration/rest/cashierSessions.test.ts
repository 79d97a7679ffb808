/** A person over REST is bound by the rules of the window, and is the author of what they send. */
import { describe, expect, test } from 'vitest'
import { newRequest, shared } from '../operations/shop.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

const counter = shared(async (cleanUp) => {
  const shop = await startSoftware({ cleanUp })
  const soap = await shop.stocked({ name: 'Soap', taxType: 'B', price: 116_00, onHand: 10_000 })
  for (const [name, role] of [
    ['Cashy', 'cashier'],
    ['Achieng', 'manager'],
  ] as const)
    await shop.ok('user.save', { name, role, pin: role === 'cashier' ? '7301' : '730194' })
  const bearerOf = async (user: string, pin: string) => {
    const { data } = await shop.send('POST', '/session', { user, pin }, {})
    return {
      authorization: `Bearer ${(data as { accessToken: string }).accessToken}`,
      'x-service-app-id': shop.appId,
    }
  }
  const cashier = await bearerOf('Cashy', '7301')
  const manager = await bearerOf('Achieng', '730194')
  return { shop, soap, cashier, manager }
})

/** Two pieces of soap at `prc`, for `totAmt` together; tax of letter B in it. */
const soapSale = (
  number: string,
  code: string,
  { prc = 116, qty = 2, totAmt = 232, regrNm = 'Wanjiru' } = {},
) => {
  const taxblAmt = Math.round((totAmt / 1.16) * 100) / 100
  const taxAmt = Math.round((totAmt - taxblAmt) * 100) / 100
  const header = { totTaxblAmt: taxblAmt, totTax: taxAmt, totAmt, regrId: 'owner', regrNm, modrNm: regrNm }
  const line = { itemCd: code, itemNm: 'Soap', itemTyCd: '2', prc, qty, taxblAmt, taxAmt, totAmt }
  return saleOf(number, line, { transaction: header, autoRegisterItems: false })
}

const trail = ({ read, appId }: Software) =>
  read<{ kind: string; subject: string; who: string }>(
    appId,
    "select kind, subject, who from audit where kind in ('sale', 'creditNote', 'stockRecord') order by seq",
  )

describe('a cashier', () => {
  test.each([
    ['another price', { prc: 1, totAmt: 2 }, 'lineItems[0].prc'],
    ['a total above the price', { totAmt: 300 }, 'lineItems[0].prc'],
    ['more off than the limit', { totAmt: 200 }, 'lineItems'],
  ])('%s is 001 with 403, and nothing is kept', async (_, amounts, field) => {
    const { shop, soap, cashier } = counter()
    const answer = await shop.send('POST', '/sales-with-items', soapSale('C-1', soap.code, amounts), cashier)
    expect(answer).toMatchObject({ status: 403, resultCd: '001' })
    expect(answer.resultMsg).toContain(field)
    expect((await shop.send('GET', '/sales/C-1')).resultCd).toBe('801')
  })

  test('the limit holds over many small lines together', async () => {
    const { shop, soap, cashier } = counter()
    const { lineItems, transaction, ...rest } = soapSale('C-2', soap.code)
    const line = { ...lineItems[0], qty: 0.01, taxblAmt: 0.01, taxAmt: 0, totAmt: 0.01 }
    const crumbs = {
      ...rest,
      transaction: { ...transaction, totAmt: 1, totTaxblAmt: 1, totTax: 0 },
      lineItems: Array.from({ length: 100 }, () => line),
    }
    expect(await shop.send('POST', '/sales-with-items', crumbs, cashier)).toMatchObject({
      status: 403,
      resultCd: '001',
    })
  })

  test('sells at the price of the item, and within the limit, under their own name', async () => {
    const { shop, soap, cashier } = counter()
    for (const [number, totAmt] of [
      ['C-3', 232],
      ['C-4', 208.8],
    ] as const)
      expect(
        await shop.send('POST', '/sales-with-items', soapSale(number, soap.code, { totAmt }), cashier),
      ).toMatchObject({ resultCd: '000' })
    const { invoices } = await shop.ok('invoice.list', {})
    expect(invoices.map(({ number, cashier: name }) => [number, name])).toEqual([
      ['C-4', 'Cashy'],
      ['C-3', 'Cashy'],
    ])
    const { sales } = await shop.authority.ledger()
    expect(sales.map(({ request }) => [request['regrNm'], request['modrNm']])).toEqual([
      ['Cashy', 'Cashy'],
      ['Cashy', 'Cashy'],
    ])
    expect(trail(shop).filter(({ kind }) => kind === 'sale')).toEqual([
      { kind: 'sale', subject: 'C-3', who: 'Cashy' },
      { kind: 'sale', subject: 'C-4', who: 'Cashy' },
    ])
  })

  test('credits nothing, at none of the endpoints', async () => {
    const { shop, soap, cashier, manager } = counter()
    const done = await shop.ok('sale.complete', {
      lines: [{ itemId: soap.id, quantity: 100 }],
      tenders: [{ method: '01', amount: 116_00 }],
      requestId: newRequest(),
    })
    await shop.settled()
    const { lineItems } = soapSale('', soap.code, { qty: 1, totAmt: 116 })
    const express = { orgInvcNo: done.number, reason: '06', regrNm: 'Wanjiru', lineItems }
    const native = {
      invcNo: 'CN-1',
      orgInvcNo: done.number,
      rcptTyCd: 'R',
      rfdRsnCd: '06',
      itemList: lineItems,
    }
    for (const [path, body] of [
      ['/sales/credit-note-express', express],
      ['/sales/credit-note', { original: { invcNo: done.number }, reason: '06', lineItems }],
      ['/sales/credit-note-barcode', { original: { invcNo: done.number }, reason: '06', lineItems }],
      ['/sales', native],
    ] as const)
      expect(await shop.send('POST', path, body, cashier), path).toMatchObject({
        status: 403,
        resultCd: '001',
      })
    expect((await shop.send('POST', '/sales/credit-note-express', express, manager)).resultCd).toBe('000')
    expect(trail(shop).filter(({ kind }) => kind === 'creditNote')).toMatchObject([{ who: 'Achieng' }])
  })
})

test('what a person takes off over REST is written down, and a key’s price is its program’s', async () => {
  const { shop, soap, manager } = counter()
  const cheap = { prc: 100, totAmt: 190 }
  for (const [number, headers] of [
    ['M-1', manager],
    ['K-2', undefined],
  ] as const) {
    const sent = await shop.send('POST', '/sales-with-items', soapSale(number, soap.code, cheap), headers)
    expect(sent.resultCd, sent.resultMsg).toBe('000')
  }
  const acts = async (about: 'discount' | 'price') =>
    (await shop.ok('audit.list', { about })).entries
      .filter(({ subject }) => subject !== 'C-4')
      .map(({ who, subject, amount }) => [who, subject, amount])
  expect(await acts('discount')).toEqual([['Achieng', 'M-1', -10_00]])
  expect(await acts('price')).toEqual([['Achieng', 'M-1', -32_00]])
})

test('a key names its authors, and the trail names the key and shows the author beside it', async () => {
  const { shop, soap } = counter()
  const sale = soapSale('K-1', soap.code, { prc: 50, totAmt: 100, regrNm: 'Back office' })
  expect((await shop.send('POST', '/sales-with-items', sale)).resultCd).toBe('000')
  const { invoices } = await shop.ok('invoice.list', {})
  expect(invoices[0]).toMatchObject({ number: 'K-1', cashier: 'Back office' })
  expect(trail(shop).filter(({ subject }) => subject === 'K-1')).toEqual([
    { kind: 'sale', subject: 'K-1', who: `API key …${shop.apiKey.slice(-4)}` },
  ])
  const { entries } = await shop.ok('audit.list', {})
  expect(entries.filter(({ subject }) => subject === 'K-1')).toMatchObject([
    { subject: 'K-1', who: `API key …${shop.apiKey.slice(-4)}`, detail: { author: 'Back office' } },
  ])
})

test('another person approves a price and a credit note, each once, and never their own act', async () => {
  const { shop, soap, cashier, manager } = counter()
  const sale = soapSale('C-9', soap.code, { prc: 100, totAmt: 200 })
  const send = (path: string, body: object, approval?: string) =>
    shop.send('POST', path, body, { ...cashier, ...(approval ? { 'x-approval': approval } : {}) })
  const refused = await send('/sales-with-items', sale)
  const act = { act: 'priceChange', amount: 32_00, document: 'C-9' }
  expect(refused.body).toMatchObject({ reason: 'sale.priceNeedsManager', data: { approval: [act] } })
  const key = { 'idempotency-key': 'approve-1' }
  const approve = async (input: object, pin = '730194', user = 'Achieng') =>
    shop.send('POST', '/approvals', { user, pin, ...input }, { ...cashier, ...key })
  expect(await approve(act, '7301', 'Cashy')).toMatchObject({
    status: 403,
    body: { reason: 'approval.own' },
  })
  expect(await approve(act, '000000')).toMatchObject({ status: 401, resultCd: '001' })
  const { data, headers } = await approve(act)
  const { approval } = data as { approval: string }
  // The response is never stored, so the same key gives another token.
  expect((await approve(act)).data).not.toEqual(data)
  expect(headers['cache-control']).toBe('no-store')
  const used = shop.send('POST', '/sales-with-items', sale, { ...manager, 'x-approval': approval })
  expect((await used).resultCd).toBe('000')
  expect(shop.read(shop.appId, "select 1 from approval where document = 'C-9'")).toEqual([])
  const other = soapSale('C-10', soap.code, { prc: 100, totAmt: 200 })
  expect((await send('/sales-with-items', other, approval)).body).toMatchObject({
    reason: 'approval.unusable',
  })
  const next = (await approve({ ...act, document: 'C-10' })).data as { approval: string }
  expect((await send('/sales-with-items', other, next.approval)).resultCd).toBe('000')
  expect(
    shop.read(shop.appId, "select asker_name, approver_name from approval where document = 'C-10'"),
  ).toEqual([{ asker_name: 'Cashy', approver_name: 'Achieng' }])
  const done = await shop.ok('sale.complete', {
    lines: [{ itemId: soap.id, quantity: 100 }],
    tenders: [{ method: '01', amount: 116_00 }],
    requestId: newRequest(),
  })
  await shop.settled()
  const { lineItems } = soapSale('', soap.code, { qty: 1, totAmt: 116 })
  const credit = { orgInvcNo: done.number, reason: '06', lineItems }
  expect(await send('/sales/credit-note-express', credit)).toMatchObject({
    status: 403,
    body: { reason: 'session.notAllowed' },
  })
  const asked = { act: 'creditNote', amount: 116_00, document: done.number }
  const note = (await approve(asked)).data as { approval: string }
  const made = await send('/sales/credit-note-express', credit, note.approval)
  expect(made.body).toMatchObject({ resultCd: '000' })
  const byKey = await shop.send('POST', '/approvals', { user: 'Achieng', pin: '730194', ...act })
  expect(byKey.body).toMatchObject({ reason: 'approval.keyNeedsNone' })
})
