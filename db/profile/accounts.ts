/** Customers' accounts: sold on credit, credited, paid. Each function that adds a row also adds its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { type Allocation, digestOf } from './books.ts'
import { family } from './customers.ts'
import type { Scope } from './figures.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type AccountEntry = Selectable<ProfileSchema['account_entry']>
type CustomerSale = Selectable<ProfileSchema['customer_sale']>

/** Stores that a sale is a customer's. `who`: the author for the audit trail. */
export const insertCustomerSale = (
  db: Db,
  sale: Pick<CustomerSale, 'invoice_id' | 'customer_id' | 'credit' | 'sold_at'>,
  { number, who }: { number: string; who: string },
): void => {
  const row = { ...sale, earlier: 0 as const, owed: sale.credit }
  db.run(profile.insertInto('customer_sale').values(row))
  if (sale.credit === 0) return
  const content = digestOf('customer_sale', row)
  audit(db, {
    at: sale.sold_at,
    kind: 'soldOnCredit',
    subject: number,
    row_id: sale.invoice_id,
    who,
    content,
  })
}

/** `subject`: the customer, for the audit trail. The rest of the amount, beyond the allocations, pays at other tills. Returns the id. */
export const insertAccountEntry = (
  db: Db,
  row: Omit<Required<Insertable<ProfileSchema['account_entry']>>, 'id'>,
  allocations: readonly Allocation[],
  subject: string,
): number => {
  const { id } = db.run(profile.insertInto('account_entry').values(row))
  for (const { invoice_id, amount } of allocations)
    db.run(profile.insertInto('account_allocation').values({ entry_id: id, invoice_id, amount }))
  audit(db, {
    at: row.entered_at,
    kind: row.kind === 'paid' ? 'accountPaid' : 'paidBefore',
    subject,
    row_id: id,
    who: row.author_name,
    content: digestOf('account_entry', { ...row, id }, allocations),
  })
  return id
}

export const accountEntry = (db: Db, id: number): AccountEntry | undefined =>
  db.first(profile.selectFrom('account_entry').selectAll().where('id', '=', id))

export const entryByRequest = (db: Db, requestId: string): AccountEntry | undefined =>
  db.first(profile.selectFrom('account_entry').selectAll().where('request_id', '=', requestId))

/** Returns the payment on account with this M-PESA code. */
export const entryPaidWith = (db: Db, reference: string): AccountEntry | undefined =>
  db.first(
    profile
      .selectFrom('account_entry')
      .selectAll()
      .where('reference', '=', reference)
      .where('tender_id', 'is', null)
      .limit(1),
  )

/** Returns the sale's row; undefined: it is no customer's. */
export const customerSale = (db: Db, invoiceId: number): CustomerSale | undefined =>
  db.first(profile.selectFrom('customer_sale').selectAll().where('invoice_id', '=', invoiceId))

/** Returns what was paid on account for a sale, in order. A mark counts as cash. */
export const paymentsOf = (db: Db, invoiceId: number) =>
  db.all(
    profile
      .selectFrom('account_allocation')
      .innerJoin('account_entry', 'account_entry.id', 'account_allocation.entry_id')
      .select([
        sql<string>`coalesce(method, 'cash')`.as('method'),
        'account_allocation.amount',
        'reference',
        'tender_id',
        'tender_name',
      ])
      .where('account_allocation.invoice_id', '=', invoiceId)
      .orderBy('account_allocation.id'),
  )

/** Returns the sales that a customer still owes, oldest first. */
export const openSales = (db: Db, customerId: number) =>
  db.all(
    profile
      .selectFrom('customer_sale')
      .innerJoin('invoice', 'invoice.id', 'customer_sale.invoice_id')
      .select([
        'customer_sale.invoice_id as id',
        'customer_sale.owed',
        'customer_sale.credit',
        'customer_sale.earlier',
        'customer_sale.sold_at as soldAt',
        'invoice.number',
      ])
      .where('customer_sale.customer_id', 'in', family(customerId))
      .where(sql<boolean>`customer_sale.owed <> 0`)
      .orderBy('customer_sale.sold_at')
      .orderBy('customer_sale.invoice_id'),
  )

/** Returns the cents that a customer owes at this till; negative: it paid here for sales of other tills. */
export const owedBy = (db: Db, customerId: number): number =>
  db.first(
    sql<{ owed: number }>`select
      coalesce((select sum(owed) from customer_sale where owed <> 0 and customer_id in ${family(customerId)}), 0)
      - coalesce((select sum(ahead) from customer where id in ${family(customerId)}), 0) as owed`.compile(
      profile,
    ),
  )?.owed ?? 0

/** Returns the payments on account of a day or a shift, per method and tender. */
export const accountSums = (db: Db, scope: Scope) => {
  const paid = profile.selectFrom('account_entry').where('kind', '=', 'paid')
  const own =
    'day' in scope
      ? paid.where('day', '=', scope.day)
      : paid.where('shift_id', '=', scope.shift).where('shift_id', 'is not', null)
  return db.all(
    own
      .select((select) => [
        sql<string>`method`.as('method'),
        'tender_name',
        select.fn.countAll<number>().as('count'),
        select.fn.sum<number>('amount').as('amount'),
      ])
      .groupBy(['method', 'tender_name']),
  )
}

// --- what happened on an account --------------------------------------------------------------------------------------

export interface AccountRow {
  kind: 'sale' | 'creditNote' | 'paid' | 'paidBefore'
  /** Of the document, or of the entry. */
  id: number
  number: string
  at: number
  /** The document's total, or the payment. */
  total: number
  /** How it changes what is owed. */
  change: number
  method: string | null
  /** Of a payment; null: the shipped one. */
  tender: string | null
  note: string | null
  /** The customer still owes this of a sale. */
  owed: number
}

export type AccountPosition = readonly [at: number, kind: string, id: number]
const end: AccountPosition = [2 ** 53 - 1, '', 0]

/**
 * What belongs to a customer from `from` (epoch milliseconds) until before a position; of each kind the newest `limit`,
 * or all. A withdrawn document never counted. A credit note belongs to the customer of its sale; that of another till has
 * the id of the sale.
 */
const rowsOf = (customerId: number, from: number, before: AccountPosition, limit = -1) => {
  const own = family(customerId)
  // The position alone would use no index.
  const within = (at: string, kind: string, id: string) =>
    sql`${sql.ref(at)} >= ${from} and ${sql.ref(at)} <= ${before[0]}
      and (${sql.ref(at)}, ${sql.raw(kind)}, ${sql.ref(id)}) < (${sql.join(before)})`
  const newest = (at: string, id: string) =>
    sql`order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit ${limit}`
  const withdrawn = sql`(select invoice_id from submission where state = 'withdrawn' and invoice_id is not null)`
  // A sum needs no documents, and SQLite leaves out only a left join.
  return sql`
    select 'sale' as kind, s.invoice_id as id, invoice.number, s.sold_at as at, invoice.total, s.credit as change,
        invoice.payment_method as method, null as tender, null as note, s.owed
      from (select * from customer_sale where customer_id in ${own} and ${within('sold_at', "'sale'", 'invoice_id')}
        and invoice_id not in ${withdrawn} ${newest('sold_at', 'invoice_id')}) s
      left join invoice on invoice.id = s.invoice_id
    union all
    select * from (select note.kind, note.id, note.number, note.sold_at, -note.total,
        -(select coalesce(sum(amount), 0) from invoice_tender where invoice_id = note.id and method = 'credit'),
        note.payment_method, null, null, 0
      from customer_sale s join invoice note on note.original_id = s.invoice_id
      where s.customer_id in ${own} and ${within('note.sold_at', 'note.kind', 'note.id')}
        and note.id not in ${withdrawn} ${newest('note.sold_at', 'note.id')})
    union all
    select * from (select 'creditNote', s.invoice_id as id, note.number, note.made_at, -note.total, -note.less_owed,
        null, null, null, 0
      from customer_sale s join other_note note on note.sale_id = s.invoice_id
      where s.customer_id in ${own} and ${within('note.made_at', "'creditNote'", 's.invoice_id')}
        and note.state in ('waiting', 'accepted', 'refused') ${newest('note.made_at', 's.invoice_id')})
    union all
    select * from (select kind, id, cast(number as text), entered_at, amount, -amount, method, tender_name, note, 0
      from account_entry
      where customer_id in ${own} and ${within('entered_at', 'kind', 'id')} ${newest('entered_at', 'id')})`
}

/** Returns the rows of an account before a position, newest first. */
export const accountBefore = (
  db: Db,
  customerId: number,
  { before = end, limit }: { before: AccountPosition | undefined; limit: number },
): AccountRow[] =>
  db.all(
    sql<AccountRow>`select * from (${rowsOf(customerId, 0, before, limit)})
      order by at desc, kind desc, id desc limit ${limit}`.compile(profile),
  )

/** Returns the cents that a customer owed before a moment. It reads only the rows since then. */
export const owedBefore = (db: Db, customerId: number, at: number): number => {
  const since = sql<{
    change: number
  }>`select coalesce(sum(change), 0) as change from (${rowsOf(customerId, at, end)})`
  return owedBy(db, customerId) - (db.first(since.compile(profile))?.change ?? 0)
}

/** Returns the rows of an account in that time (epoch milliseconds, without `to`), oldest first. */
export const accountBetween = (
  db: Db,
  customerId: number,
  { from, to, limit }: { from: number; to: number; limit: number },
): AccountRow[] =>
  db.all(
    sql<AccountRow>`select * from (${rowsOf(customerId, from, [to, '', 0])}) order by at, kind desc, id limit ${limit}`.compile(
      profile,
    ),
  )
