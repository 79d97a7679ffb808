/** Stock movements, and the records that send them to the authority. */
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, isOneOf, prepare, prepareRows } from '../engine/sqlite.ts'
import { addRows, audit, digest, type Reader, till } from './audit.ts'
import { type Move, moveOnHand } from './items.ts'
import { whole } from './payloads.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'
import type { Submission } from './submissions.ts'

export type StockRecordRow = Selectable<ProfileSchema['stock_record']>

const openStates = [
  sql.lit<SubmissionState>('queued'),
  sql.lit<SubmissionState>('sending'),
  sql.lit<SubmissionState>('unknown'),
]

const recordColumns = [
  'number',
  'type',
  'source',
  'invoice_id',
  'occurred_on',
  'remark',
  'author_name',
  'recorded_at',
  'body_hash',
  'caller_body',
] as const
type NewRecord = Required<Pick<Insertable<ProfileSchema['stock_record']>, (typeof recordColumns)[number]>>
const insertRecordQuery = prepare((p: NewRecord) =>
  profile
    .insertInto('stock_record')
    .values(Object.fromEntries(recordColumns.map((name) => [name, p[name]])) as unknown as NewRecord),
)
export type Movement = Selectable<ProfileSchema['movement']>
const movementColumns = [
  'id',
  'item_id',
  'stock_record_id',
  'type',
  'quantity',
  'on_hand_after',
  'moved_at',
] as const
const insertMovements = prepareRows((movements: Omit<Movement, 'id'>[]) =>
  profile.insertInto('movement').values(
    movements.map((p) => ({
      item_id: p.item_id,
      stock_record_id: p.stock_record_id,
      type: p.type,
      quantity: p.quantity,
      on_hand_after: p.on_hand_after,
      moved_at: p.moved_at,
    })),
  ),
)

/**
 * Stores a record and its movements (positive in, negative out), and updates the stock on hand. `who` as in {@link
 * insertInvoice}.
 */
export const insertStockRecord = (db: Db, record: NewRecord, who: string, moves: readonly Move[]): number => {
  const { id } = db.run(insertRecordQuery(record))
  const onHand = moveOnHand(db, moves, record.type === '11' ? record.recorded_at : null)
  const movements = moves.map(({ item_id, quantity }, index) => ({
    ...{ item_id, stock_record_id: id, type: record.type, quantity },
    ...{ on_hand_after: onHand[index] ?? 0, moved_at: record.recorded_at },
  }))
  const last = insertMovements(movements).reduce((_, query) => db.run(query).id, 0)
  // SQLite gives out the next number for each row, as only this connection writes.
  const stored = movements.map((movement, index) => ({ id: last - moves.length + 1 + index, ...movement }))
  audit(db, {
    at: record.recorded_at,
    kind: 'stockRecord',
    subject: record.number,
    row_id: id,
    who,
    content: recordDigest({ ...record, id } as DigestedRecord, stored),
  })
  return id
}

const digestedColumns = ['id', ...recordColumns] as const
export type DigestedRecord = Pick<StockRecordRow, (typeof digestedColumns)[number]>

/** The audit trail's digest of a stock record: everything that never changes, as stored (`audit.ts`). */
export const recordDigest = (record: DigestedRecord, movements: Movement[]): string =>
  digest(addRows(addRows(['kaunta.stock.1'], digestedColumns, [record]), movementColumns, movements))

const storedMovementsQuery = prepare((p: { id: number }) =>
  profile.selectFrom('movement').selectAll().where('stock_record_id', '=', p.id).orderBy('id'),
)
const storedMovements = (db: Reader, recordId: number): Movement[] =>
  db.all(storedMovementsQuery({ id: recordId }))

const recordQuery = prepare((p: { id: number }) =>
  profile.selectFrom('stock_record').selectAll().where('id', '=', p.id),
)
/** Returns a stored record with its movements; undefined if there is none. */
export const recordWithMovements = (db: Reader, id: number) => {
  const row = db.first(recordQuery({ id }))
  return row && { row, movements: storedMovements(db, id) }
}
/** Returns {@link recordDigest} of the stored record; undefined if there is none. */
export const storedRecord = (db: Reader, id: number): string | undefined => {
  const stored = recordWithMovements(db, id)
  return stored && recordDigest(stored.row, stored.movements)
}

/** The record with a caller's number, its further types (`41/12`) and its reversals (`41/undone/7`). */
export const numbersOfCaller = (where: ExpressionBuilder<ProfileSchema, 'stock_record'>, number: number) =>
  where.or([
    where('number', '=', String(number)),
    where.and([where('number', '>=', `${number}/`), where('number', '<', `${number}0`)]),
  ])

/** Returns the record that has this number now. */
export const stockRecordByNumber = (db: Db, number: string): StockRecordRow | undefined =>
  db.first(
    profile
      .selectFrom('stock_record')
      .selectAll()
      .where('number', '=', number)
      .where('superseded', '=', sql.lit(0)),
  )

/** Returns the records of a caller's number, one per type, without superseded ones. */
export const stockRecordsOfCaller = (db: Db, number: number): StockRecordRow[] =>
  db.all(
    profile
      .selectFrom('stock_record')
      .selectAll()
      .where('superseded', '=', sql.lit(0))
      .where('body_hash', 'is not', null)
      .where((where) => numbersOfCaller(where, number))
      .orderBy('id'),
  )

/**
 * Reverses a record's movements with opposite ones: the authority does not have the record, and our stock must equal
 * the authority's.
 */
export const takeBackStockRecord = (db: Db, recordId: number, at: number): void => {
  const record = db.first(recordQuery({ id: recordId }))
  if (record) reverse(db, record, `${record.number}/undone/${record.id}`, at)
}

/** Reverses a reversal: the authority has the document of this record after all. */
export const bringBackStockRecord = (db: Db, recordId: number, at: number): void => {
  const record = db.first(recordQuery({ id: recordId }))
  const undone = record && stockRecordByNumber(db, `${record.number}/undone/${record.id}`)
  if (!undone) return
  // It may be reversed again.
  supersedeStockRecord(db, undone.id)
  reverse(db, undone, `${record.number}/again/${undone.id}`, at)
}

const reverse = (db: Db, record: StockRecordRow, number: string, at: number): void => {
  const { id, superseded: _, ...rest } = record
  insertStockRecord(
    db,
    { ...rest, number, recorded_at: at, body_hash: null, caller_body: null },
    till,
    movementsOfRecord(db, id).map(({ item_id, quantity }) => ({ item_id, quantity: -quantity })),
  )
}

/** Frees the number of a withdrawn record: its caller sends it again. */
export const supersedeStockRecord = (db: Db, id: number): void => {
  db.run(profile.updateTable('stock_record').set({ superseded: 1 }).where('id', '=', id))
}

const openInvoicesOf = (db: Db, itemIds: number[], kinds: ('sale' | 'creditNote')[]): number[] =>
  db
    .all(
      profile
        .selectFrom('submission')
        .innerJoin('invoice_line', 'invoice_line.invoice_id', 'submission.invoice_id')
        .select('submission.id')
        .distinct()
        .where('submission.state', 'in', openStates)
        .where('submission.kind', 'in', kinds)
        .where('invoice_line.item_id', 'in', itemIds),
    )
    .map(({ id }) => id)

/** Returns pending sales that contain one of these items. */
export const openSalesOf = (db: Db, itemIds: number[]): number[] => openInvoicesOf(db, itemIds, ['sale'])

/** Returns quantities of this item's stock master that the authority rejected and nobody withdrew. */
export const refusedMastersOf = (db: Db, itemId: number): Submission[] =>
  db.all(
    profile
      .selectFrom('submission')
      .selectAll()
      .where('item_id', '=', itemId)
      .where('kind', '=', sql.lit('stockMaster'))
      .where('state', '=', sql.lit('refused')),
  )

/** Returns pending stock records that move this item. */
export const openStockRecordsOf = (db: Db, itemId: number): number[] =>
  db
    .all(
      profile
        .selectFrom('submission')
        .innerJoin('movement', 'movement.stock_record_id', 'submission.stock_record_id')
        .select('submission.id')
        .distinct()
        .where('submission.state', 'in', openStates)
        .where('movement.item_id', '=', itemId),
    )
    .map(({ id }) => id)

/** Records of one lane are sent in order, so an open one is among the newest movements, or waits for a rejected document. */
const newestMovements = 200

const waitsQuery = prepare((p: { itemId: number }) =>
  profile.selectNoFrom(
    sql<0 | 1>`exists (select 1 from (select stock_record_id from movement where item_id = ${p.itemId}
        order by id desc limit ${sql.lit(newestMovements)}) newest
        join submission on submission.stock_record_id = newest.stock_record_id
        where submission.state in ('queued', 'sending', 'unknown', 'refused'))
      or exists (select 1 from submission rejected where rejected.state = 'refused'
        and (exists (select 1 from movement where stock_record_id = rejected.stock_record_id and item_id = ${p.itemId})
          or exists (select 1 from invoice_line where invoice_id = rejected.invoice_id and item_id = ${p.itemId})))`.as(
      'waits',
    ),
  ),
)
/** True if the authority does not have all movements of an item yet. */
export const waitsForAuthority = (db: Db, itemId: number): boolean =>
  db.first(waitsQuery({ itemId }))?.waits === 1

const settling = profile
  .selectFrom('submission')
  .selectAll()
  .where('kind', '=', sql.lit('stockRecord'))
  .where(
    sql<boolean>`not exists (select 1 from movement where movement.stock_record_id = submission.stock_record_id)`,
  )
// Two queries, as each has a partial index.
const settlingOpen = prepare(() => settling.where('state', 'in', openStates))
const settlingRefused = prepare(() => settling.where('state', '=', sql.lit<SubmissionState>('refused')))
/** Returns records that settle a difference and are not accepted yet. They have no movements here. */
export const settlingRecords = (db: Db): Submission[] =>
  [settlingOpen, settlingRefused].flatMap((query) => db.all(query({}))).map(whole)

/** Returns pending sales, credit notes and stock records with this item. */
export const openDocumentsOf = (db: Db, itemId: number): number[] => [
  ...openInvoicesOf(db, [itemId], ['sale', 'creditNote']),
  ...openStockRecordsOf(db, itemId),
]

/** Returns registered items with movements that were or will be sent to the authority. */
export const itemsThatMoved = (db: Db) =>
  db.all(
    profile
      .selectFrom('item')
      .select(['item.id', 'item.name'])
      .where('item.registration', '=', sql.lit('registered'))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('movement').select('movement.id').whereRef('movement.item_id', '=', 'item.id').limit(1),
        ),
      ),
  )

/** Returns the movements of one record, for settling it. */
export const movementsOfRecord = (db: Db, recordId: number) =>
  db.all(movementsOfRecordQuery({ id: recordId }))
const movementsOfRecordQuery = prepare((p: { id: number }) =>
  profile.selectFrom('movement').select(['item_id', 'quantity']).where('stock_record_id', '=', p.id),
)

/** Pending movements of an item are counted up to this. */
export const waitingAtMost = 100
const openRecord = sql<boolean>`submission.stock_record_id is not null
  and submission.state in ('queued', 'sending', 'unknown', 'refused')`

/** No movement before this one is pending. Rejected ones are few and are read separately. */
const firstWaiting = prepare(() =>
  profile
    .selectFrom('movement')
    .select('movement.id')
    .where(
      'movement.stock_record_id',
      '=',
      sql<number>`(select submission.stock_record_id from submission where ${openRecord}
        and submission.state <> 'refused' order by submission.stock_record_id limit 1)`,
    )
    .orderBy('movement.id')
    .limit(sql.lit(1)),
)
const figures = prepare((p: { ids: string; from: number }) =>
  profile
    .selectFrom('item')
    .select((select) => [
      'item.id as item_id',
      select
        .selectFrom('movement')
        .select('movement.moved_at')
        .whereRef('movement.item_id', '=', 'item.id')
        .orderBy('movement.id', 'desc')
        .limit(sql.lit(1))
        .as('last_moved_at'),
      sql<number>`(select count(*) from (select 1 from movement
        join submission on submission.stock_record_id = movement.stock_record_id
        where movement.item_id = item.id and movement.id >= ${p.from}
        and submission.state in ('queued', 'sending', 'unknown') limit ${sql.lit(waitingAtMost)}))`.as(
        'waiting',
      ),
    ])
    .where(isOneOf('item.id', p.ids)),
)
const refusedMovements = prepare((p: { ids: string }) =>
  profile
    .selectFrom('submission')
    .innerJoin('movement', 'movement.stock_record_id', 'submission.stock_record_id')
    .select((select) => ['movement.item_id', select.fn.countAll<number>().as('refused')])
    .where(openRecord)
    .where(sql<boolean>`submission.state = 'refused'`)
    .where(isOneOf('movement.item_id', p.ids))
    .groupBy('movement.item_id'),
)

/**
 * Returns per item when it last moved, and how many movements the authority has not accepted, up to {@link
 * waitingAtMost}.
 */
export const movementFigures = (db: Db, itemIds: number[]) => {
  const ids = JSON.stringify(itemIds)
  const from = db.first(firstWaiting({}))?.id ?? Number.MAX_SAFE_INTEGER
  const refused = new Map(db.all(refusedMovements({ ids })).map((row) => [row.item_id, row.refused]))
  return db.all(figures({ ids, from })).map((row) => ({
    ...row,
    waiting: Math.min(row.waiting + (refused.get(row.item_id) ?? 0), waitingAtMost),
  }))
}

const numberQuery = prepare((p: { id: number }) =>
  profile.selectFrom('stock_record').select('number').where('id', '=', p.id),
)
/** Returns a record's number by its author. */
export const stockRecordNumber = (db: Db, id: number): string | undefined =>
  db.first(numberQuery({ id }))?.number

const sourceQuery = prepare((p: { id: number }) =>
  profile.selectFrom('stock_record').select('source').where('id', '=', p.id),
)
/** Returns the author of a record: the till, or other software. */
export const stockRecordSource = (db: Db, id: number): 'till' | 'software' | undefined =>
  db.first(sourceQuery({ id }))?.source

const invoiceQuery = prepare((p: { id: number }) =>
  profile.selectFrom('stock_record').select('invoice_id').where('id', '=', p.id),
)
/** Returns the document whose goods a record moves; null: it is of no document. */
export const invoiceOfRecord = (db: Db, id: number): number | null =>
  db.first(invoiceQuery({ id }))?.invoice_id ?? null
