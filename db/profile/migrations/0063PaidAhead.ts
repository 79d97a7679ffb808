import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'

/**
 * A payment on account may be more than this till's own sales: it pays for debts at other tills too. Payments of before
 * were the sum of their allocations.
 */
export const paidAhead: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table customer add column ahead integer not null default 0`.execute(db)
    await sql`alter table account_entry add column elsewhere integer not null default 0`.execute(db)
    await sql
      .raw(`create trigger account_entry_ahead after insert on account_entry ${unlessRepair} begin
        update customer set ahead = ahead + new.amount where id = new.customer_id; end`)
      .execute(db)
    await sql
      .raw(`create trigger account_allocation_ahead after insert on account_allocation ${unlessRepair} begin
        update customer set ahead = ahead - new.amount
          where id = (select customer_id from account_entry where id = new.entry_id); end`)
      .execute(db)
  },
}
