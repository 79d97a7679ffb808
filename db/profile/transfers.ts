/**
 * Transfers between branches, and what the authority lists as sent to ours. Each function that adds a row that never
 * changes also adds its audit row.
 */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, isOneOf, literally } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'

export { transferLines } from './books.ts'

type Row<T extends keyof ProfileSchema> = Omit<Required<Insertable<ProfileSchema[T]>>, 'id'>
export type ArrivalRow = Selectable<ProfileSchema['arrival']>
export type TransferRow = Selectable<ProfileSchema['transfer']>
export type NewTransferLine = Omit<Row<'transfer_line'>, 'transfer_id'>

/** Stores what the authority lists. An unchanged row is not touched, so the same list again changes nothing. */
export const storeArrival = (db: Db, row: Row<'arrival'>): void => {
  db.run(
    profile
      .insertInto('arrival')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['branch_id', 'number'])
          .doUpdateSet((set) => ({
            sent_on: set.ref('excluded.sent_on'),
            content: set.ref('excluded.content'),
            changed_at: set.ref('excluded.changed_at'),
          }))
          .where((where) => where('arrival.content', '<>', where.ref('excluded.content'))),
      ),
  )
}

/** Returns the id. */
export const insertTransfer = (
  db: Db,
  row: Omit<Row<'transfer'>, 'line_count'>,
  lines: readonly NewTransferLine[],
): number => {
  const stored = { ...row, line_count: lines.length }
  const { id } = db.run(profile.insertInto('transfer').values(stored))
  for (const line of lines) db.run(profile.insertInto('transfer_line').values({ ...line, transfer_id: id }))
  audit(db, {
    at: row.moved_at,
    kind: row.direction === 'out' ? 'transferSent' : 'transferReceived',
    subject: `${row.number} · ${row.branch_name}`,
    row_id: id,
    who: row.author_name,
    content: digestOf('transfer', { ...stored, id }, lines),
  })
  return id
}

/** `subject`: the arrival, for the audit trail. */
export const insertArrivalDecision = (db: Db, row: Row<'arrival_decision'>, subject: string): void => {
  const { id } = db.run(profile.insertInto('arrival_decision').values(row))
  audit(db, {
    at: row.decided_at,
    kind: row.act === 'dismissed' ? 'arrivalDismissed' : 'arrivalTakenUp',
    subject,
    row_id: id,
    who: row.author_name,
    content: digestOf('arrival_decision', { ...row, id }),
  })
}

export const arrivalDecisionById = (db: Db, id: number) =>
  db.first(profile.selectFrom('arrival_decision').selectAll().where('id', '=', id))

/** Returns the newest decision about an arrival. */
export const lastArrivalDecision = (db: Db, arrivalId: number) =>
  db.first(
    profile
      .selectFrom('arrival_decision')
      .selectAll()
      .where('arrival_id', '=', arrivalId)
      .orderBy('id', 'desc')
      .limit(1),
  )

const isDifferent = sql<boolean>`expected is not null and expected <> quantity`

const all = () =>
  profile
    .selectFrom('transfer')
    .selectAll()
    .select([
      sql<number>`(select count(*) from transfer_line where transfer_id = transfer.id and ${isDifferent})`.as(
        'differences',
      ),
      sql<string | null>`(select number from arrival where arrival.id = transfer.arrival_id)`.as(
        'arrival_number',
      ),
      sql<SubmissionState | null>`(select state from submission
        where submission.stock_record_id = transfer.stock_record_id order by submission.id desc limit 1)`.as(
        'state',
      ),
    ])
export type ListedTransfer = NonNullable<ReturnType<typeof transferById>>

export const transferById = (db: Db, id: number) => db.first(all().where('id', '=', id))

export const transferByRequest = (db: Db, requestId: string) =>
  db.first(all().where('request_id', '=', requestId))

export const transferOfArrival = (db: Db, arrivalId: number) =>
  db.first(all().where('arrival_id', '=', arrivalId))

/** Returns the newest transfer from that branch with one of these items that was entered by hand since a day. */
export const enteredByHand = (
  db: Db,
  { branchId, since, itemIds }: { branchId: string; since: string; itemIds: number[] },
) =>
  db.first(
    all()
      .where('direction', '=', 'in')
      .where('arrival_id', 'is', null)
      .where('branch_id', '=', branchId)
      .where('day', '>=', since)
      .where((where) =>
        where.exists(
          where
            .selectFrom('transfer_line')
            .select('id')
            .whereRef('transfer_id', '=', 'transfer.id')
            .where(isOneOf('item_id', JSON.stringify(itemIds))),
        ),
      )
      .orderBy('id', 'desc')
      .limit(1),
  )

const pattern = (text: string | undefined): string => `%${literally(text ?? '')}%`

/** Newest first. `differing`: only those of which not all came, or more. */
export const transfersBefore = (
  db: Db,
  query: {
    direction: TransferRow['direction']
    before: number | undefined
    text: string | undefined
    differing: boolean
    limit: number
  },
) => {
  const like = pattern(query.text)
  return db.all(
    all()
      .where('direction', '=', query.direction)
      .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? 0))
      .$if(Boolean(query.text), (rows) =>
        rows.where(
          sql<boolean>`(branch_name like ${like} escape '\\' or branch_id = ${query.text}
            or remark like ${like} escape '\\' or cast(transfer.number as text) = ${query.text})`,
        ),
      )
      .$if(query.differing, (rows) =>
        rows.where(
          sql<boolean>`exists (select 1 from transfer_line where transfer_id = transfer.id and ${isDifferent})`,
        ),
      )
      .orderBy('id', 'desc')
      .limit(query.limit),
  )
}

const isReceived = sql<boolean>`exists (select 1 from transfer where transfer.arrival_id = arrival.id)`
const isDismissed = sql<boolean>`coalesce((select act from arrival_decision where arrival_id = arrival.id
  order by id desc limit 1), '') = 'dismissed'`
const isOpen = sql<boolean>`not ${isReceived} and not ${isDismissed}`
const conditions = { open: isOpen, dismissed: sql<boolean>`${isDismissed} and not ${isReceived}` }

const arrivals = () =>
  profile
    .selectFrom('arrival')
    .selectAll()
    .select([
      sql<string | null>`(select name from branch where branch.branch_id = arrival.branch_id)`.as(
        'branch_name',
      ),
      sql<number>`${isDismissed}`.as('dismissed'),
      sql<number | null>`(select id from transfer where transfer.arrival_id = arrival.id)`.as('transfer_id'),
    ])
export type ListedArrival = NonNullable<ReturnType<typeof arrivalById>>

export const arrivalById = (db: Db, id: number) => db.first(arrivals().where('id', '=', id))

/** Returns arrivals, the newest first. */
export const arrivalsBefore = (
  db: Db,
  query: {
    filter: keyof typeof conditions
    after: { sentOn: string; id: number } | undefined
    limit: number
  },
) => {
  const { filter, after } = query
  return db.all(
    arrivals()
      .where(conditions[filter])
      .$if(after !== undefined, (rows) =>
        rows.where((where) =>
          where(where.refTuple('sent_on', 'id'), '<', where.tuple(after?.sentOn ?? '', after?.id ?? 0)),
        ),
      )
      .orderBy('sent_on', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit),
  )
}
