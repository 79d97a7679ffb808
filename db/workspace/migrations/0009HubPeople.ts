import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** People whom a branch hub told: who must choose a new PIN, and who came from a hub of Sandbox. */
export const hubPeople: Migration = {
  up: async (db) => {
    for (const name of ['pin_renew', 'sandbox'])
      await sql`alter table user add column ${sql.ref(name)} integer not null default 0 check (${sql.ref(name)} in (0, 1))`.execute(
        db,
      )
  },
}
