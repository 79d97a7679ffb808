/** Deliveries, and what was decided about suppliers' invoices. Each function that adds a row also adds its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'

export { deliveryLines } from './books.ts'

type Row<T extends keyof ProfileSchema> = Omit<Required<Insertable<ProfileSchema[T]>>, 'id'>
export type DeliveryRow = Selectable<ProfileSchema['delivery']>
export type DeliveryLineRow = Selectable<ProfileSchema['delivery_line']>
export type NewDeliveryLine = Omit<Row<'delivery_line'>, 'delivery_id'>
export type DecisionRow = Selectable<ProfileSchema['purchase_decision']>

/** Returns the id. */
export const insertDelivery = (
  db: Db,
  row: Omit<Row<'delivery'>, 'line_count'>,
  lines: readonly NewDeliveryLine[],
): number => {
  const stored = { ...row, line_count: lines.length }
  const { id } = db.run(profile.insertInto('delivery').values(stored))
  for (const line of lines) db.run(profile.insertInto('delivery_line').values({ ...line, delivery_id: id }))
  audit(db, {
    at: row.received_at,
    kind: 'delivered',
    subject: row.supplier_name,
    row_id: id,
    who: row.author_name,
    content: digestOf('delivery', { ...stored, id }, lines),
  })
  return id
}

/** `subject`: the invoice, for the audit trail. */
export const insertDecision = (db: Db, row: Row<'purchase_decision'>, subject: string): void => {
  const { id } = db.run(profile.insertInto('purchase_decision').values(row))
  audit(db, {
    at: row.decided_at,
    kind: row.act === 'refused' ? 'purchaseRefused' : 'purchaseTakenUp',
    subject,
    row_id: id,
    who: row.author_name,
    content: digestOf('purchase_decision', { ...row, id }),
  })
}

export const decisionById = (db: Db, id: number): DecisionRow | undefined =>
  db.first(profile.selectFrom('purchase_decision').selectAll().where('id', '=', id))

/** Returns the newest decision about an invoice. */
export const lastDecision = (db: Db, purchaseId: number): DecisionRow | undefined =>
  db.first(
    profile
      .selectFrom('purchase_decision')
      .selectAll()
      .where('purchase_id', '=', purchaseId)
      .orderBy('id', 'desc')
      .limit(1),
  )

const all = () => profile.selectFrom('delivery').selectAll()

export const deliveryById = (db: Db, id: number): DeliveryRow | undefined =>
  db.first(all().where('id', '=', id))

export const deliveryByRequest = (db: Db, requestId: string): DeliveryRow | undefined =>
  db.first(all().where('request_id', '=', requestId))

export const deliveryOfPurchase = (db: Db, purchaseId: number): DeliveryRow | undefined =>
  db.first(all().where('purchase_id', '=', purchaseId))

const isDifferent = sql<boolean>`expected is not null and expected <> received`

/** Newest first. `differing`: only those with a line that differs from the invoice. */
export const deliveriesBefore = (
  db: Db,
  query: { before: number | undefined; text: string | undefined; differing: boolean; limit: number },
) => {
  const like = `%${(query.text ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return db.all(
    all()
      .select(
        sql<number>`(select count(*) from delivery_line where delivery_id = delivery.id and ${isDifferent})`.as(
          'differences',
        ),
      )
      .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? 0))
      .$if(Boolean(query.text), (rows) =>
        rows.where(
          sql<boolean>`(supplier_name like ${like} escape '\\' or supplier_pin like ${like} escape '\\'
            or cast(number as text) = ${query.text})`,
        ),
      )
      .$if(query.differing, (rows) =>
        rows.where(
          sql<boolean>`exists (select 1 from delivery_line where delivery_id = delivery.id and ${isDifferent})`,
        ),
      )
      .orderBy('id', 'desc')
      .limit(query.limit),
  )
}

/** What a person sees of a supplier's invoice: what is to be done, or was done. */
export type InvoiceFilter = 'open' | 'delivered' | 'refused' | 'creditNote' | 'all'

const isDelivered = sql<boolean>`exists (select 1 from delivery where delivery.purchase_id = purchase.id)`
const isRefused = sql<boolean>`coalesce((select act from purchase_decision where purchase_id = purchase.id
  order by id desc limit 1), '') = 'refused'`
const isCreditNote = sql<boolean>`purchase.content ->> '$.kind' = 'creditNote'`
const conditions: Record<Exclude<InvoiceFilter, 'all'>, ReturnType<typeof sql<boolean>>> = {
  open: sql<boolean>`not ${isDelivered} and not ${isRefused} and not (${isCreditNote})`,
  delivered: isDelivered,
  refused: sql<boolean>`${isRefused} and not ${isDelivered}`,
  creditNote: isCreditNote,
}

const invoices = () =>
  profile.selectFrom('purchase').select([
    'id',
    'supplier_pin',
    'number',
    'sold_on',
    sql<string>`content ->> '$.supplierName'`.as('supplier_name'),
    sql<number>`content ->> '$.total'`.as('total'),
    sql<number>`json_array_length(content, '$.lines')`.as('lines'),
    sql<string>`content ->> '$.kind'`.as('kind'),
    sql<number>`${isRefused}`.as('refused'),
    sql<number | null>`(select id from delivery where purchase_id = purchase.id)`.as('delivery_id'),
    sql<SubmissionState | null>`(select state from submission where purchase_id = purchase.id
        order by id desc limit 1)`.as('confirmation'),
  ])

export const invoiceOf = (db: Db, id: number) => db.first(invoices().where('id', '=', id))

/** Returns suppliers' invoices, the newest sale first. */
export const invoicesBefore = (
  db: Db,
  query: {
    filter: InvoiceFilter
    text: string | undefined
    after: { soldOn: string; id: number } | undefined
    limit: number
  },
) => {
  const { filter, after } = query
  const like = `%${(query.text ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return db.all(
    invoices()
      .$if(filter !== 'all', (rows) => rows.where(conditions[filter as 'open']))
      .$if(Boolean(query.text), (rows) =>
        rows.where(
          sql<boolean>`(number like ${like} escape '\\' or supplier_pin like ${like} escape '\\'
            or content ->> '$.supplierName' like ${like} escape '\\')`,
        ),
      )
      .$if(after !== undefined, (rows) =>
        rows.where((where) =>
          where(where.refTuple('sold_on', 'id'), '<', where.tuple(after?.soldOn ?? '', after?.id ?? 0)),
        ),
      )
      .orderBy('sold_on', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit),
  )
}
