/** Years of sales of three lines each, written straight into an app's database; the goods must be there. */
import Sqlite from 'better-sqlite3'

const linesPerSale = 3
const payload = JSON.stringify({
  kind: 'sale',
  traderNumber: 'T1-100000',
  ...{ originalId: null, buyerPin: null, buyerName: null, refundReason: null, remark: null },
  ...{ paymentMethod: '01', confirmedAt: '20261120120000', saleDate: '20261120' },
  author: { id: 'USR01', name: 'Bench' },
  rates: { A: 0, B: 16, C: 0, D: 0, E: 8 },
  lines: Array.from({ length: linesPerSale }, (_, line) => ({
    itemId: line + 1,
    barcode: null,
    discount: 0,
    discountRate: 0,
    itemClass: '5059690800',
    itemName: 'Amani fresh milk 500ml',
    packageUnit: 'NT',
    packageQuantity: 100,
    quantityUnit: 'U',
    quantity: 100,
    unitPrice: 6500,
    supply: 6500,
    taxType: 'B',
    taxable: 5603,
    tax: 897,
    total: 6500,
  })),
})

/** The numbers 1 to `@last` as `sale.i`, and the moment of each. */
const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < @last),
  sale as (select i, @now - (@last - i) * @spanMs / @last as at from n)`
const day = `strftime('%Y%m%d', at / 1000, 'unixepoch')`
const item = '1 + (sale.i * 31 + line.p * 7) % (select count(*) from item)'
const lines = `(select 1 as p union all select 2 union all select 3) line`

const statements = [
  `insert into invoice (id, kind, number, source, sold_at, day, author_id, author_name, payment_method, total, taxable,
    tax, discount, tendered, line_count, tax_rates, request_id) ${numbers}
    select i, 'sale', 'T1-' || i, 'till', at, ${day}, 'USR01', 'Bench', '01', 19500, 16809, 2691, 0, 19500,
    ${linesPerSale}, '{"A":0,"B":16,"C":0,"D":0,"E":8}', 'request-' || i from sale`,
  `insert into invoice_line (invoice_id, position, item_id, item_code, name, item_class, item_type, package_unit,
    quantity_unit, quantity, unit_price, discount, total, taxable, tax, tax_type) ${numbers}
    select sale.i, line.p, item.id, item.code, item.name, item.item_class, item.type, 'NT', 'U', 100, 6500, 0, 6500, 5603,
    897, 'B' from sale, ${lines} join item on item.id = ${item}`,
  `insert into invoice_tender (invoice_id, position, method, amount) ${numbers} select i, 1, '01', 19500 from sale`,
  `insert into stock_record (id, number, type, source, invoice_id, occurred_on, author_name, recorded_at) ${numbers}
    select i, 'sold/T1-' || i, '11', 'till', i, ${day}, 'Bench', at from sale`,
  `insert into movement (item_id, stock_record_id, type, quantity, on_hand_after, moved_at) ${numbers}
    select ${item}, sale.i, '11', -100, 1000000, at from sale, ${lines}`,
  `insert into submission (id, kind, lane, state, title, amount, payload, invoice_id, author_id, author_name,
    authority_number, attempts, last_tried_at, last_code, created_at, settled_at) ${numbers}
    select i * 2, 'sale', 'sales', @state, 'T1-' || i, 19500, @payload, i, 'USR01', 'Bench',
    iif(@sent, i, null), @sent, iif(@sent, at, null), iif(@sent, '000', null), at, iif(@sent, at, null) from sale`,
  `insert into submission (id, kind, lane, state, blockers, title, payload, stock_record_id, author_id, author_name,
    authority_number, attempts, last_tried_at, last_code, created_at, settled_at) ${numbers}
    select i * 2 + 1, 'stockRecord', 'stock', @state, 1 - @sent, '3', @payload, i, 'USR01', 'Bench',
    iif(@sent, i, null), @sent, iif(@sent, at, null), iif(@sent, '000', null), at, iif(@sent, at, null) from sale`,
  `insert into submission_dependency (submission_id, depends_on, need, met) ${numbers}
    select i * 2 + 1, i * 2, 'accepted', @sent from sale`,
  `insert into signature (invoice_id, authority_number, receipt_number, total_receipt_number, internal_data, signature,
    signed_at, scu_id, mrc_no, stored_at) ${numbers}
    select i, i, i, i, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ABCDEFGHIJ234567', '20261120120000', 'KRACU1', 'MRC1', at from sale
    where @sent = 1`,
  `insert into attempt (submission_id, action, authority_number, started_at, duration_ms, outcome, code, http_status,
    request, response) ${numbers}
    select i * 2, 'send', i, at, 30, 'accepted', '000', 200, @payload, '{"resultCd":"000"}' from sale
    where @sent = 1`,
  `insert into counter (name, next) values ('till.sale', @last + 1)
    on conflict (name) do update set next = excluded.next`,
]

/** Sales number 1 to `last`, over `days` and accepted by the authority (`sent`), or over the last hours and waiting. */
export const writeSales = (
  file: string,
  { last, sent, days = 600 }: { last: number; sent: boolean; days?: number },
): void => {
  const db = new Sqlite(file)
  db.pragma('synchronous = OFF')
  const values = {
    last,
    payload,
    now: Date.now(),
    spanMs: (sent ? days * 24 : 12) * 3_600_000,
    sent: sent ? 1 : 0,
    state: sent ? 'accepted' : 'queued',
  }
  db.transaction(() => {
    for (const statement of statements) {
      const used = Object.entries(values).filter(([name]) => new RegExp(`@${name}\\b`).test(statement))
      db.prepare(statement).run(Object.fromEntries(used))
    }
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
