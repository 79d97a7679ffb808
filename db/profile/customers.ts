/** The shop's customers, and the authority's data on taxpayers. */
import type { Insertable, Selectable } from 'kysely'
import { type Db, like, literally } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type CustomerRow = Selectable<ProfileSchema['customer']>
export type TaxpayerCacheRow = Selectable<ProfileSchema['taxpayer']>

export const customerByPin = (db: Db, pin: string): CustomerRow | undefined =>
  db.first(profile.selectFrom('customer').selectAll().where('pin', '=', pin))

export const storeCustomer = (db: Db, row: Insertable<ProfileSchema['customer']>): void => {
  const { pin: _, created_at: __, ...rest } = row
  db.run(
    profile
      .insertInto('customer')
      .values(row)
      .onConflict((conflict) => conflict.column('pin').doUpdateSet(rest)),
  )
}

export const listCustomers = (db: Db, text: string, limit: number): CustomerRow[] => {
  const query = profile
    .selectFrom('customer')
    .selectAll()
    .where('active', '=', 1)
    .orderBy('name')
    .limit(limit)
  if (!text) return db.all(query)
  return db.all(
    query.where((where) =>
      where.or([
        like('name', `%${literally(text)}%`),
        like('pin', `${literally(text)}%`),
        like('phone', `%${literally(text)}%`),
      ]),
    ),
  )
}

const numberTaken = (db: Db, number: string): boolean =>
  db.first(profile.selectFrom('customer').select('pin').where('number', '=', number)) !== undefined

/**
 * Returns the next number of the branch's own list, with at least three digits. A number chosen by other software is
 * skipped.
 */
export const nextCustomerNumber = (db: Db): string => {
  const count = profile.selectFrom('customer').select((select) => select.fn.countAll<number>().as('count'))
  for (let next = (db.first(count)?.count ?? 0) + 1; ; next += 1) {
    const number = String(next).padStart(3, '0')
    if (!numberTaken(db, number) && !numberTaken(db, String(next))) return number
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
