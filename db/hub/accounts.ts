/** What customers owe, by till. Each till knows its own part best, and is told those of the others. */
import { type RawBuilder, sql } from 'kysely'
import { type Asking, type Mark, type Reading, type Told, told } from './feed.ts'
import { type Inherited, inheritedBy } from './origins.ts'
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

/** The same, also of the sales that a till inherited when it was paired anew: its customers pay those there too. */
export const customersOfPaid = async (
  tx: HubTx,
  origin: number,
  invoices: readonly number[],
): Promise<Map<number, string>> => {
  const found = await customersOfSales(tx, origin, invoices)
  const inherited = await inheritedBy(tx, origin)
  if (inherited.length === 0) return found
  await asOwner(tx, async () => {
    for (const { origin: earlier, document } of inherited) {
      const old = invoices.filter((id) => id <= document)
      for (const [id, customer] of await customersOfSales(tx, earlier, old)) found.set(id, customer)
    }
  })
  return found
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

/**
 * What these customers owe at a till: of its documents and payments after these ids, 0: of all. What was credited of a sale
 * at other tills counts with the sale.
 */
const owedAt = (
  { origin, branch }: Of,
  customers: readonly string[],
  { document, payment }: Pick<Inherited, 'document' | 'payment'> = { document: 0, payment: 0 },
): RawBuilder<{ customer: string; owed: number }> => sql`
  select move.customer,
      (coalesce(sum(move.change) filter (where coalesce(invoice.state, '') <> 'withdrawn'
          and move.id > case move.kind when 'entry' then ${payment}::bigint else ${document}::bigint end), 0)
        - coalesce((select sum(credit.less_owed) from credit join account_move sale
            on sale.origin = credit.sale_origin and sale.kind = 'sale' and sale.id = credit.sale_id
          where credit.sale_origin = ${origin} and sale.customer = move.customer
            and credit.sale_id > ${document} and credit.state not in ('claimed', 'dropped', 'withdrawn')), 0))::bigint as owed
    from account_move move
    left join invoice on invoice.branch = ${branch} and invoice.origin = move.origin
      and invoice.id = move.invoice
    where move.origin = ${origin} and move.customer = any(${customers}::uuid[])
    group by move.customer`

/** Sums up what these customers owe at a till. Another till may credit its sales on account at this moment. */
export const sumAccounts = async (tx: HubTx, of: Of, customers: readonly string[]): Promise<void> => {
  if (customers.length === 0) return
  await tx
    .selectFrom('account')
    .select('customer')
    .where('origin', '=', of.origin)
    .where('customer', '=', sql<string>`any(${customers}::uuid[])`)
    .orderBy('customer')
    .forUpdate()
    .execute()
  await sql`insert into account (customer, origin, owed)
    select customer, ${of.origin}, owed from (${owedAt(of, customers)}) is_owed
    on conflict (customer, origin) do update set owed = excluded.owed
      where account.owed <> excluded.owed`.execute(tx)
}

/**
 * A till that was paired anew tells its facts once more under its new uid. An earlier hub may have told them under the
 * earlier uid. So other tills also hear of an account there that this hub never had.
 */
export const putEarlierAccounts = async (
  tx: HubTx,
  origin: number,
  customers: readonly string[],
): Promise<void> => {
  await sql`insert into account (customer, origin, owed)
    select customer, parent, 0 from origin, unnest(${customers}::uuid[]) as customer
    where origin.id = ${origin} and parent is not null
    on conflict do nothing`.execute(tx)
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

type ToldAccount = Told<{ customer: string; origin: string; owed: number }>

/** What customers owe at other tills, of all branches: they share their customers. */
export const accountsTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'uid', limit)
  return sql<ToldAccount>`
    select uid as key, changed::text, customer, owed, origin_uid(account.origin) as origin
    from account where origin <> ${asking.origin} and ${where} ${end}`
}

/** A till has in its own file what it inherited. Told once more by the earlier till's account, that would count twice. */
export const withoutInherited = async (
  { tx, branch, inherited }: Reading,
  rows: ToldAccount[],
): Promise<ToldAccount[]> => {
  if (inherited.length === 0) return rows
  const since = new Map<ToldAccount, number>()
  await asOwner(tx, async () => {
    for (const { uid, ...earlier } of inherited) {
      const own = rows.filter(({ origin }) => origin === uid)
      const customers = own.map(({ customer }) => customer)
      const { rows: sums } = await owedAt({ ...earlier, branch }, customers, earlier).execute(tx)
      const owed = new Map(sums.map((sum) => [sum.customer, sum.owed]))
      for (const row of own) since.set(row, owed.get(row.customer) ?? 0)
    }
  })
  return rows.map((row) => ({ ...row, owed: since.get(row) ?? row.owed }))
}
