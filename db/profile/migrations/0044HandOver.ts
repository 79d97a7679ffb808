import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How a till leaves its documents to the signer of its branch, and how it takes them back. Both are numbers of its trail,
 * and outlive a killed till.
 */
export const handOver: Migration = {
  up: async (db: Kysely<unknown>) => {
    // The till's own queue is closed: it owed what rows up to this one say.
    await sql`alter table hub_link add column closed_at_seq integer`.execute(db)
    // The till signs itself what comes after this row.
    await sql`alter table hub_link add column leaves_at_seq integer`.execute(db)
  },
}
