/**
 * Rows that the hub tells, in the order of `changed`, the transaction that last changed them. Only rows below the horizon
 * are told: every transaction below it is decided, so no row can appear there any more. A row that changes again moves
 * ahead, and is told once more in its newest form. `seq > last` would miss rows of transactions that commit late.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Inherited } from './origins.ts'
import type { HubDb, HubTx } from './postgres.ts'
import { actAs } from './roles.ts'

/** How far a source was read: the stamp and the key of the last row. */
export interface Mark {
  changed: string
  key: string
}
export const noMark: Mark = { changed: '0', key: '00000000-0000-0000-0000-000000000000' }

/** Who reads, and up to where. */
export interface Asking {
  origin: number
  branch: number
  inherited: readonly Inherited[]
  /** `xmin` of the snapshot. */
  horizon: string | RawBuilder<unknown>
}

/** A reading of the feed by one origin, in one snapshot. */
export interface Reading extends Asking {
  tx: HubTx
  horizon: string
}

/** A row with its place. `K`: the columns that are told. */
export type Told<K> = K & Mark

/** Selects at most `limit` rows after a mark, in the order of their marks. */
export type TellingQuery<R extends Mark> = (asking: Asking, after: Mark, limit: number) => RawBuilder<R>

export const rowsOf = async <R>({ tx }: Reading, query: RawBuilder<R>): Promise<R[]> =>
  (await query.execute(tx)).rows

/**
 * The column, for `order by`. Its name alone would be the text that the query tells, where 10 comes before 9: a till would
 * miss rows, and PostgreSQL would sort all of them for each page.
 */
export const stamp = sql`changed::xid8`

/** Orders and bounds what a source reads: after the mark, below the horizon. */
export const told = (
  { horizon }: Asking,
  after: Mark,
  key: string,
  limit: number,
): { where: RawBuilder<boolean>; end: RawBuilder<unknown> } => ({
  where: sql<boolean>`(changed, ${sql.ref(key)}) > (${after.changed}::xid8, ${after.key}::uuid)
    and changed < ${horizon}::xid8`,
  end: sql`order by ${stamp}, ${sql.ref(key)} limit ${limit}`,
})

/** Stock of the branch. */
export const levelsTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'item', limit)
  return sql<
    Told<{
      on_hand: number
      authority_on_hand: number
      authority_code: string | null
      heard: Record<string, number>
      contained: unknown
      settled: boolean
    }>
  >`select item as key, changed::text, on_hand, authority_on_hand, authority_code, heard,
      contained, settled is not null and not exists (select 1 from jsonb_each_text(heard) till
        where till.value::bigint > coalesce((settled ->> till.key)::bigint, 0)) as settled
    from stock_level
    where branch = ${asking.branch} and ${where} ${end}`
}

/** The last count of each item. */
export const countsTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'item', limit)
  return sql<Told<{ origin: string; seq: number; at: number; heard: Record<string, number> }>>`
    select item as key, changed::text, origin_uid(origin) as origin, seq, at, heard from counted
    where branch = ${asking.branch} and ${where} ${end}`
}

/** Tills of the branch. */
export const tillsTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'uid', limit)
  return sql<
    Told<{ name: string; told_at: number | null; revoked: boolean }>
  >`select uid as key, changed::text, name, told_at, revoked_at is not null as revoked from origin
    where branch = ${asking.branch} and kind = 'till' and ${where} ${end}`
}

export interface Snapshot {
  horizon: string
  /** The first transaction that had not begun. */
  begun: string
  /** The incarnation that places are told in now. */
  incarnation: string
  /** False: the server was started since that incarnation began. */
  current: boolean
  /** The database knows the incarnation of the place. */
  known: boolean
  /** The greatest good horizon of places of that incarnation; null: no other has begun since. */
  floor: string | null
  /** The last fact of the origin below the horizon. */
  applied: number
  /** The origin's trail continues that of an earlier till. */
  inherits: boolean
  /** The names of queries that have rows, without what the origin inherited. */
  found: string[]
}

export interface Asked {
  origin: number
  branch: number
  /** Of the till's place; null: it has none. */
  incarnation: string | null
  /** In the same statement: most polls find nothing, and each further one takes as long. */
  queries: readonly { name: string; query(asking: Asking): RawBuilder<unknown> }[]
}

/** What a reading stands on. */
const snapshotOf = async (tx: HubTx, { origin, branch, incarnation, queries }: Asked): Promise<Snapshot> => {
  const asking = { origin, branch, inherited: [], horizon: sql`pg_snapshot_xmin(pg_current_snapshot())` }
  const each = queries.map(({ name, query }) => sql`select ${name}::text where exists (${query(asking)})`)
  const { rows } = await sql<Snapshot>`
    with w as materialized (select pg_snapshot_xmin(now) as horizon, pg_snapshot_xmax(now) as begun
      from pg_current_snapshot() now)
    select horizon::text, begun::text, last.id as incarnation, last.started = pg_postmaster_start_time()::text as current,
      was.id is not null as known, next.floor::text,
      coalesce((select seq from fact where fact.origin = ${origin} and taken < horizon order by seq desc limit 1),
        (select start_seq from origin where id = ${origin}), 0) as applied,
      exists (select from origin where id = ${origin} and parent is not null) as inherits,
      array(${sql.join(each, sql` union all `)}) as found
    from w cross join (select id, started from incarnation order by ord desc limit 1) last
      left join incarnation was on was.id = ${incarnation}::uuid
      left join lateral (select floor from incarnation where ord > was.ord order by ord limit 1) next on true`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('The hub has not begun on this database')
  return found
}

/** Reads in one snapshot, of which nothing that others write changes anything. */
export const inSnapshot = <T>(
  db: HubDb,
  asked: Asked,
  read: (tx: HubTx, snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await actAs(tx, 'hub_feed', asked)
      return read(tx, await snapshotOf(tx, asked))
    })
