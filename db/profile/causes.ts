/** Documents that wait for a person, with the facts from which their causes are derived. */
import { sql } from 'kysely'
import { type Db, isOneOf, prepare } from '../engine/sqlite.ts'
import { waitsForPerson } from './queueList.ts'
import { profile, type SubmissionState } from './schema.ts'
import { openStates } from './submissions.ts'

type Source = 'till' | 'software'

/** The goods of a sale belong to the author of the sale. */
const source = sql<Source>`coalesce(invoice.source, moved_by.source, stock_record.source, 'till')`

const rows = () =>
  profile
    .selectFrom('submission')
    .leftJoin('invoice', 'invoice.id', 'submission.invoice_id')
    .leftJoin('stock_record', 'stock_record.id', 'submission.stock_record_id')
    .leftJoin('invoice as moved_by', 'moved_by.id', 'stock_record.invoice_id')
    .leftJoin('audit', (join) =>
      join
        .onRef('audit.row_id', '=', 'submission.invoice_id')
        .on('audit.kind', 'in', [sql.lit<'sale'>('sale'), sql.lit<'creditNote'>('creditNote')]),
    )
    .select([
      'submission.id',
      'submission.kind',
      'submission.lane',
      'submission.state',
      'submission.title',
      'submission.amount',
      'submission.created_at',
      'submission.author_name',
      'submission.last_code',
      'submission.last_text',
      'submission.remedy',
      'submission.settled_at',
      'submission.item_id',
      'submission.invoice_id',
      'submission.stock_record_id',
      'submission.without_signature',
      'invoice.buyer_pin',
      'audit.who as sent_by',
      source.as('source'),
    ])

const attentionQuery = prepare((p: { source: Source; limit: number }) =>
  rows()
    .where(waitsForPerson)
    .where('submission.state', '<>', sql.lit<SubmissionState>('unknown'))
    .where(source, '=', p.source)
    .orderBy('submission.id')
    .limit(p.limit),
)
const byIdsQuery = prepare((p: { ids: string }) => rows().where(isOneOf('submission.id', p.ids)))

export type TroubledRow = ReturnType<typeof troubledRows>[number]

/** Returns rejected documents and those without a signature, made here or by other software, oldest first. */
export const troubledRows = (db: Db, source: Source, limit: number) =>
  db.all(attentionQuery({ source, limit }))

/** The same of these submissions. */
export const troubledAmong = (db: Db, ids: number[]): TroubledRow[] =>
  ids.length === 0 ? [] : db.all(byIdsQuery({ ids: JSON.stringify(ids) }))

const rejectedMasters = prepare((p: { settledBefore: number; madeAfter: number }) =>
  profile
    .selectFrom('submission')
    .select('id')
    .where('kind', '=', sql.lit<'stockMaster'>('stockMaster'))
    .where('state', '=', sql.lit<'refused'>('refused'))
    .where('settled_at', '<', p.settledBefore)
    .where('created_at', '>', p.madeAfter)
    .orderBy('id')
    .limit(sql.lit(100)),
)
/** Returns ids of rejected stock masters, oldest first. Epoch milliseconds. */
export const rejectedStockMasters = (db: Db, when: { settledBefore: number; madeAfter: number }): number[] =>
  db.all(rejectedMasters(when)).map(({ id }) => id)

/** A quantity of an item in a document, hundredths. */
export interface Goods {
  id: number
  item_id: number
  quantity: number
}

const soldQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('submission')
    .innerJoin('invoice_line', 'invoice_line.invoice_id', 'submission.invoice_id')
    .select((select) => [
      'submission.id',
      select.ref('invoice_line.item_id').$notNull().as('item_id'),
      select.fn.sum<number>('invoice_line.quantity').as('quantity'),
    ])
    .where('submission.kind', '=', sql.lit<'sale'>('sale'))
    .where('invoice_line.item_id', 'is not', null)
    .where('invoice_line.item_type', '<>', sql.lit('3'))
    .where(isOneOf('submission.id', p.ids))
    .groupBy(['submission.id', 'invoice_line.item_id']),
)
const movedOutQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('submission')
    .innerJoin('movement', 'movement.stock_record_id', 'submission.stock_record_id')
    .select(['submission.id', 'movement.item_id', sql<number>`-sum(movement.quantity)`.as('quantity')])
    .where('movement.quantity', '<', sql.lit(0))
    .where(isOneOf('submission.id', p.ids))
    .groupBy(['submission.id', 'movement.item_id']),
)
/** Returns the goods that these sales and stock records take out of the stock. Services have no stock. */
export const goodsOut = (db: Db, ids: number[]): Goods[] => {
  const p = { ids: JSON.stringify(ids) }
  return [...db.all(soldQuery(p)), ...db.all(movedOutQuery(p))]
}

const shelfQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('item')
    .leftJoin('submission', (join) =>
      join
        .onRef('submission.id', '=', 'item.last_stock_in_id')
        .on('submission.state', '=', sql.lit<SubmissionState>('accepted')),
    )
    .select(['item.id', 'item.name', 'item.authority_on_hand', 'item.quantity_unit'])
    .select('submission.settled_at as last_stock_in_at')
    .where(isOneOf('item.id', p.ids)),
)
const onTheWayQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('submission')
    .innerJoin('movement', 'movement.stock_record_id', 'submission.stock_record_id')
    .select([
      'movement.item_id',
      sql<number>`coalesce(sum(movement.quantity) filter (where movement.quantity > 0), 0)`.as('coming'),
      // The goods of a rejected sale leave with that sale.
      sql<number>`coalesce(sum(movement.quantity) filter (where movement.quantity < 0 and not exists (
        select 1 from submission_dependency d join submission parent on parent.id = d.depends_on
        where d.submission_id = submission.id and d.met = 0 and d.need = 'accepted'
        and parent.state in ('refused', 'withdrawn'))), 0)`.as('leaving'),
    ])
    .where('submission.stock_record_id', 'is not', null)
    .where('submission.state', 'in', openStates)
    .where(isOneOf('movement.item_id', p.ids))
    .groupBy('movement.item_id'),
)
/**
 * Returns per item the authority's stock by our books, what pending stock records bring (positive), what pending
 * records take out (negative, without those of rejected sales), and when the authority accepted the newest stock-in.
 * Hundredths, epoch milliseconds.
 */
export const authorityShelf = (db: Db, itemIds: number[]) => {
  const p = { ids: JSON.stringify(itemIds) }
  const onTheWay = new Map(db.all(onTheWayQuery(p)).map((row) => [row.item_id, row]))
  return db.all(shelfQuery(p)).map((item) => ({
    ...item,
    coming: onTheWay.get(item.id)?.coming ?? 0,
    leaving: onTheWay.get(item.id)?.leaving ?? 0,
  }))
}

const heldQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('submission_dependency')
    .innerJoin('submission', 'submission.id', 'submission_dependency.submission_id')
    .select(['submission_dependency.depends_on', 'submission.id', 'submission.amount'])
    .where(isOneOf('submission_dependency.depends_on', p.ids))
    .where('submission_dependency.met', '=', sql.lit(0))
    .where('submission_dependency.need', '=', sql.lit('accepted'))
    .where('submission.lane', '=', sql.lit<'sales'>('sales'))
    .where('submission.state', '=', sql.lit<SubmissionState>('queued')),
)
/** Returns sales and credit notes that cannot be sent before one of these is accepted. */
export const heldSales = (db: Db, ids: number[]) => db.all(heldQuery({ ids: JSON.stringify(ids) }))

const waitingQuery = prepare((p: { limit: number }) =>
  profile
    .selectFrom('submission')
    .select(['id', 'kind', 'state', 'title', 'amount', 'created_at', 'invoice_id', 'author_name'])
    .where('lane', '=', sql.lit<'sales'>('sales'))
    .where('state', 'in', openStates)
    .orderBy('created_at')
    .limit(p.limit),
)
/** Returns pending sales and credit notes, oldest first. */
export const waitingSales = (db: Db, limit: number) => db.all(waitingQuery({ limit }))

const resentQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('automatic_resend')
    .select(['submission_id', 'cause'])
    .where(isOneOf('submission_id', p.ids)),
)
/** Returns the causes for which Kaunta already resent these documents by itself. */
export const resentAutomatically = (db: Db, ids: number[]) =>
  db.all(resentQuery({ ids: JSON.stringify(ids) }))

export const noteAutomaticResend = (
  db: Db,
  row: { submission_id: number; cause: string; at: number },
): void => {
  db.run(profile.insertInto('automatic_resend').values(row))
}
