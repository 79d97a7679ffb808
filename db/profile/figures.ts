/** Sums of documents: of a day, of a shift, or of other software during a shift. Each query reads only these. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

/**
 * The documents of a local day (`YYYYMMDD`), or those after `after` until `through` (ids) that belong to a shift. Shift
 * null: those of no shift.
 */
export type Scope = { day: string } | { shift: number | null; after: number; through: number }

/** Documents with their states. Withdrawn ones can be left out. */
const documents = (scope: Scope) => {
  const all = profile.selectFrom('invoice').leftJoin('submission', 'submission.invoice_id', 'invoice.id')
  return 'day' in scope
    ? all.where('invoice.day', '=', scope.day)
    : all
        .where('invoice.id', '>', scope.after)
        .where('invoice.id', '<=', scope.through)
        .where('invoice.shift_id', 'is', scope.shift)
}
const notWithdrawn = sql<boolean>`submission.state is not 'withdrawn'`

/** Returns sums per kind, cashier and state. */
export const documentSums = (db: Db, scope: Scope) =>
  db.all(
    documents(scope)
      .leftJoin('signature', 'signature.invoice_id', 'invoice.id')
      .select((select) => [
        'invoice.kind',
        'invoice.author_id',
        'invoice.author_name',
        'submission.state',
        sql<0 | 1>`signature.signature is not null`.as('signed'),
        select.fn.countAll<number>().as('documents'),
        select.fn.sum<number>('invoice.total').as('total'),
        select.fn.sum<number>('invoice.taxable').as('taxable'),
        select.fn.sum<number>('invoice.tax').as('tax'),
        select.fn.sum<number>('invoice.discount').as('discount'),
        sql<number>`sum(invoice.discount <> 0)`.as('discounted'),
        sql<number>`sum(coalesce((select change from payment_change where invoice_id = invoice.id
          order by id desc limit 1), invoice.change))`.as('change'),
        select.fn.min<number>('invoice.id').as('first_id'),
        select.fn.max<number>('invoice.id').as('last_id'),
        select.fn.min<number | null>('signature.authority_number').as('first_authority'),
        select.fn.max<number | null>('signature.authority_number').as('last_authority'),
      ])
      .groupBy(['invoice.kind', 'invoice.author_id', 'submission.state', 'signed'])
      .orderBy('first_id'),
  )

/** Returns sums per kind and tax letter. */
export const taxSums = (db: Db, scope: Scope) =>
  db.all(
    documents(scope)
      .innerJoin('invoice_line', 'invoice_line.invoice_id', 'invoice.id')
      .where(notWithdrawn)
      .select((select) => [
        'invoice.kind',
        'invoice_line.tax_type',
        select.fn.sum<number>('invoice_line.total').as('total'),
        select.fn.sum<number>('invoice_line.taxable').as('taxable'),
        select.fn.sum<number>('invoice_line.tax').as('tax'),
      ])
      .groupBy(['invoice.kind', 'invoice_line.tax_type'])
      .orderBy('invoice_line.tax_type'),
  )

/** Returns sums per kind and hour of the day, 0 to 23; `offset`: milliseconds from UTC to local time. */
export const hourSums = (db: Db, scope: Scope, offset: number) =>
  db.all(
    documents(scope)
      .where(notWithdrawn)
      .select((select) => [
        'invoice.kind',
        sql<number>`(invoice.sold_at + ${offset}) / 3600000 % 24`.as('hour'),
        select.fn.countAll<number>().as('documents'),
        select.fn.sum<number>('invoice.total').as('total'),
      ])
      .groupBy(['hour', 'invoice.kind'])
      .orderBy('hour'),
  )

const unchanged = sql<boolean>`not exists (select 1 from payment_change where invoice_id = invoice.id)`
const isLast = sql<boolean>`payment_change.id = (select max(id) from payment_change where invoice_id = invoice.id)`

/**
 * Returns payments per kind, payment method and tender, in several parts where some were corrected. A payment without details
 * uses its document's method.
 */
export const paymentSums = (db: Db, scope: Scope) => [
  ...db.all(
    documents(scope)
      .leftJoin('invoice_tender', 'invoice_tender.invoice_id', 'invoice.id')
      .where(notWithdrawn)
      .where(unchanged)
      .select([
        'invoice.kind',
        sql<string | null>`coalesce(invoice_tender.method, invoice.payment_method)`.as('way'),
        'invoice_tender.tender_name',
        sql<number>`sum(coalesce(invoice_tender.amount, invoice.total))`.as('amount'),
      ])
      .groupBy(['invoice.kind', 'way', 'invoice_tender.tender_name'])
      .orderBy('way'),
  ),
  ...db.all(
    documents(scope)
      .innerJoin('payment_change', 'payment_change.invoice_id', 'invoice.id')
      .innerJoin('payment_change_tender', 'payment_change_tender.change_id', 'payment_change.id')
      .where(notWithdrawn)
      .where(isLast)
      .select((select) => [
        'invoice.kind',
        'payment_change_tender.method as way',
        'payment_change_tender.tender_name',
        select.fn.sum<number>('payment_change_tender.amount').as('amount'),
      ])
      .groupBy(['invoice.kind', 'way', 'payment_change_tender.tender_name']),
  ),
]

/** Returns the copies printed or started from `from` until before `to`, per kind. */
export const copiesBetween = (db: Db, from: number, to: number) =>
  db.all(
    profile
      .selectFrom('print')
      .innerJoin('invoice', 'invoice.id', 'print.invoice_id')
      .where('print.life', '=', sql.lit('copy'))
      .where('print.outcome', '<>', sql.lit('failed'))
      .where('print.printed_at', '>=', from)
      .where('print.printed_at', '<', to)
      .select((select) => [
        'invoice.kind',
        select.fn.countAll<number>().as('documents'),
        select.fn.sum<number>('invoice.total').as('total'),
      ])
      .groupBy('invoice.kind'),
  )

/** Returns numbers and tax rates of documents that {@link documentSums} named. */
export const namedDocument = (db: Db, id: number) =>
  db.first(profile.selectFrom('invoice').select(['number', 'tax_rates']).where('id', '=', id))

// --- what people took off ---------------------------------------------------------------------------------------------

/** Returns the first row of the audit trail at or after a moment: rows stand in the order of their time. */
export const seqAt = (db: Db, at: number): number => {
  const last = db.first(profile.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(1))?.seq ?? 0
  let [from, to] = [1, last + 1]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = db.first(profile.selectFrom('audit').select('at').where('seq', '=', middle))
    if (row && row.at < at) from = middle + 1
    else to = middle
  }
  return from
}

/** Goods of an audit row, in cents: `shop/sales/reductions.ts`, `shop/sales/droppedGoods.ts`. */
const goods = sql<number>`coalesce(sum((select sum(value ->> '$.amount') from json_each(audit.content, '$.goods'))), 0)`

/** The condition of the index `audit_activity`: SQLite uses the index only where a query repeats it. */
const indexed = sql<boolean>`audit.kind not in ('sale', 'stockRecord', 'signed', 'unsigned')`

/** Returns changed prices and goods taken off a sale, from `from` until before `to`, per kind and end of the sale. */
export const reductionsBetween = (db: Db, from: number, to: number) => {
  const seqs = [seqAt(db, from), seqAt(db, to)] as const
  return (['priceChanged', 'cartDropped'] as const).flatMap((kind) =>
    db.all(
      profile
        .selectFrom('audit')
        .where('kind', '=', sql.lit(kind))
        .where('seq', '>=', seqs[0])
        .where('seq', '<', seqs[1])
        .where(sql<boolean>`json_valid(content)`)
        .where(indexed)
        .select([
          'kind',
          sql<string | null>`content ->> '$.became'`.as('became'),
          sql<number>`count(*)`.as('acts'),
          sql<number>`coalesce(sum(json_array_length(content, '$.goods')), 0)`.as('lines'),
          goods.as('amount'),
        ])
        .groupBy('became'),
    ),
  )
}

/** Returns the approved acts from `from` until before `to`, per act and approver. */
export const approvalsBetween = (db: Db, from: number, to: number) =>
  db.all(
    profile
      .selectFrom('approval')
      .where('used_at', '>=', from)
      .where('used_at', '<', to)
      .select((select) => [
        'act',
        'approver_name as approver',
        select.fn.countAll<number>().as('count'),
        select.fn.sum<number>('amount').as('total'),
      ])
      .groupBy(['act', 'approver_id'])
      .orderBy('act'),
  )

/**
 * Returns the documents of earlier reports that were withdrawn since: after the last Z, or on the day. Their own report was
 * written before. A trail of acts says which came first, because the clock may have been changed.
 */
export const cancelledSince = (db: Db, scope: Scope, { from, to }: { from: number; to: number }) => {
  const ofClosing = sql<number>`shift_close.figures ->> '$.audit.seq'`
  const lastZ = () =>
    db.first(
      profile
        .selectFrom('shift_close')
        .where('shift_id', '<', 'day' in scope ? 0 : (scope.shift ?? 0))
        .select(ofClosing.as('seq'))
        .orderBy('shift_id', 'desc')
        .limit(1),
    )?.seq ?? 0
  const [first, end] =
    'day' in scope ? [seqAt(db, from), seqAt(db, to)] : [lastZ() + 1, Number.MAX_SAFE_INTEGER]
  return db.all(
    profile
      .selectFrom('audit')
      .innerJoin('submission', 'submission.id', 'audit.row_id')
      .innerJoin('invoice', 'invoice.id', 'submission.invoice_id')
      .leftJoin('shift', 'shift.id', 'invoice.shift_id')
      .leftJoin('shift_close', 'shift_close.shift_id', 'invoice.shift_id')
      .where('audit.kind', '=', sql.lit<'withdrawn'>('withdrawn'))
      .where(indexed)
      .where('audit.seq', '>=', first)
      .where('audit.seq', '<', end)
      .where('submission.state', '=', 'withdrawn')
      .where((where) =>
        where.or([
          sql<boolean>`${ofClosing} < audit.seq`,
          ...('day' in scope ? [where('invoice.day', '<', scope.day)] : []),
        ]),
      )
      .select(['invoice.number', 'invoice.kind', 'invoice.total', 'invoice.sold_at', 'shift.number as shift'])
      .groupBy('invoice.id')
      .orderBy('invoice.id'),
  )
}

// --- what a closing names ---------------------------------------------------------------------------------------------

/** Names in a list; the rest is a number. */
const mostNamed = 20

/** Returns the number of sales and credit notes that the authority has not signed, and the oldest of them. */
export const unsigned = (db: Db) => {
  const open = profile
    .selectFrom('submission')
    .innerJoin('invoice', 'invoice.id', 'submission.invoice_id')
    .where('submission.lane', '=', sql.lit<'sales'>('sales'))
    .where(sql<boolean>`submission.state in ('queued', 'sending', 'unknown', 'refused')`)
  return {
    count: db.first(open.select((select) => select.fn.countAll<number>().as('count')))?.count ?? 0,
    oldest: db.all(
      open
        .select([
          'invoice.number',
          'invoice.kind',
          'invoice.total',
          'invoice.sold_at',
          'submission.state',
          'submission.last_code',
          'submission.last_text',
        ])
        .orderBy('invoice.id')
        .limit(mostNamed),
    ),
  }
}

/** Returns the number of documents that were never printed, and the oldest of them. */
export const unprinted = (db: Db, scope: Scope) => {
  const never = documents(scope)
    .where(notWithdrawn)
    .where(
      sql<boolean>`not exists (select 1 from print where print.invoice_id = invoice.id and outcome <> 'failed')`,
    )
  return {
    count: db.first(never.select((select) => select.fn.countAll<number>().as('count')))?.count ?? 0,
    oldest: db.all(never.select(['invoice.number', 'invoice.total']).orderBy('invoice.id').limit(mostNamed)),
  }
}

/** Returns the valid documents since the installation, per kind. */
export const grandTotal = (db: Db) => db.all(profile.selectFrom('document_sum').selectAll())
