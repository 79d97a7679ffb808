/** The shop's customers, and the authority's data on taxpayers. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, like, literally } from '../engine/sqlite.ts'
import { takeNumber } from './lanes.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type CustomerRow = Selectable<ProfileSchema['customer']>
export type TaxpayerCacheRow = Selectable<ProfileSchema['taxpayer']>

export const customerByPin = (db: Db, pin: string): CustomerRow | undefined =>
  db.first(profile.selectFrom('customer').selectAll().where('pin', '=', pin))

export const customerById = (db: Db, id: number): CustomerRow | undefined =>
  db.first(profile.selectFrom('customer').selectAll().where('id', '=', id))

export const customerByUid = (db: Db, uid: string): CustomerRow | undefined =>
  db.first(profile.selectFrom('customer').selectAll().where('uid', '=', uid))

export const customerByRequest = (db: Db, requestId: string): CustomerRow | undefined =>
  db.first(profile.selectFrom('customer').selectAll().where('request_id', '=', requestId))

/** Returns the customer, or the one that it was merged into. */
export const standingCustomer = (db: Db, id: number): CustomerRow | undefined => {
  const row = customerById(db, id)
  return row?.merged_into ? customerById(db, row.merged_into) : row
}

/** Returns the customer with this number, or the one that it was merged into. */
export const customerByNumber = (db: Db, number: number): CustomerRow | undefined => {
  const row = db.first(profile.selectFrom('customer').select('id').where('number', '=', number))
  return row && standingCustomer(db, row.id)
}

/** Returns the customers that were merged into this one. */
export const customersMergedInto = (db: Db, id: number) =>
  db.all(
    profile.selectFrom('customer').select(['number', 'name']).where('merged_into', '=', id).orderBy('id'),
  )

/** Returns the id. */
export const insertCustomer = (db: Db, row: Insertable<ProfileSchema['customer']>): number =>
  db.run(profile.insertInto('customer').values(row)).id

export const updateCustomer = (db: Db, id: number, change: Partial<CustomerRow>): void => {
  db.run(profile.updateTable('customer').set(change).where('id', '=', id))
}

/** Merges a customer, and those that were merged into it, into another one. */
export const mergeCustomer = (db: Db, from: number, into: number): void => {
  db.run(
    profile
      .updateTable('customer')
      .set({ merged_into: into })
      .where((where) => where.or([where('id', '=', from), where('merged_into', '=', from)])),
  )
}

/** The ids of a customer and of those that were merged into it, for a condition in SQL. */
export const family = (id: number) =>
  sql<number>`(select id from customer where id = ${id} union all select id from customer where merged_into = ${id})`

/** At this till, and at the others as the hub told. Payments here for those count while there is a hub. */
const owedInAll = sql<number>`(coalesce((select sum(owed) from customer_sale where owed <> 0 and customer_id in
    (select customer.id union all select id from customer merged where merged.merged_into = customer.id)), 0)
  - iif(exists (select 1 from hub_shares), customer.ahead
      + coalesce((select sum(ahead) from customer merged where merged.merged_into = customer.id), 0), 0)
  + coalesce((select sum(owed) from hub_account where hub_account.customer in
    (select customer.uid union all select uid from customer merged where merged.merged_into = customer.id)), 0))`

const listQuery = profile
  .selectFrom('customer')
  .selectAll()
  .select(owedInAll.as('owed'))
  .where('active', '=', 1)
  .where('merged_into', 'is', null)
export type ListedCustomer = CustomerRow & { owed: number }

/** `text`: of a name or a PIN. `digits`: of a phone number, as `phonePart` returns them. */
export interface CustomerSearch {
  text: string
  digits: string | null
  owing: boolean
  /** More than the limit. */
  above: boolean
}

/** Returns customers after a name and id, in the order of names. */
export const listCustomers = (
  db: Db,
  { text, digits, owing, above }: CustomerSearch,
  { after, limit }: { after?: readonly [name: string, id: number] | undefined; limit: number },
): ListedCustomer[] => {
  let query = listQuery.orderBy('name').orderBy('id').limit(limit)
  if (after) {
    const [name, id] = after
    query = query.where(sql<boolean>`(name, id) > (${name}, ${id})`)
  }
  if (above) query = query.where(sql<boolean>`${owedInAll} > coalesce(credit_limit, 0)`)
  if (owing || above) {
    // Few of many customers owe something, and the index has only them. Another till may have taken all of it.
    query = query.where(
      sql<boolean>`${owedInAll} <> 0 and customer.id in (select coalesce(debtor.merged_into, debtor.id) from customer_sale
        join customer debtor on debtor.id = customer_sale.customer_id where owed <> 0
        union select coalesce(debtor.merged_into, debtor.id) from hub_account
        join customer debtor on debtor.uid = hub_account.customer where owed <> 0)`,
    )
  }
  if (!text) return db.all(query)
  return db.all(
    query.where((where) =>
      where.or([
        like('name', `%${literally(text)}%`),
        like('pin', `${literally(text)}%`),
        like('phone', `%${literally(text)}%`),
        ...(digits === null ? [] : [like('phone_key', `%${digits}%`), where('number', '=', Number(text))]),
      ]),
    ),
  )
}

const isListNumber = (db: Db, number: string): boolean =>
  db.first(profile.selectFrom('customer').select('id').where('list_number', '=', number).limit(1)) !==
  undefined

/** The number's form in the authority's list, with at least three digits. */
export const listNumberOf = (number: number): string => String(number).padStart(3, '0')

/** Takes the next number. A number that other software chose for the authority's list is skipped. */
export const takeCustomerNumber = (db: Db): number => {
  for (;;) {
    const number = takeNumber(db, 'customer')
    if (!isListNumber(db, listNumberOf(number)) && !isListNumber(db, String(number))) return number
  }
}

export const taxpayerByPin = (db: Db, pin: string): TaxpayerCacheRow | undefined =>
  db.first(profile.selectFrom('taxpayer').selectAll().where('pin', '=', pin))

export const storeTaxpayer = (db: Db, row: Insertable<ProfileSchema['taxpayer']>): void => {
  const { pin: _, ...rest } = row
  db.run(
    profile
      .insertInto('taxpayer')
      .values(row)
      .onConflict((conflict) => conflict.column('pin').doUpdateSet(rest)),
  )
}
