/** A hub's database with tills, for what they share. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Fields } from '../../../core/contract/hub/shared.ts'
import type { SharedKind, Wish } from '../../../core/contract/hub/wire.ts'
import { applyWish, type WishAnswer } from '../../../core/hub/wishes.ts'
import { beginIncarnation } from '../../../db/hub/incarnations.ts'
import { type HubDb, openHubDb } from '../../../db/hub/postgres.ts'
import type { Programs } from '../../../db/hub/programs.ts'
import { type SharedRow, sharedByUid } from '../../../db/hub/shared.ts'
import { freshDatabase } from '../../support/postgres.ts'

export interface HubTill {
  id: number
  uid: string
  branch: number
}

export interface SharingHub {
  url: string
  db: HubDb
  till(name: string, code?: string): Promise<HubTill>
  apply(till: { id: number | null; branch: number }, wish: Wish): Promise<WishAnswer | undefined>
  row(uid: string): Promise<SharedRow | undefined>
  /** Takes away tills and what they share. */
  empty(): Promise<void>
}

/** `cleanUp`: when it ends, with its test unless a whole file shares it. */
export const openSharingHub = async (
  programs: Programs,
  cleanUp: (work: () => Promise<void>) => void = onTestFinished,
): Promise<SharingHub> => {
  const { url, drop } = await freshDatabase(programs)
  const db = openHubDb(url, () => undefined)
  cleanUp(async () => {
    await db.destroy()
    await drop()
  })
  await beginIncarnation(db, randomUUID())
  return {
    url,
    db,
    till: async (name, code = '00') => {
      const uid = randomUUID()
      const branch = await db
        .insertInto('branch')
        .values({ pin: 'P051000001K', code })
        .onConflict((conflict) => conflict.columns(['pin', 'code']).doUpdateSet({ code }))
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = { uid, kind: 'till', name, branch: branch.id, made_at: 1 } as const
      const { id } = await db.insertInto('origin').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, uid, branch: branch.id }
    },
    apply: (by, wish) => db.transaction().execute((tx) => applyWish(tx, by, wish)),
    row: (uid) => sharedByUid(db, uid),
    empty: async () => {
      await sql`truncate origin, shared, alias, wish, alike, stock_level cascade`.execute(db)
    },
  }
}

export const wishOf = (
  kind: SharedKind,
  uid: string,
  set: Fields,
  more: Partial<Pick<Wish, 'base' | 'who' | 'joins' | 'uid' | 'at'>> = {},
): Wish => ({ uid: randomUUID(), of: { kind, uid }, base: {}, set, who: 'Asha', at: 1, ...more })

export const soap: Fields = {
  name: 'Soap',
  type: '2',
  tax_type: 'B',
  price: 100_00,
  item_class: '5313160800',
  class_chosen: 1,
  origin_country: 'KE',
  package_unit: 'NT',
  quantity_unit: 'U',
  active: 1,
  favourite: 0,
}
