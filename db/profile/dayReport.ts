/** Sums of one day's documents. Each query reads that day only, by the index on `invoice.day`. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

/** Documents of a day with their states. Withdrawn ones can be left out. */
const documents = (day: string) =>
  profile
    .selectFrom('invoice')
    .leftJoin('submission', 'submission.invoice_id', 'invoice.id')
    .where('invoice.day', '=', day)
const notWithdrawn = sql<boolean>`submission.state is not 'withdrawn'`

/** Returns sums per kind, cashier and state. */
export const documentsOfDay = (db: Db, day: string) =>
  db.all(
    documents(day)
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
export const taxesOfDay = (db: Db, day: string) =>
  db.all(
    documents(day)
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

const unchanged = sql<boolean>`not exists (select 1 from payment_change where invoice_id = invoice.id)`
const isLast = sql<boolean>`payment_change.id = (select max(id) from payment_change where invoice_id = invoice.id)`

/**
 * Returns payments per kind and payment method, in several parts where some were corrected. A payment without details
 * uses its document's method.
 */
export const paymentsOfDay = (db: Db, day: string) => [
  ...db.all(
    documents(day)
      .leftJoin('invoice_tender', 'invoice_tender.invoice_id', 'invoice.id')
      .where(notWithdrawn)
      .where(unchanged)
      .select([
        'invoice.kind',
        sql<string | null>`coalesce(invoice_tender.method, invoice.payment_method)`.as('way'),
        sql<number>`sum(coalesce(invoice_tender.amount, invoice.total))`.as('amount'),
      ])
      .groupBy(['invoice.kind', 'way'])
      .orderBy('way'),
  ),
  ...db.all(
    documents(day)
      .innerJoin('payment_change', 'payment_change.invoice_id', 'invoice.id')
      .innerJoin('payment_change_tender', 'payment_change_tender.change_id', 'payment_change.id')
      .where(notWithdrawn)
      .where(isLast)
      .select((select) => [
        'invoice.kind',
        'payment_change_tender.method as way',
        select.fn.sum<number>('payment_change_tender.amount').as('amount'),
      ])
      .groupBy(['invoice.kind', 'way']),
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

/** Returns numbers and tax rates of documents that {@link documentsOfDay} named. */
export const namedDocument = (db: Db, id: number) =>
  db.first(profile.selectFrom('invoice').select(['number', 'tax_rates']).where('id', '=', id))
