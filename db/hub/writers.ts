/** Open transactions that write. The oldest of them holds back what the hub may tell. */
import { sql } from 'kysely'
import type { HubDb } from './postgres.ts'

export interface Writer {
  pid: number
  /** Milliseconds since its transaction began; null: it is of another user, and the server does not say. */
  openMs: number | null
  application: string
  database: string
}

/** Returns the transaction that holds back longest; null: none is open. */
export const oldestWriter = async (db: HubDb): Promise<Writer | null> => {
  const { rows } = await sql<Writer>`
    select pid, (extract(epoch from clock_timestamp() - xact_start) * 1000)::bigint as "openMs",
      coalesce(application_name, '') as application, coalesce(datname, '') as database
    from pg_stat_activity where backend_xid is not null order by age(backend_xid) desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Ends the hub's own transactions that are open for longer than `ms`. Returns how many. Their work is rolled back. */
export const endOldWriters = async (db: HubDb, ms: number): Promise<number> => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_xid is not null
      and application_name = current_setting('application_name')
      and clock_timestamp() - xact_start > make_interval(secs => ${ms / 1000})`.execute(db)
  return rows.length
}
