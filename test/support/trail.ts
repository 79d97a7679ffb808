/** Trails of tills that exist only as facts: as many as a test wants, with rows that give their digests. */
import { randomUUID } from 'node:crypto'
import type { Fact, FactRows } from '../../core/contract/hub/wire.ts'
import { chained, noHash } from '../../db/profile/audit.ts'
import { documentDigests } from '../../db/profile/invoices.ts'
import { recordDigest } from '../../db/profile/stock.ts'

export interface Goods {
  uid: string
  /** The till's own id of it. */
  id: number
}

export interface MadeTrail {
  facts: Fact[]
  /** The next row of the trail. */
  add(fact: Partial<Fact> & { kind: string }): Fact
  /** A sale of these goods, one of each, for 116.00 each. */
  sell(goods: readonly Goods[], options?: { at?: number; day?: string; name?: string; method?: string }): Fact
  /** Moves goods by so many hundredths each. */
  move(goods: readonly Goods[], quantity: number): Fact
}

export const makeGoods = (count: number): Goods[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, uid: randomUUID() }))

const price = 116_00

/** `after`: a trail that this one continues. */
export const makeTrail = (
  name: string,
  after: Pick<Fact, 'seq' | 'hash'> = { seq: 0, hash: noHash },
): MadeTrail => {
  const facts: Fact[] = []
  let [invoices, records, movements] = [0, 0, 0]
  const add: MadeTrail['add'] = (fact) => {
    const before = facts.at(-1) ?? after
    const row = {
      ...{
        v: 1,
        seq: before.seq + 1,
        at: 1_790_000_000_000 + before.seq,
        subject: '',
        rowId: null,
        who: 'Asha',
      },
      ...{ content: '', rows: null, uids: { items: {}, customers: {} } },
      ...fact,
    }
    const made = { ...row, hash: fact.hash ?? chained(before.hash, { ...row, row_id: row.rowId } as never) }
    facts.push(made)
    return made
  }
  const uidsOf = (goods: readonly Goods[]) => ({
    items: Object.fromEntries(goods.map(({ id, uid }) => [id, uid])),
    customers: {},
  })
  const moved = (goods: readonly Goods[], quantity: number, type: string): Fact => {
    records += 1
    const [id, at] = [records, 1_790_000_000_000]
    const row = {
      ...{ id, number: String(id), type, source: 'till', superseded: 0, invoice_id: null },
      ...{ occurred_on: '20260131', remark: null, author_name: 'Asha', recorded_at: at, body_hash: null },
      caller_body: null,
    }
    const parts = goods.map(({ id: item_id }) => {
      movements += 1
      const rest = { stock_record_id: id, type, quantity, on_hand_after: 0, moved_at: at }
      return { id: movements, item_id, ...rest }
    })
    const content = recordDigest(row as never, parts as never)
    const rows: FactRows = { row, movements: parts }
    return add({ kind: 'stockRecord', subject: row.number, rowId: id, content, rows, uids: uidsOf(goods) })
  }
  return {
    facts,
    add,
    move: (goods, quantity) => moved(goods, quantity, quantity < 0 ? '11' : '06'),
    sell: (
      goods,
      { at = 1_790_000_000_000, day = '20260131', name: called = 'Chai ☕', method = 'cash' } = {},
    ) => {
      moved(goods, -100, '11')
      invoices += 1
      const id = invoices
      const total = price * goods.length
      const tax = 16_00 * goods.length
      const row = {
        ...{ id, kind: 'sale', number: `${name}-${id}`, trader_number: null, source: 'till', superseded: 0 },
        ...{
          original_id: null,
          reason: null,
          sold_at: at,
          day,
          author_id: 'a',
          author_name: 'Asha',
        },
        ...{ buyer_pin: null, buyer_name: null, payment_method: method, total, taxable: total - tax, tax },
        ...{ discount: 0, tendered: total, change: 0, line_count: goods.length, shift_id: 1 },
        ...{ tax_rates: '{"B":16}', request_id: `${name}-${id}`, body_hash: null, caller_body: null },
      }
      const lines = goods.map((of, index) => ({
        ...{ invoice_id: id, position: index + 1, item_id: of.id, item_code: `C${of.id}`, name: called },
        ...{
          item_class: '5059690800',
          item_type: '2',
          barcode: null,
          package_unit: 'NT',
          quantity_unit: 'U',
        },
        ...{
          quantity: 100,
          unit_price: price,
          discount: 0,
          total: price,
          taxable: price - 16_00,
          tax: 16_00,
        },
        tax_type: 'B',
      }))
      const paid = { invoice_id: id, position: 1, method, amount: total, reference: null }
      const tenders = [{ ...paid, tender_id: null, tender_name: null }]
      const [content = ''] = documentDigests(row as never, lines as never, tenders)
      const rows: FactRows = { row, lines, tenders }
      return add({ kind: 'sale', at, subject: row.number, rowId: id, content, rows, uids: uidsOf(goods) })
    },
  }
}
