import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/** Imports of items, bulk changes and their undoing: who did it, in which batches, and what became of each item. Rows that never change. */
export const itemImports: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table item_import (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      kind text not null check (kind in ('file', 'bulk', 'undo')),
      file_name text check ((file_name is null) = (kind <> 'file')),
      change text check ((change is null) = (kind <> 'bulk')),
      undoes_id integer unique references item_import (id) check ((undoes_id is null) = (kind <> 'undo')),
      total integer not null check (total > 0),
      started_at integer not null,
      author_id text not null,
      author_name text not null,
      request_id text not null unique
    ) strict`.execute(db)
    await sql`create table item_import_part (
      id integer primary key,
      import_id integer not null references item_import (id),
      position integer not null,
      row_count integer not null,
      made integer not null,
      changed integer not null,
      same integer not null,
      failed integer not null,
      switched_off integer not null,
      fields integer not null,
      kept integer not null,
      stored_at integer not null,
      author_id text not null,
      author_name text not null,
      line_count integer not null,
      unique (import_id, position)
    ) strict`.execute(db)
    await sql`create table item_import_line (
      id integer primary key,
      import_id integer not null references item_import (id),
      part_id integer not null references item_import_part (id),
      row integer not null,
      item_id integer references item (id),
      item_name text not null,
      act text not null check (act in ('made', 'changed', 'switchedOff', 'kept')),
      changes text not null,
      kept text
    ) strict`.execute(db)
    await sql`create index item_import_line_import on item_import_line (import_id, id)`.execute(db)
    await sql`create index item_import_line_part on item_import_line (part_id, id)`.execute(db)
    await sql`create index item_import_line_item on item_import_line (item_id, id)`.execute(db)
    for (const table of ['item_import', 'item_import_part', 'item_import_line']) {
      await sql
        .raw(`create trigger ${table}_is_final before update on ${table} ${unlessRepair}
          begin select raise(abort, 'an import never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'an import is never deleted'); end`)
        .execute(db)
    }
  },
}
