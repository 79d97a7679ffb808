/** Parked sales. */
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type ParkedRow = Selectable<ProfileSchema['parked_sale']>

export const parkSale = (db: Db, row: Insertable<ProfileSchema['parked_sale']>): number =>
  db.run(profile.insertInto('parked_sale').values(row)).id

export const parkedSales = (db: Db) =>
  db.all(
    profile
      .selectFrom('parked_sale')
      .selectAll()
      .where('resumed_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(200),
  )

export const parkedById = (db: Db, id: number): ParkedRow | undefined =>
  db.first(profile.selectFrom('parked_sale').selectAll().where('id', '=', id))

export const parkedByUid = (db: Db, uid: string): ParkedRow | undefined =>
  db.first(profile.selectFrom('parked_sale').selectAll().where('uid', '=', uid))

/** Resumes a parked sale once; undefined if it is not parked any more. */
export const resumeSale = (db: Db, id: number, at: number): string | undefined =>
  db.first(
    profile
      .updateTable('parked_sale')
      .set({ resumed_at: at })
      .where('id', '=', id)
      .where('resumed_at', 'is', null)
      .returning('cart'),
  )?.cart
