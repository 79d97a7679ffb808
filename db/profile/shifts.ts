/** The cash book: shifts, cash in and out, closings. Each function that adds a row also adds its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type AuditKind, type ProfileSchema, profile } from './schema.ts'

export type Shift = Selectable<ProfileSchema['shift']>
export type CashMovement = Selectable<ProfileSchema['cash_movement']>
export type ShiftClose = Selectable<ProfileSchema['shift_close']>
type New<T extends 'shift' | 'cash_movement' | 'shift_close'> = Required<Insertable<ProfileSchema[T]>>

// --- shifts -----------------------------------------------------------------------------------------------------------

const lastQuery = prepare(() =>
  profile.selectFrom('shift').selectAll().orderBy('id', 'desc').limit(sql.lit(1)),
)
const closedQuery = prepare((p: { id: number }) =>
  profile.selectFrom('shift_close').select('shift_id').where('shift_id', '=', p.id),
)
/** Returns the open shift; undefined if none is. All shifts but the last are closed. */
export const openShift = (db: Db): Shift | undefined => {
  const last = db.first(lastQuery({}))
  return last && !db.first(closedQuery({ id: last.id })) ? last : undefined
}

export const shiftById = (db: Db, id: number): Shift | undefined =>
  db.first(profile.selectFrom('shift').selectAll().where('id', '=', id))

export const shiftByNumber = (db: Db, number: number): Shift | undefined =>
  db.first(profile.selectFrom('shift').selectAll().where('number', '=', number))

export const shiftByRequest = (db: Db, requestId: string): Shift | undefined =>
  db.first(profile.selectFrom('shift').selectAll().where('request_id', '=', requestId))

export const closeOf = (db: Db, shiftId: number): ShiftClose | undefined =>
  db.first(profile.selectFrom('shift_close').selectAll().where('shift_id', '=', shiftId))

export const closeByRequest = (db: Db, requestId: string): ShiftClose | undefined =>
  db.first(profile.selectFrom('shift_close').selectAll().where('request_id', '=', requestId))

const withClose = () =>
  profile
    .selectFrom('shift')
    .leftJoin('shift_close', 'shift_close.shift_id', 'shift.id')
    .leftJoin('shift_review', 'shift_review.shift_id', 'shift.id')
    .select([
      'shift.id',
      'shift.number',
      'shift.opened_at',
      'shift.author_id',
      'shift.author_name',
      'shift.float',
      'shift_close.closed_at',
      'shift_close.author_id as closed_by_id',
      'shift_close.author_name as closed_by',
      'shift_close.expected',
      'shift_close.counted',
      'shift_close.note',
      sql<0 | 1 | null>`shift_close.figures ->> '$.toReview'`.as('to_review'),
      'shift_review.reviewed_at',
      'shift_review.author_name as reviewed_by',
    ])

/** Returns shifts before `before` (an id), newest first, with their closing. */
export const shiftsBefore = (db: Db, before: number, limit: number) =>
  db.all(withClose().where('shift.id', '<', before).orderBy('shift.id', 'desc').limit(limit))

/** Returns shifts with at least this number, oldest first, with their closing. */
export const shiftsFrom = (db: Db, number: number, limit: number) =>
  db.all(withClose().where('shift.number', '>=', number).orderBy('shift.number').limit(limit))

/** Returns the id. */
export const insertShift = (db: Db, row: Omit<New<'shift'>, 'id'>): number => {
  const { id } = db.run(profile.insertInto('shift').values(row))
  audit(db, {
    at: row.opened_at,
    kind: 'shiftOpened',
    subject: String(row.number),
    row_id: id,
    who: row.author_name,
    content: digestOf('shift', { ...row, id }),
  })
  return id
}

/** `number`: of its shift. */
export const insertShiftClose = (db: Db, row: New<'shift_close'>, number: number): void => {
  db.run(profile.insertInto('shift_close').values(row))
  audit(db, {
    at: row.closed_at,
    kind: 'shiftClosed',
    subject: String(number),
    row_id: row.shift_id,
    who: row.author_name,
    content: digestOf('shift_close', row),
  })
}

// --- cash in and out --------------------------------------------------------------------------------------------------

const kindOfCash = {
  payIn: 'cashIn',
  payOut: 'cashOut',
  drop: 'cashOut',
  noSale: 'drawerOpened',
} as const satisfies Record<CashMovement['kind'], AuditKind>

/** `number`: of its shift. Returns the id. */
export const insertCashMovement = (db: Db, row: Omit<New<'cash_movement'>, 'id'>, number: number): number => {
  const { id } = db.run(profile.insertInto('cash_movement').values(row))
  audit(db, {
    at: row.moved_at,
    kind: kindOfCash[row.kind],
    subject: String(number),
    row_id: id,
    who: row.author_name,
    content: digestOf('cash_movement', { ...row, id }),
  })
  return id
}

export const cashMovement = (db: Db, id: number): CashMovement | undefined =>
  db.first(profile.selectFrom('cash_movement').selectAll().where('id', '=', id))

export const cashByRequest = (db: Db, requestId: string): CashMovement | undefined =>
  db.first(profile.selectFrom('cash_movement').selectAll().where('request_id', '=', requestId))

/** Returns the newest movements of a shift, newest first. */
export const cashMovements = (db: Db, shiftId: number, limit: number): CashMovement[] =>
  db.all(
    profile
      .selectFrom('cash_movement')
      .selectAll()
      .where('shift_id', '=', shiftId)
      .orderBy('id', 'desc')
      .limit(limit),
  )

/** Returns movements after `after` (an id), oldest first, with the number of their shift. `shift`: only of this number. */
export const cashMovementsAfter = (
  db: Db,
  { after, shift, limit }: { after: number; shift: number | undefined; limit: number },
) =>
  db.all(
    profile
      .selectFrom('cash_movement')
      .innerJoin('shift', 'shift.id', 'cash_movement.shift_id')
      .selectAll('cash_movement')
      .select('shift.number as shift')
      .where('cash_movement.id', '>', after)
      .$if(shift !== undefined, (query) => query.where('shift.number', '=', shift ?? 0))
      .orderBy('cash_movement.id')
      .limit(limit),
  )

/** Returns the number of movements of a shift, and their cents, per kind. */
export const cashSums = (db: Db, shiftId: number) =>
  db.all(
    profile
      .selectFrom('cash_movement')
      .where('shift_id', '=', shiftId)
      .select((select) => [
        'kind',
        select.fn.countAll<number>().as('count'),
        select.fn.sum<number>('amount').as('amount'),
      ])
      .groupBy('kind'),
  )
