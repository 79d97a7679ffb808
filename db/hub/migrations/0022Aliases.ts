import { type Kysely, sql } from 'kysely'

const statements = [
  // What was booked under a till's uid of a customer, before the hub knew that it had that customer.
  `update account_move set customer = alias.of_uid from alias where alias.uid = account_move.customer`,
  `insert into account (customer, origin, owed)
     select alias.of_uid, account.origin, sum(account.owed) from account join alias on alias.uid = account.customer
       where account.owed <> 0 group by alias.of_uid, account.origin
   on conflict (customer, origin) do update set owed = account.owed + excluded.owed`,
  'update account set owed = 0 where owed <> 0 and customer in (select uid from alias)',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
