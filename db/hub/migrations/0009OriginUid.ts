import { type Kysely, sql } from 'kysely'

/** The uid of a till of any branch, for a role that sees the tills of one branch only: all branches share accounts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create function origin_uid(wanted int) returns uuid language sql stable security definer
    set search_path from current as 'select uid from origin where id = wanted'`.execute(db)
}
