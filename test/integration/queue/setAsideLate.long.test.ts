/** A document that was set aside, but is at the authority or arrives there later, counts once, and our books say so. */
import { expect, it } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { expectInStep, openShop, type Shop, salePaths, stockPaths, taxpayer } from '../../support/shop.ts'
import { table } from '../rest/credits.ts'
import {
  confirm,
  failing,
  linkedShop,
  purchaseFailing,
  purchasePaths,
  purchasesOf,
  recordsOf,
  setAside,
  stockFailing,
  stuckPurchase,
  stuckShop,
  triedOften,
} from './stuck.ts'

const aside = { ok: true, data: { state: 'refused', refusal: { remedy: 'sendAgain' } } }
/** The first sending arrives when the test calls `hurry`; the authority takes none of the others. */
const late = (paths: string[]) => ({ kind: 'late', ms: 600_000, paths, times: 1 })
const unseen = { kind: 'staleReads', ms: 600_000 }

const callersSale = {
  transaction: { invcNo: 'POS-1' },
  receipt: {},
  lineItems: [
    {
      itemCd: 'KE2NTNO0000001',
      itemClsCd: '5059690800',
      itemNm: 'Soap',
      qty: 1,
      prc: 116,
      pkgUnitCd: 'NT',
      qtyUnitCd: 'U',
      taxTyCd: 'B',
      taxblAmt: 100,
      taxAmt: 16,
      totAmt: 116,
    },
  ],
}
const salesOf = (shop: Shop) => shop.rows("kind = 'sale'")
const arrivedSales = async (shop: Shop) =>
  (await shop.authority.ledger()).sales.map(({ number, request }) => [number, request['trdInvcNo']])

/** A caller does not wait, and its sale was tried often enough to be stuck. */
const stuckCallersSale = async (...faults: object[]) => {
  const shop = await openShop({ timing: { uncertainMs: 60, answerMs: 100 } })
  await shop.goods()
  await shop.settled()
  await shop.authority.faults(...faults, failing)
  await shop.software('sale.submit', callersSale)
  await triedOften(shop, () => salesOf(shop)[0])
  return { shop, id: salesOf(shop)[0]!.id }
}

it('a sale that its caller repeats after it was set aside counts once, though it arrives late', async () => {
  const { shop, id } = await stuckCallersSale(late(salePaths))
  expect(await setAside(shop, id)).toMatchObject(aside)
  expect(await shop.software('sale.submit', { ...callersSale, receipt: { custNm: 'X' } })).toMatchObject({
    error: { code: '004' },
  })
  await shop.authority.hurry()
  expect(await arrivedSales(shop)).toHaveLength(1)
  await shop.authority.faults()
  await shop.software('sale.submit', callersSale)
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(1)
})

it('a sale that its caller repeats after it was set aside counts once, though the authority does not return it', async () => {
  const { shop, id } = await stuckCallersSale()
  await shop.authority.faults({ ...failing, afterCommit: true }, unseen)
  await expect.poll(() => arrivedSales(shop)).toHaveLength(1)
  await shop.authority.faults(failing, unseen)
  expect(await setAside(shop, id)).toMatchObject(aside)
  await shop.authority.faults(unseen)
  await shop.software('sale.submit', callersSale)
  await shop.settled()
  expect(await arrivedSales(shop)).toEqual([[1, 'POS-1']])
})

it('a caller learns at once that its sale was set aside, and the remedy; withdrawn, its number is not free', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60, answerMs: 60_000 } })
  await shop.goods()
  await shop.settled()
  await shop.authority.faults(failing)
  const answer = shop.software('sale.submit', callersSale)
  await triedOften(shop, () => salesOf(shop)[0])
  const { id } = salesOf(shop)[0]!
  expect(await setAside(shop, id)).toMatchObject(aside)
  expect(await answer).toMatchObject({
    error: { code: '003', message: expect.stringContaining('Send this again unchanged') },
  })
  const audit = shop.read<{ kind: string }>("select kind from audit where subject = 'POS-1'")
  expect(audit.map(({ kind }) => kind)).toEqual(['sale', 'setAside'])
  await shop.call('queue.withdraw', { id, reason: 'Paid by other means' })
  await shop.authority.faults()
  expect(await shop.software('sale.submit', callersSale)).toMatchObject({
    error: { code: '003', message: expect.stringContaining('Use another number') },
  })
  expect(salesOf(shop)).toHaveLength(1)
})

it('a sale that was set aside and withdrawn is not mistaken for the next one', async () => {
  const { shop, invoiceId, next } = await stuckShop()
  await shop.authority.faults({ ...failing, afterCommit: true }, unseen)
  const { id, attempts } = shop.rowOf(invoiceId)
  await expect.poll(() => shop.rowOf(invoiceId).attempts).toBeGreaterThan(attempts + 3)
  await shop.authority.faults(
    { kind: 'refuse', code: '910', text: 'Please try again later', paths: salePaths },
    unseen,
  )
  expect(await setAside(shop, id)).toMatchObject(aside)
  await shop.call('queue.withdraw', { id, reason: 'Rung up again' })
  await shop.authority.faults(unseen)
  await shop.becomes(next, 'accepted')
  await shop.settled()
  expect(await arrivedSales(shop)).toEqual(
    shop.rows("kind = 'sale' and state = 'accepted'").map((row) => [row.authority_number, row.title]),
  )
})

const nothing = { kind: 'nothing', paths: ['selectInvoiceDetails'] }
/**
 * The authority has the first of two sales that were sent under number 1, and shows nothing. A person sets both
 * aside. A third sale waits behind them.
 */
const twoUnderOneNumber = async () => {
  const { shop, invoiceId, next } = await stuckShop()
  await shop.authority.faults({ ...failing, afterCommit: true }, nothing)
  const { id: first, attempts } = shop.rowOf(invoiceId)
  await expect.poll(() => shop.rowOf(invoiceId).attempts).toBeGreaterThan(attempts + 3)
  await shop.authority.faults(failing, nothing)
  expect(await setAside(shop, first)).toMatchObject(aside)
  await expect.poll(() => shop.rowOf(next).may_have_arrived).toBe(1)
  await shop.authority.faults(nothing)
  await expect.poll(() => shop.rowOf(next).landed).toBe(1)
  const { invoiceId: third } = await shop.sell(await shop.goods({ name: 'Rice', price: 20_000 }))
  await triedOften(shop, () => shop.rowOf(next))
  const { id: second } = shop.rowOf(next)
  expect(await setAside(shop, second)).toMatchObject(aside)
  return { shop, first, second, third }
}
const stateOf = (shop: Shop, id: number) => shop.rows(`id = ${id}`)[0]?.state

it.each(['before', 'after'])(
  'of two under one number the one that is there counts once: resent %s the next sale',
  async (when) => {
    const { shop, first, second, third } = await twoUnderOneNumber()
    const resend = async () => {
      for (const id of [first, second]) await shop.call('queue.resend', { id })
    }
    if (when === 'before') await resend()
    else await shop.becomes(third, 'accepted')
    if (when === 'after') await resend()
    // Kaunta sends neither under another number while the authority shows nothing under theirs.
    const numbers = () => shop.attemptsOf(first).map(({ authority_number }) => authority_number)
    const tries = numbers().length
    await expect.poll(() => numbers().length).toBeGreaterThan(tries + 6)
    expect(new Set(numbers())).toEqual(new Set([1]))
    expect(stateOf(shop, first)).toBe('unknown')
    await shop.authority.faults()
    await expect.poll(() => stateOf(shop, second)).toBe('accepted')
    await shop.settled()
    expect(new Set(await arrivedSales(shop))).toEqual(
      new Set(salesOf(shop).map((row) => [row.authority_number, row.title])),
    )
    expect((await expectInStep(shop)).sales).toHaveLength(3)
  },
)

it.each(['rejected', 'withdrawn'])(
  'of two under one number the one that is there counts when the authority shows it (%s)',
  async (state) => {
    const { shop, first, second, third } = await twoUnderOneNumber()
    await shop.becomes(third, 'accepted')
    if (state === 'withdrawn')
      for (const id of [first, second]) await shop.call('queue.withdraw', { id, reason: 'Rung up again' })
    await shop.authority.faults()
    await expect
      .poll(
        async () => {
          await shop.call('queue.tryNow', {})
          return stateOf(shop, first)
        },
        { timeout: 10_000 },
      )
      .toBe('accepted')
    await shop.settled()
    expect(stateOf(shop, second)).toBe(state === 'withdrawn' ? 'withdrawn' : 'refused')
    expect(shop.rows(`id = ${first}`)).toMatchObject([{ authority_number: 1, without_signature: 0 }])
    expect(await arrivedSales(shop)).toHaveLength(2)
  },
)

/** Goods that are booked in, tried often enough, and more of the same behind them. */
const stuckGoods = async () => {
  const shop = await openShop({ timing: { uncertainMs: 60 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(late(stockPaths), stockFailing)
  const book = (itemId: number, quantity: number) =>
    shop.call('stock.adjust', { kind: 'opening', lines: [{ itemId, quantity }] })
  await book(soap.id, 200)
  await triedOften(shop, () => recordsOf(shop)[1])
  const { id } = recordsOf(shop)[1]!
  const toldOf = async () =>
    (await shop.authority.ledger()).stockRecords.map(({ request }) => request.itemList[0]!['qty'])
  return { shop, soap, id, book, toldOf }
}

it.each(['resend', 'withdraw'])(
  'a record that arrives late is distinguished from the next one of the same goods (%s)',
  async (act) => {
    const { shop, soap, id, book, toldOf } = await stuckGoods()
    await book(soap.id, 100)
    expect(await setAside(shop, id)).toMatchObject(aside)
    await shop.authority.faults({ kind: 'cutBefore', paths: stockPaths })
    if (act === 'withdraw') await shop.call('queue.withdraw', { id, reason: 'Counted anew' })
    await expect.poll(() => recordsOf(shop)[2]?.may_have_arrived).toBe(1)
    await shop.authority.hurry()
    expect(await toldOf()).toHaveLength(2)
    await shop.authority.faults()
    await shop.settled()
    if (recordsOf(shop)[1]!.state === 'refused') await shop.call('queue.resend', { id })
    await shop.settled()
    expect(await toldOf()).toEqual([100_000, 2, 1])
    await expectInStep(shop)
  },
)

it('a record that a person resends while its goods are queried counts once', async () => {
  const { shop, id, toldOf } = await stuckGoods()
  expect(await setAside(shop, id)).toMatchObject(aside)
  await shop.authority.faults({ kind: 'drop', paths: stockPaths })
  const rice = await shop.goods({ name: 'Rice', price: 20_000, stock: 0 })
  await shop.authority.hurry()
  expect(await toldOf()).toHaveLength(2)
  await shop.authority.faults({ kind: 'slow', ms: 200, paths: ['saveStockMaster'] })
  await shop.call('stock.adjust', { kind: 'opening', lines: [{ itemId: rice.id, quantity: 500 }] })
  // Looked at twice by its own goods; the questions after that are about the other's.
  const looks = () =>
    shop.attemptsOf(recordsOf(shop)[2]!.id).filter(({ action, outcome }) => action === 'lookUp' && outcome)
  await expect.poll(() => looks().length).toBeGreaterThanOrEqual(2)
  const before = await shop.authority.asked('saveStockMaster')
  await expect.poll(() => shop.authority.asked('saveStockMaster')).toBeGreaterThan(before + 1)
  if (recordsOf(shop)[1]!.state === 'refused') await shop.call('queue.resend', { id })
  await shop.authority.faults()
  await shop.settled()
  expect(await toldOf()).toEqual([100_000, 2, 5])
  await expectInStep(shop)
})

it('a record that arrived late and is sent again is recognised, though others have taken numbers since', async () => {
  const { shop, id, toldOf } = await stuckGoods()
  expect(await setAside(shop, id)).toMatchObject(aside)
  await shop.authority.hurry()
  expect(await toldOf()).toHaveLength(2)
  await shop.authority.control('PUT', 'counters', { tin: taxpayer, kind: 'stock', next: 4 })
  await shop.authority.faults()
  await shop.call('queue.resend', { id })
  await shop.settled()
  expect(await toldOf()).toEqual([100_000, 2])
})

it('a record of other software that is repeated after it was set aside counts once', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60, answerMs: 100 } })
  await shop.goods()
  await shop.settled()
  await shop.authority.faults(late(stockPaths), stockFailing)
  const record = (qty: number) => ({
    sarNo: 7,
    regTyCd: 'M',
    ocrnDt: '20260301',
    totItemCnt: 1,
    totTaxblAmt: qty * 100,
    totTax: qty * 16,
    totAmt: qty * 116,
    itemList: [
      {
        itemCd: 'KE2NTNO0000001',
        itemNm: 'Soap',
        stockTyCd: '02',
        qty,
        unitPrice: 116,
        totAmt: qty * 116,
      },
    ],
  })
  const submit = (body: object) => shop.software('stock.record', body)
  await submit(record(2))
  await triedOften(shop, () => recordsOf(shop)[1])
  expect(await setAside(shop, recordsOf(shop)[1]!.id)).toMatchObject(aside)
  const reported = async () => (await shop.authority.ledger()).stockRecords
  await shop.authority.hurry()
  expect(await reported()).toHaveLength(2)
  await shop.authority.faults()
  expect(await submit(record(3))).toMatchObject({ error: { code: '004' } })
  await submit(record(2))
  await shop.settled()
  expect(await reported()).toHaveLength(2)
  await expectInStep(shop)
})

it.each(['by hand', 'by its caller'])(
  'a purchase that arrived late after it was set aside is ours when it is sent again %s',
  async (how) => {
    const { shop, id } = await stuckPurchase({ faults: [late(purchasePaths)] })
    expect(await setAside(shop, id)).toMatchObject(aside)
    await shop.authority.faults({ kind: 'drop', paths: purchasePaths })
    await shop.authority.hurry()
    expect(await shop.authority.next('purchases')).toBe(2)
    const again = () => confirm(shop, 'P051222222B', '877', 3622.07)
    if (how === 'by hand') await shop.call('queue.resend', { id })
    else await again()
    await shop.authority.faults()
    await shop.settled()
    expect(purchasesOf(shop).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    expect(await again()).toMatchObject({ error: { code: '004', data: { cisInvcNo: expect.any(Number) } } })
  },
)

it('a purchase that arrives after it was set aside is accepted once Kaunta asks for it', async () => {
  const shop = await linkedShop()
  await shop.authority.faults(late(purchasePaths), purchaseFailing)
  await confirm(shop, 'P051222222B', '877', 3622.07)
  await triedOften(shop, () => purchasesOf(shop)[0])
  expect(await setAside(shop, purchasesOf(shop)[0]!.id)).toMatchObject(aside)
  // Not arrived yet: the authority's list still has it.
  await shop.call('queue.tryNow', {})
  await shop.settled()
  expect(purchasesOf(shop)).toMatchObject([{ state: 'refused' }])
  await shop.authority.hurry()
  await shop.call('queue.tryNow', {})
  await expect.poll(() => purchasesOf(shop)).toMatchObject([{ state: 'accepted', authority_number: 1 }])
})

it('an item whose own code had been used keeps the code under which it was sent', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60 } })
  await shop.authority.faults({ kind: 'status', status: 500, afterCommit: true, paths: ['saveItem'] })
  const advice = { stock: 0, type: '3', name: 'Advice', code: 'ADV' }
  await shop.goods(advice as Parameters<Shop['goods']>[0])
  const item = () => shop.rows("kind = 'item'")[0]
  await triedOften(shop, item)
  expect(await setAside(shop, item()!.id)).toMatchObject(aside)
  await shop.authority.faults()
  await shop.call('queue.resend', { id: item()!.id })
  await shop.settled()
  expect((await shop.authority.ledger()).items).toHaveLength(1)
})

it('a document that had arrived is settled as soon as the person learns it', async () => {
  const shop = await openShop({ timing: { uncertainMs: 1000, retryMs: 10, retryCapMs: 60_000 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(late(salePaths), failing)
  const { invoiceId } = await shop.sell(soap)
  await triedOften(shop, () => shop.rowOf(invoiceId))
  const { id } = shop.rowOf(invoiceId)
  const reason = async () => {
    const reply = await shop.reply('queue.setAside', { id })
    return reply.ok ? '' : reply.error.reason
  }
  await expect.poll(reason, { timeout: 10_000, interval: 3 }).toBe('queue.tooSoon')
  const { backoff, next_attempt_at } = shop.rowOf(invoiceId)
  await reason()
  expect(shop.rowOf(invoiceId).backoff).toBe(backoff)
  expect(Math.abs(shop.rowOf(invoiceId).next_attempt_at - next_attempt_at)).toBeLessThan(100)
  await shop.authority.hurry()
  expect(await arrivedSales(shop)).toHaveLength(1)
  await shop.authority.faults()
  await expect.poll(reason).toBe('queue.arrived')
  // Held for its wait no longer.
  expect(shop.rowOf(invoiceId).next_attempt_at).toBeLessThanOrEqual(Date.now())
  await shop.becomes(invoiceId, 'accepted')
})

it('what may still be on its way is not set aside because the clock was put forward', async () => {
  const { clock, move } = movableClock()
  const shop = await openShop({ timing: { uncertainMs: 60_000 }, ports: { clock } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(failing)
  const { invoiceId } = await shop.sell(soap)
  await triedOften(shop, () => shop.rowOf(invoiceId))
  const { id } = shop.rowOf(invoiceId)
  move(86_400_000)
  await expect
    .poll(async () => {
      const reply = await shop.reply('queue.setAside', { id })
      return reply.ok ? '' : reply.error.reason
    })
    .toBe('queue.tooSoon')
})

it('nothing is stuck because the network is down after one lost answer', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'cutBefore', paths: salePaths, times: 1 })
  const { invoiceId } = await shop.sell(soap)
  await expect.poll(() => shop.rowOf(invoiceId).may_have_arrived, { interval: 2 }).toBe(1)
  await shop.authority.offline(true)
  await expect.poll(() => shop.rowOf(invoiceId).attempts).toBeGreaterThan(9)
  const { rows } = await shop.call('queue.list', { filter: 'waiting' })
  expect(rows.some(({ stuck }) => stuck)).toBe(false)
})

it('a credit note takes back what it may be there for: another one finds nothing left', async () => {
  const shop = await openShop({ timing: { uncertainMs: 60, answerMs: 300 } })
  const soap = await shop.goods()
  await shop.settled()
  const sale = await shop.sell(soap, 3)
  await shop.becomes(sale.invoiceId, 'accepted')
  await shop.settled()
  const [item] = shop.read<{ code: string }>('select code from item')
  const credit = (number: string) => {
    const note = table(sale.number, number, 3)
    const items = note.items.map((line) => ({ ...line, itemCd: item!.code }))
    return shop.software('creditNote.submit', { ...note, items })
  }
  const unanswered = { kind: 'refuse', code: '001', text: 'There is no search result' }
  const hidden = { ...unanswered, paths: ['selectInvoiceDetails'] }
  await shop.authority.faults({ kind: 'cutAfter', paths: salePaths }, hidden)
  const first = credit('CN1')
  await expect.poll(async () => (await shop.authority.ledger()).sales.length).toBe(2)
  await shop.authority.faults(failing, hidden)
  await first
  const [note] = shop.rows("kind = 'creditNote'")
  await triedOften(shop, () => note)
  expect(await setAside(shop, note!.id)).toMatchObject(aside)
  await shop.authority.faults()
  expect(await credit('CN2')).toMatchObject({ ok: false, error: { code: '802' } })
  expect(
    await shop.reply('invoice.credit', { id: sale.invoiceId, reason: '06', returnStock: false }),
  ).toMatchObject({
    ok: false,
    error: { code: '802' },
  })
  // It is no hindrance to itself.
  await shop.call('queue.resend', { id: note!.id })
  await shop.settled()
  expect(shop.rows("kind = 'creditNote'").map(({ state }) => state)).toEqual(['accepted'])
  expect((await expectInStep(shop)).sales).toHaveLength(2)
})
