/**
 * The starts of the hub on this database. A place in the feed bears the incarnation in which it was told. It is good in a
 * later one if every transaction that it saw as decided ended the same way in this database's history. So the tills of a
 * hub that was put back from a backup, whichever way, read anew.
 */
import { type Selectable, sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'
import type { HubSchema } from './schema.ts'

export type Incarnation = Selectable<HubSchema['incarnation']>

interface Now {
  xid: string
  server: string
  started: string
}

const nowIn = async (tx: HubTx): Promise<Now> => {
  const { rows } = await sql<Now>`
    select pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as started,
      case when has_function_privilege('pg_control_system()', 'execute')
        then (select system_identifier::text from pg_control_system()) else '' end
        || '/' || (select oid from pg_database where datname = current_database()) as server`.execute(tx)
  return rows[0] as Now
}

/** Transactions that are looked at: those since the last note. More means that something else uses the server. */
const mostLookedAt = 1_000_000n

/**
 * Returns the greatest horizon of a place of before that is good now. A transaction that was open in the backup ended
 * without a commit here, whatever became of it where the place was told.
 */
const floorOf = async (tx: HubTx, before: Incarnation | undefined, now: Now): Promise<string> => {
  if (!before) return now.xid
  if (before.server !== now.server) return '0'
  const [from, to] = [BigInt(before.decided), BigInt(now.xid)]
  if (to - from > mostLookedAt) return before.decided
  const { rows } = await sql<{ aborted: string | null }>`
    select min(x)::text as aborted from generate_series(${String(from)}::bigint, ${String(to - 1n)}::bigint) x
    where x > 2 and pg_xact_status(x::text::xid8) = 'aborted'`.execute(tx)
  return rows[0]?.aborted ?? now.xid
}

/** False also if the server does not say which one it is. Large tables are then looked through at each start. */
const isSameServer = (before: Incarnation, { server }: Now): boolean =>
  before.server === server && !server.startsWith('/')

/** Tables whose rows are stamped, by their triggers. */
const stampedTables = async (tx: HubTx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid
    where proname in ('stamp', 'stamp_origin') and relnamespace = current_schema()::regnamespace
    order by relname`.execute(tx)
  return rows.map(({ name }) => name)
}

/**
 * A dump that was put into a new server brings stamps that this server has not reached. They would hide their rows, so
 * every row is stamped anew.
 */
const stampAnew = async (tx: HubTx, { xid }: Now): Promise<void> => {
  for (const name of await stampedTables(tx)) {
    const table = sql.table(name)
    const { rows } = await sql`select 1 from ${table} where changed >= ${xid}::xid8 limit 1`.execute(tx)
    if (rows.length > 0) await sql`update ${table} set changed = null`.execute(tx)
  }
  await sql`update fact set taken = '0' where taken >= ${xid}::xid8`.execute(tx)
}

/**
 * True if a place, told in that incarnation below that horizon, is of a later time than this database: it was put back from a
 * copy. Also if it may be: another server has other numbers.
 */
export const isOfLater = async (
  db: HubDb,
  { incarnation, horizon }: { incarnation: string; horizon: string },
): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select was.id is null or coalesce(next.server <> was.server or next.began < ${horizon}::xid8, false) as is
    from (select) one left join incarnation was on was.id = ${incarnation}::uuid
      left join lateral (select began, server from incarnation where ord > was.ord order by ord limit 1) next on true`.execute(
    db,
  )
  return rows[0]?.is === true
}

const lastOf = (tx: HubDb | HubTx) =>
  tx.selectFrom('incarnation').selectAll().orderBy('ord', 'desc').limit(1).executeTakeFirst()

/** Any number that no other lock of the hub has. */
const beginLock = 4_878_002

/** Begins a new one, and returns it. */
export const beginIncarnation = (db: HubDb, id: string): Promise<Incarnation> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${beginLock})`.execute(tx)
    // Large tables that are stamped anew take longer than a statement may.
    await sql`set local statement_timeout = 0`.execute(tx)
    // A hub that runs already must not end it (`writers.ts`).
    await sql`set local application_name = 'kaunta-hub-start'`.execute(tx)
    const now = await nowIn(tx)
    const before = await lastOf(tx)
    const { server, started, xid } = now
    const floor = await floorOf(tx, before, now)
    if (!before || !isSameServer(before, now)) await stampAnew(tx, now)
    return tx
      .insertInto('incarnation')
      .values({ id, server, started, floor, decided: before?.server === server ? before.decided : xid })
      .returningAll()
      .executeTakeFirstOrThrow()
  })

/**
 * Notes how far every transaction is decided; places up to there are good after any later start. Call it now and then, and
 * at an orderly end. It writes only if something was written since.
 */
export const noteDecided = async (db: HubDb): Promise<void> => {
  await sql`
    update incarnation set decided = pg_snapshot_xmin(pg_current_snapshot())
    where ord = (select max(ord) from incarnation)
      and pg_snapshot_xmin(pg_current_snapshot())::text::bigint > decided::text::bigint + 1`.execute(db)
}
