/** Random days in a shop: whatever is rung up, credited and counted, the books add up, here and at the authority. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { whole } from '../../../db/profile/payloads.ts'
import { newRequest, type Shop, startShop } from './shop.ts'

type Row = Record<string, number>
interface Paid extends Row {
  id: number
}
interface Line {
  itemId: number
  quantity: number
  unitPrice: number
  supply: number
  taxType: string
  taxable: number
  tax: number
  total: number
}

const discount = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
  ),
  { nil: undefined },
)
const line = fc.record({ item: fc.nat(), quantity: fc.integer({ min: 1, max: 900 }), discount })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      discount,
      card: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('credit' as const), sale: fc.nat(), returnStock: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      kind: fc.constantFrom('received', 'found', 'lost', 'wasted', 'count'),
      item: fc.nat(),
      quantity: fc.integer({ min: 1, max: 2_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('outage' as const), away: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const goods: Partial<InputOf<'item.save'>>[] = [
  { taxType: 'A', price: 65_00 },
  { taxType: 'B', price: 99_99, quantityUnit: 'KG' },
  { taxType: 'C', price: 3 },
  { taxType: 'E', price: 1_234_56 },
  { taxType: 'B', price: 33_33, type: '3' },
]

const live = async (shop: Shop, items: Item[], steps: Step[]) => {
  const sales: number[] = []
  const pick = <T>(from: T[], index: number) => from[index % from.length] as T
  for (const each of steps) {
    if (each.do === 'outage') await shop.authority.offline(each.away)
    if (each.do === 'adjust') {
      const { kind } = each
      // A count never finds so little that the authority would refuse what is sold afterwards.
      const quantity = each.quantity + (kind === 'count' ? 500_000 : 0)
      await shop.ok('stock.adjust', {
        kind,
        lines: [{ itemId: pick(items.slice(0, 4), each.item).id, quantity }],
        sure: true,
      })
    }
    if (each.do === 'credit' && sales.length > 0) {
      await shop.call('invoice.credit', {
        id: pick(sales, each.sale),
        reason: '06',
        returnStock: each.returnStock,
      })
    }
    if (each.do === 'sell') {
      const lines = each.lines.map((one) => ({
        itemId: pick(items, one.item).id,
        quantity: one.quantity,
        ...(one.discount ? { discount: one.discount } : {}),
      }))
      const tenders = [
        ...(each.card ? [{ method: '05', amount: 1 }] : []),
        { method: '01', amount: 10_000_000_00 },
      ]
      const reply = await shop.call('sale.complete', {
        lines,
        tenders,
        requestId: newRequest(),
        ...(each.discount ? { discount: each.discount } : {}),
      })
      if (reply.ok) sales.push(reply.data.invoiceId)
    }
  }
}

const half = (value: bigint, by: bigint): number => Number((2n * value + by) / (2n * by))

const checkBooks = (shop: Shop) => {
  const rows = <R extends object = Row>(sql: string) => shop.read<R>(shop.appId, sql)
  const movedWrong = rows(
    `select item.id, on_hand, coalesce(sum(quantity), 0) as moved from item left join movement on item_id = item.id
     group by item.id having on_hand <> moved`,
  )
  expect(movedWrong, 'on hand is the sum of the movements').toEqual([])
  const chain = rows(
    `select id from (select id, on_hand_after, sum(quantity) over (partition by item_id order by id) as running
     from movement) where on_hand_after <> running`,
  )
  expect(chain, 'each movement has the stock after it').toEqual([])
  const wrongSums = rows(
    `select invoice.id from invoice join invoice_line on invoice_id = invoice.id group by invoice.id
     having invoice.total <> sum(invoice_line.total) or invoice.taxable <> sum(invoice_line.taxable)
     or invoice.tax <> sum(invoice_line.tax) or invoice.discount <> sum(invoice_line.discount)
     or invoice.line_count <> count(*) or invoice.total <> invoice.taxable + invoice.tax`,
  )
  expect(wrongSums, 'a document is the sum of its lines').toEqual([])
  const wrongMoney = rows(
    `select invoice.id from invoice join invoice_tender on invoice_id = invoice.id group by invoice.id
     having sum(amount) - change <> total`,
  )
  expect(wrongMoney, 'what was paid is what was due').toEqual([])
  const documents = rows<{
    payload: string
    packed: Buffer
    total: number
    taxable: number
    tax: number
    invoice_id: number
  }>(
    'select payload, packed, total, taxable, tax, invoice_id from submission join invoice on invoice.id = invoice_id',
  )
  for (const document of documents) {
    const { lines } = JSON.parse(whole(document).payload) as { lines: Line[] }
    const sum = (name: 'total' | 'taxable' | 'tax') => lines.reduce((all, each) => all + each[name], 0)
    expect({ total: sum('total'), taxable: sum('taxable'), tax: sum('tax') }).toEqual({
      total: document.total,
      taxable: document.taxable,
      tax: document.tax,
    })
    for (const each of lines) {
      expect(each.supply).toBe(half(BigInt(each.unitPrice) * BigInt(each.quantity), 100n))
      expect(each.total).toBe(each.supply)
      expect(each.taxable + each.tax).toBe(each.total)
    }
    const quantities = rows(
      `select item_id, sum(quantity) as quantity from invoice_line where invoice_id = ${document.invoice_id} group by item_id order by item_id`,
    )
    const reported = Map.groupBy(lines, ({ itemId }) => itemId)
    expect(quantities).toEqual(
      [...reported]
        .map(([item_id, of]) => ({ item_id, quantity: of.reduce((all, each) => all + each.quantity, 0) }))
        .toSorted((a, b) => a.item_id - b.item_id),
    )
  }
}

const checkAuthority = async (shop: Shop) => {
  const { sales, stock } = await shop.authority.ledger()
  expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
  const signed = shop.read<{ number: string; total: number }>(
    shop.appId,
    `select number, total from invoice join signature on invoice_id = invoice.id where signature is not null
     order by authority_number`,
  )
  expect(sales.map(({ request }) => [request['trdInvcNo'], request['totAmt']])).toEqual(
    signed.map(({ number, total }) => [number, total / 100]),
  )
  expect(shop.read<Paid>(shop.appId, 'select id from invoice')).toHaveLength(signed.length)
  const here = shop.read<{ on_hand: number }>(
    shop.appId,
    "select on_hand from item where type <> '3' order by authority_code",
  )
  expect(stock.map(({ onHand }) => Math.round(onHand * 100))).toEqual(here.map(({ on_hand }) => on_hand))
}

test('random days', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const shop = await startShop()
      const items: Item[] = []
      for (const item of goods)
        items.push(await shop.stocked({ ...item, ...(item.type ? {} : { onHand: 1_000_000 }) }))
      await live(shop, items, steps)
      checkBooks(shop)
      await shop.authority.offline(false)
      await shop.ok('queue.tryNow')
      await shop.settled()
      checkBooks(shop)
      await checkAuthority(shop)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
