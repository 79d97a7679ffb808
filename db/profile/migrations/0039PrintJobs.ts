import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Papers for direct printers. `content` is the paper until its job ends. An ended job never changes, so nothing can
 * send it again.
 */
export const printJobs: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table print_job (
      id integer primary key,
      print_id integer unique references print (id),
      what text not null check (what in ('receipt', 'report', 'label', 'test', 'pulse')),
      title text not null,
      printer_id text not null,
      printer_name text not null,
      content text check ((content is null) = (state in ('printed', 'failed'))),
      sha256 text,
      state text not null default 'waiting'
        check (state in ('waiting', 'sending', 'printed', 'unknown', 'failed')),
      tries integer not null default 0,
      reason text,
      detail text,
      made_at integer not null,
      expires_at integer,
      ended_at integer check ((ended_at is null) = (state not in ('printed', 'failed'))),
      author_name text not null
    ) strict`.execute(db)
    await sql`create index print_job_open on print_job (printer_id, id)
      where state in ('waiting', 'sending', 'unknown')`.execute(db)
    await sql`create index print_job_ended on print_job (ended_at) where state in ('printed', 'failed')`.execute(
      db,
    )
    await sql`create trigger print_job_is_final before update on print_job
      when (old.state in ('printed', 'failed')) and not exists (select 1 from repair)
      begin select raise(abort, 'an ended print job never changes'); end`.execute(db)
  },
}
