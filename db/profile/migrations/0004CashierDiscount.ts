import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A shop that sells already goes on as it did: no limit to a cashier's discount until it sets one. */
export const cashierDiscount: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`insert into setting (name, value)
      select 'cashierDiscount', '100' where exists (select 1 from invoice)`.execute(db)
  },
}
