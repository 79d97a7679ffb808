/** What customers owe at other tills, as the hub tells it. What they owe here is the till's own to know. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { family } from './customers.ts'
import { type ProfileSchema, profile } from './schema.ts'

const putQuery = prepare((p: ProfileSchema['hub_account']) =>
  profile
    .insertInto('hub_account')
    .values({ customer: p.customer, origin: p.origin, owed: p.owed })
    .onConflict((conflict) => conflict.columns(['customer', 'origin']).doUpdateSet({ owed: p.owed })),
)
export const putHubAccount = (db: Db, row: ProfileSchema['hub_account']): void => {
  db.run(putQuery(row))
}

/**
 * Returns the cents that a customer owes at other tills; negative: it paid more there. A till that left its hub knows of
 * none but those that were paid here.
 */
export const owedElsewhere = (db: Db, customerId: number): number =>
  db.first(
    sql<{ owed: number }>`select iif(exists (select 1 from hub_shares),
        (select coalesce(sum(owed), 0) from hub_account
          where customer in (select uid from customer where id in ${family(customerId)})),
        (select coalesce(sum(ahead), 0) from customer where id in ${family(customerId)})) as owed`.compile(
      profile,
    ),
  )?.owed ?? 0

/** Returns the cents that were sold to a customer on credit at this till since a moment, epoch milliseconds. */
export const soldOnCreditSince = (db: Db, customerId: number, since: number): number =>
  db.first(
    profile
      .selectFrom('customer_sale')
      .select(sql<number>`coalesce(sum(credit), 0)`.as('credit'))
      .where('customer_id', 'in', family(customerId))
      .where('sold_at', '>=', since),
  )?.credit ?? 0
