/** Entries of customs and what was decided about them. A decision also adds its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, literally, prepare } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'

export type CustomsDecisionRow = Selectable<ProfileSchema['customs_decision']>

const insertItem = prepare((p: Insertable<ProfileSchema['customs_entry']>) =>
  profile
    .insertInto('customs_entry')
    .values({
      task: p.task,
      item_seq: p.item_seq,
      declaration: p.declaration,
      content: p.content,
      pulled_at: p.pulled_at,
    })
    .onConflict((conflict) => conflict.doNothing()),
)
const itemByKey = prepare((p: { task: string; item_seq: number; declaration: string }) =>
  profile
    .selectFrom('customs_entry')
    .select('id')
    .where('task', '=', p.task)
    .where('item_seq', '=', p.item_seq)
    .where('declaration', '=', p.declaration),
)
const storeStatus = prepare((p: ProfileSchema['customs_status']) =>
  profile
    .insertInto('customs_status')
    .values({
      customs_entry_id: p.customs_entry_id,
      status: p.status,
      declared_on: p.declared_on,
      seen_at: p.seen_at,
    })
    .onConflict((conflict) =>
      conflict
        .column('customs_entry_id')
        .doUpdateSet((set) => ({
          status: set.ref('excluded.status'),
          declared_on: set.ref('excluded.declared_on'),
          seen_at: set.ref('excluded.seen_at'),
        }))
        .where(
          sql<boolean>`(customs_status.status, customs_status.declared_on) <> (excluded.status, excluded.declared_on)`,
        ),
    ),
)
/** Stores an entry the first time, and apart from it what the authority says of it now. Returns its id. */
export const storeCustomsEntry = (
  db: Db,
  row: Parameters<typeof insertItem>[0],
  seen: { status: string; declaredOn: string },
): number => {
  db.run(insertItem(row))
  const { id } = db.first(itemByKey(row)) as { id: number }
  db.run(
    storeStatus({
      customs_entry_id: id,
      status: seen.status,
      declared_on: seen.declaredOn,
      seen_at: row.pulled_at,
    }),
  )
  return id
}

/** `subject`: the entry, for the audit trail. */
export const insertCustomsDecision = (
  db: Db,
  row: Required<Omit<Insertable<ProfileSchema['customs_decision']>, 'id'>>,
  subject: string,
): void => {
  const { id } = db.run(profile.insertInto('customs_decision').values(row))
  audit(db, {
    at: row.decided_at,
    kind: row.act === 'approved' ? 'customsApproved' : 'customsRejected',
    subject,
    row_id: id,
    who: row.author_name,
    content: digestOf('customs_decision', { ...row, id }),
  })
}

const decisions = () => profile.selectFrom('customs_decision').selectAll()

export const customsDecision = (db: Db, id: number): CustomsDecisionRow | undefined =>
  db.first(decisions().where('id', '=', id))

export const customsDecisionByRequest = (db: Db, requestId: string): CustomsDecisionRow | undefined =>
  db.first(decisions().where('request_id', '=', requestId))

const told = sql<SubmissionState | null>`(select state from submission
  where submission.customs_entry_id = customs_entry.id order by id desc limit 1)`
/** The decision that holds. One that a manager withdrew at the queue can be made anew. */
const decision = sql<number | null>`(select id from customs_decision
  where customs_decision.customs_entry_id = customs_entry.id
    and coalesce(${told}, '') <> 'withdrawn' order by id desc limit 1)`
/** The approval with which the goods came in. They stay when it is withdrawn. */
const goods = sql<number | null>`(select id from customs_decision
  where customs_decision.customs_entry_id = customs_entry.id and delivery_id is not null)`

/** What a person sees of an entry. `elsewhere`: decided at the authority, and not here. */
export type CustomsState = 'waiting' | 'approved' | 'rejected' | 'elsewhere'
/** Class 26: 3 approved, 4 cancelled. */
const state = sql<CustomsState>`coalesce((select act from customs_decision where id = ${decision}),
  case when customs_status.status in ('3', '4') then 'elsewhere' else 'waiting' end)`

const entries = () =>
  profile
    .selectFrom('customs_entry')
    .innerJoin('customs_status', 'customs_status.customs_entry_id', 'customs_entry.id')
    .selectAll('customs_entry')
    .select([
      'customs_status.status',
      'customs_status.declared_on',
      state.as('state'),
      told.as('told'),
      decision.as('decision_id'),
      goods.as('goods_id'),
    ])

export const customsEntry = (db: Db, id: number) => db.first(entries().where('customs_entry.id', '=', id))

export type CustomsEntryRow = NonNullable<ReturnType<typeof customsEntry>>

/** Returns entries, the newest first. */
export const customsEntriesBefore = (
  db: Db,
  query: {
    filter: CustomsState | 'all'
    text: string | undefined
    before: number | undefined
    limit: number
  },
): CustomsEntryRow[] => {
  const { filter, text, before } = query
  const pattern = `%${literally(text ?? '')}%`
  return db.all(
    entries()
      .$if(filter !== 'all', (rows) => rows.where(sql<boolean>`${state} = ${filter}`))
      .$if(before !== undefined, (rows) => rows.where('customs_entry.id', '<', before ?? 0))
      .$if(Boolean(text), (rows) =>
        rows.where(
          sql<boolean>`(declaration like ${pattern} escape '\\' or content ->> '$.itemName' like ${pattern} escape '\\'
            or content ->> '$.supplierName' like ${pattern} escape '\\' or content ->> '$.hsCode' like ${pattern} escape '\\')`,
        ),
      )
      .orderBy('customs_entry.id', 'desc')
      .limit(query.limit),
  )
}
