/** The shop's customers, and what the authority said of taxpayers. */
import type { Insertable, Selectable } from 'kysely'
import { type Db, like, literally } from '../sqlite.ts'
import { type AppSchema, app } from './schema.ts'

export type CustomerRow = Selectable<AppSchema['customer']>
export type TaxpayerCacheRow = Selectable<AppSchema['taxpayer']>

export const customerByPin = (db: Db, pin: string): CustomerRow | undefined =>
  db.first(app.selectFrom('customer').selectAll().where('pin', '=', pin))

export const storeCustomer = (db: Db, row: Insertable<AppSchema['customer']>): void => {
  const { pin: _, created_at: __, ...rest } = row
  db.run(
    app
      .insertInto('customer')
      .values(row)
      .onConflict((conflict) => conflict.column('pin').doUpdateSet(rest)),
  )
}

export const listCustomers = (db: Db, text: string, limit: number): CustomerRow[] => {
  const query = app.selectFrom('customer').selectAll().where('active', '=', 1).orderBy('name').limit(limit)
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

export const customerCount = (db: Db): number =>
  db.first(app.selectFrom('customer').select((select) => select.fn.countAll<number>().as('count')))?.count ??
  0

export const taxpayerByPin = (db: Db, pin: string): TaxpayerCacheRow | undefined =>
  db.first(app.selectFrom('taxpayer').selectAll().where('pin', '=', pin))

export const storeTaxpayer = (db: Db, row: Insertable<AppSchema['taxpayer']>): void => {
  const { pin: _, ...rest } = row
  db.run(
    app
      .insertInto('taxpayer')
      .values(row)
      .onConflict((conflict) => conflict.column('pin').doUpdateSet(rest)),
  )
}
