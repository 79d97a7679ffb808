/** A year of a shop with shifts, approvals and a customer who buys on credit, written into an app's database. */
import Sqlite from 'better-sqlite3'
import { writeSales } from './history.ts'

export const salesPerDay = 500
export const shifts = 365
const sales = salesPerDay * shifts
const dayMs = 86_400_000
/** The customer buys on credit with one sale of so many, and pays once in so many sales. */
const creditEvery = 50
const paysEvery = 7 * salesPerDay
export const customerId = 1

const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sales})`
const soldAt = (sale: string) => `(select sold_at from invoice where id = ${sale})`
const person = `'USR01', 'Bench'`

const statements = [
  `insert into shift (id, uid, number, opened_at, author_id, author_name, float, after_invoice, request_id) ${numbers}
    select i, 'shift-' || i, i, ${soldAt(`(i - 1) * ${salesPerDay} + 1`)}, ${person}, 500000, (i - 1) * ${salesPerDay},
    'shift-' || i from n where i <= ${shifts}`,
  `insert into counter (name, next) values ('shift', ${shifts + 1}), ('customer', 201), ('account', 100)`,
  `insert into shift_close (shift_id, uid, closed_at, author_id, author_name, expected, counted, figures, request_id)
    select id, uid, opened_at + ${dayMs} - 1, ${person}, 0, 0, '{}', request_id from shift where id < ${shifts}`,
  `insert into cash_movement (uid, shift_id, kind, amount, reason, moved_at, author_id, author_name, request_id)
    ${numbers} select 'cash-' || i, 1 + i / 10, 'payOut', 1000, 'Milk', ${soldAt(`i * ${salesPerDay / 10}`)}, ${person},
    'cash-' || i from n where i < ${shifts * 10}`,
  `update invoice set shift_id = 1 + (id - 1) / ${salesPerDay},
    payment_method = iif(id % ${creditEvery} = 0, 'credit', payment_method)`,
  `update invoice_tender set method = 'credit' where invoice_id % ${creditEvery} = 0`,
  `insert into print (invoice_id, life, paper, target, outcome, printed_at, author_name)
    select id, 'original', '80', 'system', 'printed', sold_at, 'Bench' from invoice where id < ${sales}`,
  `insert into print (invoice_id, life, copy_number, paper, target, outcome, printed_at, author_name)
    select id, 'copy', 1, '80', 'system', 'printed', sold_at, 'Bench' from invoice where id % 50 = 1`,
  `insert into audit (at, kind, subject, row_id, who, content, hash) ${numbers}
    select ${soldAt('i')}, iif(i % 25 = 0, 'priceChanged', 'sale'), 'T1-' || i, i, 'Bench',
    iif(i % 25 = 0, '{"goods":[{"name":"Milk","amount":500}]}', 'digest'), 'hash' from n`,
  `insert into approval (uid, act, amount, document, reason, asker_id, asker_name, approver_id, approver_name, used_at)
    select 'approval-' || id, 'priceChange', 500, number, '', ${person}, 'USR02', 'Manager', sold_at from invoice
    where id % 25 = 0`,
  `insert into customer (id, uid, number, list_number, name, credit_limit, author_id, author_name, modifier_id,
    modifier_name, created_at, updated_at) ${numbers} select i, 'customer-' || i, i, i, 'Customer ' || i, 1000000000,
    ${person}, ${person}, 0, 0 from n where i <= 200`,
  `insert into customer_sale (invoice_id, customer_id, credit, sold_at, owed)
    select id, ${customerId}, total, sold_at, iif(id <= ${sales - (sales % paysEvery)}, 0, total) from invoice
    where id % ${creditEvery} = 0`,
  `insert into account_entry (id, uid, number, customer_id, kind, method, amount, entered_at, day, author_id, author_name,
    request_id)
    select id / ${paysEvery}, 'paid-' || id, id / ${paysEvery}, ${customerId}, 'paid', 'mpesa',
    ${paysEvery / creditEvery} * total, sold_at, day, ${person}, 'paid-' || id from invoice where id % ${paysEvery} = 0`,
  `insert into account_allocation (entry_id, invoice_id, amount)
    select (invoice_id - 1) / ${paysEvery} + 1, invoice_id, credit from customer_sale where owed = 0`,
]

/** Closed shifts and one that is open, each with {@link salesPerDay} sales. The goods must be there. */
export const writeYear = (file: string): void => {
  writeSales(file, { last: sales, sent: true, days: shifts })
  const db = new Sqlite(file)
  db.pragma('synchronous = OFF')
  db.transaction(() => {
    // Without it a database lets nobody write into what never changes.
    db.exec(`insert into repair values ('year')`)
    for (const statement of statements) db.exec(statement)
    db.exec('delete from repair')
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
