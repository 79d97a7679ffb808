import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table incarnation (
      id uuid primary key,
      ord bigint not null unique generated always as identity,
      began xid8 not null default pg_current_xact_id()
    )`.execute(db)
}
