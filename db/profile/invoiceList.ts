/** Receipts as a list: found by what is on the paper, by the goods in them, and by filters. */
import { sql } from 'kysely'
import { type Db, isOneOf, like, literally, prepare } from '../engine/sqlite.ts'
import { profile, type SubmissionState } from './schema.ts'
import { paidUnder } from './tenders.ts'

/** The buyer as sent to the authority. A wrong PIN may have been corrected since the sale. */
const asSent = <C extends 'buyer_pin' | 'buyer_name'>(name: 'buyerPin' | 'buyerName', column: C) =>
  sql<string | null>`case when submission.id is null then ${sql.ref(`invoice.${column}`)}
    else submission.payload ->> ${sql.lit(name)} end`.as(column)

/** Documents that were sent to the authority with that buyer. The conditions are those of `submission_buyer`. */
const sentWith = (pin: string) =>
  profile
    .selectFrom('submission')
    .select((select) => select.ref('invoice_id').$notNull().as('id'))
    .where('invoice_id', 'is not', null)
    .where(sql<boolean>`instr(payload, '"buyerPin":"') > 0`)
    .where(sql`case when json_valid(payload) then payload ->> 'buyerPin' end`, '=', pin)

/** A row of the list has room for the names of so many lines. */
export const namedGoods = 3

const listed = profile
  .selectFrom('invoice')
  .leftJoin('submission', 'submission.invoice_id', 'invoice.id')
  .leftJoin('signature', 'signature.invoice_id', 'invoice.id')
  .select([
    'invoice.id',
    'invoice.kind',
    'invoice.number',
    'invoice.sold_at',
    'invoice.author_name',
    'invoice.total',
    'invoice.line_count',
    'invoice.payment_method',
    asSent('buyerPin', 'buyer_pin'),
    asSent('buyerName', 'buyer_name'),
    'submission.state as submission_state',
    'submission.id as submission_id',
    'signature.scu_id',
    'signature.receipt_number',
    'signature.signature',
    'invoice.original_id',
    'invoice.original_uid',
  ])
  .select((select) => [
    select
      .selectFrom('invoice as note')
      .innerJoin('submission as given', 'given.invoice_id', 'note.id')
      .select('note.id')
      .whereRef('note.original_id', '=', 'invoice.id')
      .where('note.original_uid', 'is', null)
      .where('given.state', '<>', sql.lit<SubmissionState>('withdrawn'))
      .orderBy('note.id', 'desc')
      .limit(1)
      .as('credited_by_id'),
    select
      .selectFrom('invoice as note')
      .innerJoin('submission as given', 'given.invoice_id', 'note.id')
      .select((inner) => inner.fn.sum<number | null>('note.total').as('sum'))
      .whereRef('note.original_id', '=', 'invoice.id')
      .where('note.original_uid', 'is', null)
      .where('given.state', '<>', sql.lit<SubmissionState>('withdrawn'))
      .as('credited'),
    select
      .selectFrom('print')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .whereRef('print.invoice_id', '=', 'invoice.id')
      .where('print.life', '=', sql.lit('copy'))
      .where('print.outcome', '<>', sql.lit('failed'))
      .as('copies'),
    select
      .selectFrom('print')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .whereRef('print.invoice_id', '=', 'invoice.id')
      .where('print.outcome', '=', sql.lit('printed'))
      .as('prints'),
    sql<string>`(select json_group_array(json_object('name', name, 'secondName', second_name)) from (
      select line.name, item.second_name from invoice_line line left join item on item.id = line.item_id
      where line.invoice_id = invoice.id order by line.position limit ${sql.lit(namedGoods)}))`.as('goods'),
    sql<string>`(select json_group_array(json_object('method', method, 'tender', tender_name)) from (
      select distinct method, tender_name from paid where invoice_id = invoice.id and method <> 'rounding' order by position))`.as(
      'methods',
    ),
  ])

export type ListedInvoice = NonNullable<ReturnType<typeof invoiceListed>>

export const invoiceListed = (db: Db, id: number) => db.first(listed.where('invoice.id', '=', id))

export interface InvoicePage {
  day?: string | undefined
  /** Every meaning of the typed text. */
  find?:
    | {
        text: string
        cents?: number | undefined
        receiptNumber?: number | undefined
        reference: string
        signature?: string | undefined
        /** Sold in it, by the item's id. */
        items?: number[] | undefined
      }
    | undefined
  state: 'all' | 'waiting' | 'signed' | 'refused'
  /** One payment method, as each environment and version wrote it. */
  methods?: string[] | undefined
  /** Of these methods, the tender with this id; null: the shipped one. */
  tenderId?: string | null | undefined
  /** Only documents from this id on, for a search that reads them in several turns. */
  from?: number | undefined
  before?: number | undefined
  limit: number
}

/** The expression of the index `invoice_number_end`. */
const numberEnd = sql<string>`replace(number, rtrim(number, replace(number, '-', '')), '') collate nocase`
const endOf = (number: string): string => number.slice(number.lastIndexOf('-') + 1)

/** Returns ids for the typed text, each meaning by its own index. */
const foundIds = (
  { text, cents, receiptNumber, reference, signature, items = [] }: NonNullable<InvoicePage['find']>,
  { from = 0, before = Number.MAX_SAFE_INTEGER }: InvoicePage,
) => {
  const ids = profile.selectFrom('invoice').select('invoice.id')
  const signed = profile.selectFrom('signature').select('signature.invoice_id as id')
  let found = ids
    .where(numberEnd, '=', endOf(text))
    .where((where) =>
      where.or([where('invoice.number', '=', text), like('invoice.number', `%-${literally(text)}`)]),
    )
    .union(ids.where('invoice.buyer_pin', '=', text.toUpperCase()))
    .union(sentWith(text.toUpperCase()))
    .union(paidUnder(reference))
    .union(
      ids
        .where('invoice.buyer_name', 'is not', null)
        .where(sql<boolean>`buyer_name collate nocase between ${text} and ${`${text}\u{10ffff}`}`),
    )
  if (cents !== undefined)
    found = found.union(
      ids.where('invoice.total', '=', cents).where('invoice.id', '>=', from).where('invoice.id', '<', before),
    )
  if (receiptNumber !== undefined)
    found = found.union(signed.where('signature.receipt_number', '=', receiptNumber))
  if (signature !== undefined) found = found.union(signed.where('signature.signature', '=', signature))
  if (items.length > 0)
    found = found.union(
      profile
        .selectFrom('invoice_line')
        .select('invoice_line.invoice_id as id')
        .where(isOneOf('invoice_line.item_id', JSON.stringify(items)))
        .where('invoice_line.invoice_id', '>=', from)
        .where('invoice_line.invoice_id', '<', before),
    )
  return found
}

/** Paid so: in one of its payments, or all of it where the document has no details of them. */
const paidBy = (methods: string[], tenderId: string | null) => {
  const wanted = JSON.stringify(methods)
  return sql<boolean>`iif(exists (select 1 from invoice_tender where invoice_id = invoice.id),
    exists (select 1 from paid where invoice_id = invoice.id and ${isOneOf('method', wanted)}
      and tender_id is ${tenderId}),
    ${tenderId} is null and ${isOneOf('invoice.payment_method', wanted)})`
}

const openDocument = sql<boolean>`submission.invoice_id is not null
  and submission.state in ('queued', 'sending', 'unknown', 'refused')`
const ofState = {
  waiting: sql<boolean>`submission.state <> 'refused'`,
  refused: sql<boolean>`submission.state = 'refused'`,
} as const

/** Returns the ids of a page, newest first, without the displayed columns. */
export const invoiceIds = (db: Db, page: InvoicePage): number[] => {
  const { find, from, before, day, state, methods, tenderId = null, limit } = page
  if (!find && !methods && day === undefined && (state === 'waiting' || state === 'refused')) {
    let open = profile
      .selectFrom('submission')
      .select((select) => select.ref('submission.invoice_id').$notNull().as('id'))
      .where(openDocument)
      .where(ofState[state])
      .orderBy('submission.invoice_id', 'desc')
      .limit(limit)
    if (before !== undefined) open = open.where('submission.invoice_id', '<', before)
    return db.all(open).map(({ id }) => id)
  }
  let query = profile.selectFrom('invoice').select('invoice.id').orderBy('invoice.id', 'desc').limit(limit)
  if (find) query = query.where('invoice.id', 'in', foundIds(find, page))
  if (methods) query = query.where(paidBy(methods, tenderId))
  if (from !== undefined) query = query.where('invoice.id', '>=', from)
  if (before !== undefined) query = query.where('invoice.id', '<', before)
  if (day !== undefined) query = query.where('invoice.day', '=', day)
  if (state === 'signed') {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('signature')
          .select('signature.invoice_id')
          .whereRef('signature.invoice_id', '=', 'invoice.id')
          .where('signature.signature', 'is not', null),
      ),
    )
  }
  if (state === 'waiting' || state === 'refused') {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('submission')
          .select('submission.id')
          .whereRef('submission.invoice_id', '=', 'invoice.id')
          .where(openDocument)
          .where(ofState[state]),
      ),
    )
  }
  return db.all(query).map(({ id }) => id)
}

const listedByIds = prepare((p: { ids: string }) =>
  listed.where(isOneOf('invoice.id', p.ids)).orderBy('invoice.id', 'desc'),
)

/** Returns these documents, newest first. */
export const invoicesListed = (db: Db, ids: readonly number[]) =>
  db.all(listedByIds({ ids: JSON.stringify(ids) }))
