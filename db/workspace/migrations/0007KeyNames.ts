import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a key is for, as the owner called it; null for keys made before. As all facts of a key it never changes. */
export const keyNames: Migration = {
  up: async (db) => {
    await sql`alter table api_key add column name text`.execute(db)
    await sql`create trigger api_key_keeps_name before update of name on api_key
      begin select raise(abort, 'a key never changes its name'); end`.execute(db)
  },
}
