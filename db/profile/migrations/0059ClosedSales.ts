import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table hub_link add column closed_sales integer',
  // Documents that the signer sent have no attempt here.
  `update hub_link set closed_sales = (select max(attempt.authority_number) + 1 from attempt
    join submission on submission.id = attempt.submission_id where lane = 'sales' and action = 'send')
    where closed_at_seq is not null`,
]

/** A till remembers which number at the authority it would have used next when it left its documents to the signer. */
export const closedSales: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
