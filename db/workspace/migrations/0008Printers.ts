import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The direct printers of this computer. `answers` is what Kaunta learnt of one, so its change does not count as a
 * person's.
 */
export const printers: Migration = {
  up: async (db) => {
    await sql`create table printer (
      id text primary key,
      name text not null,
      connection text not null,
      language text not null check (language in ('esc-pos', 'star-prnt')),
      columns integer not null check (columns in (32, 42, 48)),
      paper text not null check (paper in ('58mm', '80mm')),
      code_page text not null,
      cut integer not null check (cut in (0, 1)),
      qr text not null check (qr in ('printer', 'image')),
      uses text not null,
      drawer integer not null check (drawer in (0, 1)),
      failover text references printer (id) on delete set null,
      answers integer check (answers in (0, 1)),
      created_at integer not null
    ) strict`.execute(db)
    const kept = 'name, connection, language, columns, paper, code_page, cut, qr, uses, drawer, failover'
    for (const change of ['insert', `update of ${kept}`, 'delete'])
      await sql`create trigger ${sql.raw(`revision_of_printer_${change.split(' ')[0]} after ${change} on printer`)}
        begin update revision set number = number + 1; end`.execute(db)
  },
}
