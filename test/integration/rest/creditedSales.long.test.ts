/** Which part of which sale can be credited, with the effect here and at the authority. */
import { describe, expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { at, booked, express, lineOf, ordinary, startCounter, table } from './credits.ts'

describe('the original', () => {
  test('that nobody knows, is a credit note itself, or was refused is 801', async () => {
    const { post, gets, sells, authority } = await startCounter()
    await sells(1001, 2)
    await gets('POST', at.express, express(1001, 1))
    await authority.control('PUT', 'faults', [
      {
        kind: 'refuse',
        code: '910',
        text: 'Invalid taxblAmt on item: 1',
        paths: ['/saveTrnsSalesOsdc'],
        times: 1,
      },
    ])
    await expect(sells(1002, 1)).rejects.toThrow('003')
    for (const number of [4711, 11001, 1002]) {
      const answer = await post(at.express, express(number, 1))
      expect(answer).toMatchObject({ status: 422, resultCd: '801' })
      expect(answer.resultMsg).toContain(String(number))
      expect(answer.resultMsg).toContain('Original Invoice Not Found')
    }
  })

  test('that still waits is 801 and says so; once signed it can be credited', async () => {
    const { post, gets, sells, authority, settled } = await startCounter({ timing: ordinary })
    await authority.offline(true)
    await expect(sells(1001, 1)).rejects.toThrow('006')
    const early = await post(at.express, express(1001, 1))
    expect(early).toMatchObject({ resultCd: '801' })
    expect(early.resultMsg).toContain('still pending')
    await authority.offline(false)
    await settled()
    await expect.poll(async () => (await gets('GET', '/sales/1001'))['state']).toBe('signed')
    await gets('POST', at.express, express(1001, 1))
  })

  test('may be a sale of the till, and its goods go back on the shelf: only those', async () => {
    const { gets, ok, stocked, sell, settled, authority } = await startCounter()
    const item = await stocked({ code: 'TEA', price: 58_00, onHand: 1000 })
    const sale = await sell([{ item, quantity: 300 }])
    await settled()
    const line = lineOf(1, { itemCd: 'TEA', itemNm: 'Tea', prc: 58, taxblAmt: 50, taxAmt: 8, totAmt: 58 })
    await gets('POST', at.express, express(sale.number, 1, { lineItems: [line] }))
    await settled()
    expect((await ok('item.get', { id: item.id })).item.onHand).toBe(800)
    expect((await authority.ledger()).stock).toContainEqual(
      expect.objectContaining({ onHand: 8, soldNotMoved: 0 }),
    )
    expect(await gets('GET', `/sales/CN-${sale.number}`)).toMatchObject({
      orgInvcNo: sale.number,
      totAmt: 58,
    })
    // The rest is returned at the till.
    const rest = await ok('invoice.credit', { id: sale.invoiceId, reason: '06' })
    expect(rest.total).toBe(116_00)
    await settled()
    expect((await ok('item.get', { id: item.id })).item.onHand).toBe(1000)
    const { creditNotes, credited } = await ok('invoice.get', { id: sale.invoiceId })
    expect(credited).toBe(174_00)
    expect(creditNotes.map(({ total }) => total)).toEqual([58_00, 116_00])
    const { sales } = await authority.ledger()
    expect(sales.map(({ request }) => [request['rcptTyCd'], request['totAmt']])).toEqual([
      ['S', 174],
      ['R', 58],
      ['R', 116],
    ])
  })

  test('of other software: its goods return to stock only on request, because that software sends its own stock records', async () => {
    const { gets, sells, settled, read, appId } = await startCounter()
    await sells(1001, 3)
    const onHand = () =>
      read<{ on_hand: number }>(appId, `select on_hand from item where code = 'SOAP'`)[0]!.on_hand
    const before = onHand()
    await gets('POST', at.express, express(1001, 1))
    expect(onHand()).toBe(before)
    await gets('POST', at.express, express(1001, 1, { returnStock: true, creditNoteInvcNo: 5 }))
    await settled()
    expect(onHand()).toBe(before + 100)
  })
})

test('a credit note and a stock record may have the same number, whichever comes first', async () => {
  const { gets, sells } = await startCounter()
  await sells(1001, 3)
  const back = { itemCd: 'SOAP', itemNm: 'Soap', qty: 1, unitPrice: 116, totAmt: 116 }
  const record = (sarNo: number) => ({
    ...{ sarNo, regTyCd: 'M', custTin: 'P051234567Q', ocrnDt: '20260301', totItemCnt: 2 },
    ...{ totTaxblAmt: 232, totTax: 0, totAmt: 232 },
    itemList: [
      { ...back, stockTyCd: '02' },
      { ...back, stockTyCd: '03' },
    ],
  })
  await gets('POST', at.express, express(1001, 1, { returnStock: true, creditNoteInvcNo: 5 }))
  await gets('POST', '/stock/io', record(5))
  await gets('POST', '/stock/io', record(6))
  await gets('POST', at.express, express(1001, 1, { returnStock: true, creditNoteInvcNo: 6 }))
})

test('the same item on several lines is one to credit', async () => {
  const counter = await startCounter()
  const { gets, post, sells } = counter
  await sells(1001, 3, {
    lineItems: [lineOf(1), lineOf(2, { prc: 58, taxblAmt: 100, taxAmt: 16, totAmt: 116 })],
  })
  await gets(
    'POST',
    at.express,
    express(1001, 2, { lineItems: [lineOf(2, { prc: 58, taxblAmt: 100, taxAmt: 16, totAmt: 116 })] }),
  )
  const tooMuch = await post(
    at.express,
    express(1001, 2, {
      lineItems: [lineOf(2, { prc: 58, taxblAmt: 100, taxAmt: 16, totAmt: 116 })],
      reason: '01',
    }),
  )
  expect(tooMuch.resultMsg).toContain('at most 1,')
  await gets('POST', at.express, express(1001, 1))
  expect(await post(at.express, express(1001, 1, { reason: '02' }))).toMatchObject({ resultCd: '802' })
  await booked(counter)
})

describe('to the cent', () => {
  const counter = shared((cleanUp) => startCounter({ cleanUp }))
  /** Pieces of soap over a total, VAT taken out of it. */
  const over = (qty: number, totAmt: number, prc = totAmt / qty) => {
    const taxblAmt = Math.round((totAmt / 1.16) * 100) / 100
    return lineOf(qty, { prc, totAmt, taxblAmt, taxAmt: Math.round((totAmt - taxblAmt) * 100) / 100 })
  }
  test.each([
    ['a third of what no price makes', over(3, 100), [over(1, 33.33)], 66.67],
    ['two thirds, one by one', over(3, 100), [over(1, 33.33), over(1, 33.33)], 33.34],
    ['a fraction of a unit', over(1.25, 150), [over(0.33, 39.6)], 110.4],
    ['less money than goods', over(3, 348), [over(2, 100)], 248],
    ['a discounted line', over(7, 333.33, 116), [over(3, 142.86), over(1, 47.62)], 142.85],
    ['hardly anything', over(0.02, 0.02), [over(0.01, 0.01)], 0.01],
  ])('%s, and the rest at the till', async (what, sold, parts, rest) => {
    const { sells, gets, ok, read, appId, settled } = counter()
    const number = what.replaceAll(' ', '-')
    await sells(number, 0, { lineItems: [sold] })
    for (const [index, line] of parts.entries())
      await gets(
        'POST',
        at.express,
        express(number, 0, { lineItems: [line], creditNoteInvcNo: `${number}-${index}` }),
      )
    const [sale] = read<{ id: number }>(appId, `select id from invoice where number = '${number}'`)
    const note = await ok('invoice.credit', { id: sale!.id, reason: '06' })
    expect(note.total).toBe(Math.round(rest * 100))
    await settled()
    expect(await ok('invoice.get', { id: note.invoiceId })).toMatchObject({ state: 'signed' })
    const { total, credited } = await ok('invoice.get', { id: sale!.id })
    expect(credited).toBe(total)
    await booked(counter())
  })
})

test('parts taken back by turns over REST and at the till add up, on each line of the item', async () => {
  const counter = await startCounter()
  const { gets, post, sells, ok, read, appId, settled } = counter
  const cheap = (qty: number) => {
    const totAmt = 58 * qty
    return lineOf(qty, { prc: 58, taxblAmt: 50 * qty, taxAmt: 8 * qty, totAmt })
  }
  await sells(1001, 5, { lineItems: [lineOf(2), cheap(3)] })
  const [sale] = read<{ id: number }>(appId, `select id from invoice where number = '1001'`)
  const { id } = sale!
  const left = async () =>
    (await ok('invoice.get', { id })).items.map((line) => [line.left?.quantity, line.left?.total])
  const credit = (position: number, quantity: number) =>
    ok('invoice.credit', {
      id,
      reason: '06',
      items: [{ position, quantity }],
      requestId: `turn-${position}-${quantity}`,
    })
  // Other software names the item alone: what it takes is the first line's.
  await gets('POST', at.express, express(1001, 1))
  expect(await left()).toEqual([
    [100, 116_00],
    [300, 174_00],
  ])
  expect((await credit(2, 200)).total).toBe(116_00)
  expect(await left()).toEqual([
    [100, 116_00],
    [100, 58_00],
  ])
  const tooMuch = await post(at.express, express(1001, 3, { lineItems: [cheap(3)], creditNoteInvcNo: 7 }))
  expect(tooMuch.resultMsg).toContain('at most 2,')
  await gets('POST', at.express, express(1001, 1, { lineItems: [cheap(1)], creditNoteInvcNo: 8 }))
  const [first, second] = await left()
  expect([first![0], second![0], first![1]! + second![1]!]).toEqual([0, 100, 116_00])
  expect((await credit(2, 100)).total).toBe(116_00)
  await settled()
  const { total, credited } = await ok('invoice.get', { id })
  expect(credited).toBe(total)
  expect(await post(at.express, express(1001, 1, { creditNoteInvcNo: 9 }))).toMatchObject({ resultCd: '802' })
  await booked(counter)
})

test('a refused credit note cannot be sent again by hand once another has taken its part', async () => {
  const { post, sells, gets, ok, fails, authority } = await startCounter()
  await sells(1001, 1)
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid RfdRsnCd', paths: ['/saveTrnsSalesOsdc'], times: 1 },
  ])
  expect(await post(at.table, table(1001, 'R-1', 1))).toMatchObject({ resultCd: '003' })
  await gets('POST', at.table, table(1001, 'R-2', 1))
  const [row] = (await ok('queue.list', { filter: 'needsPerson' })).rows
  expect(await fails('queue.resend', { id: row!.id })).toMatchObject({ code: '802' })
})

test('the receipt of a part shows what is credited, in the negative, and the sale it is against', async () => {
  const { sells, gets, ok, read, appId } = await startCounter()
  await sells(1001, 3)
  await gets('POST', at.express, express(1001, 1))
  const [note] = read<{ id: number }>(appId, `select id from invoice where kind = 'creditNote'`)
  const { html, life } = await ok('receipt.preview', { invoiceId: note!.id, paper: '80mm' })
  const words = html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(life).toBe('original')
  expect(words).toMatch(/ORIGINAL CU INVOICE NO\.#: KRACU\w+\/1\b/)
  expect(words).toContain('-116.00')
  expect(words).not.toContain('348.00')
  expect(words).toMatch(/TOTAL TAX B -16\.00/)
  expect(words).toContain('Reason: Refund')
})
