import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An existing shop keeps its behaviour: no limit to a cashier's discount until it sets one. */
export const cashierDiscount: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`insert into setting (name, value)
      select 'cashierDiscount', '100' where exists (select 1 from invoice)`.execute(db)
  },
}
