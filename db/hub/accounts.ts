/** What customers owe, by till. Each till knows its own part best, and is told those of the others. */
import { sql } from 'kysely'
import { type Mark, type Reading, type Told, told } from './feed.ts'
import type { HubTx } from './postgres.ts'
import { asOwner } from './roles.ts'
import { insertRows } from './rows.ts'
import type { HubSchema } from './schema.ts'

export type AccountMove = HubSchema['account_move']
interface Of {
  origin: number
  branch: number
}

const columns = ['origin', 'kind', 'id', 'customer', 'change', 'invoice'] as const

/** What a payment counts for is another sum once the hub made a sale late that it pays. */
export const putMoves = (tx: HubTx, moves: readonly AccountMove[]): Promise<void> =>
  insertRows(
    tx,
    'account_move',
    columns,
    moves,
    sql`on conflict (origin, kind, id) do update set change = excluded.change`,
  )

/** Returns the customers of these credit sales of a till, by the sale's id. Other sales are absent. */
export const customersOfSales = async (
  tx: HubTx,
  origin: number,
  invoices: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('account_move')
    .select(['id', 'customer'])
    .where('origin', '=', origin)
    .where('kind', '=', 'sale')
    .where('id', '=', sql<number>`any(${invoices}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, customer }) => [Number(id), customer]))
}

/** Returns the customers whose accounts depend on these documents of a till. */
export const customersOfDocuments = async (
  tx: HubTx,
  origin: number,
  invoices: readonly number[],
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('account_move')
    .select('customer')
    .distinct()
    .where('origin', '=', origin)
    .where('invoice', '=', sql<number>`any(${invoices}::bigint[])`)
    .execute()
  return rows.map(({ customer }) => customer)
}

/** Sums up what these customers owe at a till. Another till may credit its sales on account at this moment. */
export const sumAccounts = async (
  tx: HubTx,
  { origin, branch }: Of,
  customers: readonly string[],
): Promise<void> => {
  if (customers.length === 0) return
  await tx
    .selectFrom('account')
    .select('customer')
    .where('origin', '=', origin)
    .where('customer', '=', sql<string>`any(${customers}::uuid[])`)
    .orderBy('customer')
    .forUpdate()
    .execute()
  await sql`insert into account (customer, origin, owed)
    select move.customer, ${origin},
        coalesce(sum(move.change) filter (where coalesce(invoice.state, '') <> 'withdrawn'), 0)
          - coalesce((select sum(credit.less_owed) from credit join account_move sale
              on sale.origin = credit.sale_origin and sale.kind = 'sale' and sale.id = credit.sale_id
            where credit.sale_origin = ${origin} and sale.customer = move.customer
              and credit.state not in ('claimed', 'dropped', 'withdrawn')), 0)
      from account_move move
      left join invoice on invoice.branch = ${branch} and invoice.origin = move.origin
        and invoice.id = move.invoice
      where move.origin = ${origin} and move.customer = any(${customers}::uuid[])
      group by move.customer
    on conflict (customer, origin) do update set owed = excluded.owed
      where account.owed <> excluded.owed`.execute(tx)
}

/** What was booked under a till's uid of a customer who was here already. No till knows that uid. */
export const moveAccounts = (tx: HubTx, uid: string, ofUid: string): Promise<void> =>
  asOwner(tx, async () => {
    const { rows } = await sql<Of>`update account_move set customer = ${ofUid}::uuid from origin
      where account_move.origin = origin.id and customer = ${uid}::uuid
      returning origin.id as origin, origin.branch`.execute(tx)
    const touched = new Map(rows.map((of) => [of.origin, of]))
    for (const of of [...touched.values()].toSorted((a, b) => a.origin - b.origin))
      await sumAccounts(tx, of, [ofUid])
    await sql`update account set owed = 0 where customer = ${uid}::uuid and owed <> 0`.execute(tx)
  })

/** What customers owe at other tills, of all branches: they share their customers. */
export const accountsTold = (reading: Reading, after: Mark, limit: number) => {
  const { where, end } = told(reading, after, 'uid', limit)
  return sql<Told<{ customer: string; origin: string; owed: number }>>`
    select uid as key, changed::text, customer, owed, origin_uid(account.origin) as origin
    from account where origin <> ${reading.origin} and ${where} ${end}`
}
