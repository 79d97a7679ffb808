import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Kaunta resends a rejected document by itself once per cause. After a restart it must know that it did. */
export const automaticResend: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table automatic_resend (
      submission_id integer not null references submission (id),
      cause text not null,
      at integer not null,
      primary key (submission_id, cause)
    ) strict, without rowid`.execute(db)
    // Sales sent today are counted in the index alone.
    await sql`drop index if exists submission_settled`.execute(db)
    await sql`create index submission_settled on submission (settled_at, lane) where state = 'accepted'`.execute(
      db,
    )
    // Since when sales wait, whatever else waits.
    await sql`create index submission_lane_age on submission (lane, created_at)
      where state in ('queued', 'sending', 'unknown')`.execute(db)
    // Finds the software that sent a document.
    await sql`create index audit_document on audit (row_id) where kind in ('sale', 'creditNote')`.execute(db)
  },
}
