/** A till's database with what its link needs of it, without windows and without a network. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Fields } from '../../../core/contract/hub/shared.ts'
import type { Wish } from '../../../core/contract/hub/wire.ts'
import type { Sharing } from '../../../core/link/sharing.ts'
import { makeWishes } from '../../../core/link/wishes.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import { insertCustomer, takeCustomerNumber } from '../../../db/profile/customers.ts'
import { insertItem, type NewItem } from '../../../db/profile/items.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { beginShares } from '../../../db/profile/shared.ts'

const plainItem: Omit<NewItem, 'uid'> = {
  code: 'A1',
  name: 'Soap',
  type: '2',
  tax_type: 'B',
  price: 150_00,
  item_class: '5313160800',
  class_chosen: 1,
  origin_country: 'KE',
  package_unit: 'NT',
  quantity_unit: 'U',
  active: 1,
  created_at: 1,
  updated_at: 1,
}

export interface SharingTill {
  db: OpenDb
  sharing: Sharing
  people: Map<string, Fields>
  /** A person changes somebody. */
  putPerson(id: string, body: Fields): void
  /** Puts all people back from a copy. Returns what makes the copy. */
  copyPeople(): () => void
  item(fields?: Partial<NewItem>): number
  customer(name: string, pin?: string | null): number
  set(id: number, change: Partial<NewItem>): void
  /** All wishes of the trail, in order. */
  wishes(): Wish[]
  /** Makes what is due, and returns the wishes that came of it. */
  tell(): Promise<Wish[]>
}

export const openSharingTill = async (
  how: { linked?: boolean; registers?: boolean; file?: string } = {},
): Promise<SharingTill> => {
  const db = openDb(how.file ?? ':memory:')
  onTestFinished(() => db.close())
  await migrate(db, profileMigrations)
  if (how.linked ?? true) beginShares(db, 'P051000001K/00')
  const people = new Map<string, Fields>()
  let revision = 0
  let made = 0
  const sharing: Sharing = {
    db,
    ids: { uuid: randomUUID },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    now: Date.now,
    registers: () => how.registers ?? false,
    people: {
      revision: () => revision,
      ids: () => [...people.keys()],
      get: (id) => {
        const body = people.get(id)
        return body && { body, who: 'Wanjiru' }
      },
      put: (id, body) => {
        people.set(id, body)
        revision += 1
        return true
      },
      lacksPepper: async () => false,
      keepPeppers: async () => undefined,
    },
    changed: () => undefined,
  }
  const wishes = () =>
    (
      db.raw.prepare("select content from audit where kind = 'wish' order by seq").pluck().all() as string[]
    ).map((content) => JSON.parse(content) as Wish)
  return {
    db,
    sharing,
    people,
    putPerson: (id, body) => sharing.people?.put(id, body),
    copyPeople: () => {
      const [kept, at] = [new Map(people), revision]
      return () => {
        people.clear()
        for (const [id, body] of kept) people.set(id, body)
        revision = at
      }
    },
    item: (fields = {}) => {
      made += 1
      return insertItem(db, {
        ...plainItem,
        uid: randomUUID(),
        code: `A${made}`,
        name: `Soap ${made}`,
        ...fields,
      })
    },
    customer: (name, pin = null) => {
      const number = takeCustomerNumber(db)
      const author = { author_id: '1', author_name: 'Asha', modifier_id: '1', modifier_name: 'Asha' }
      return insertCustomer(db, {
        ...author,
        uid: randomUUID(),
        number,
        list_number: String(number),
        name,
        pin,
        created_at: 1,
        updated_at: 1,
      })
    },
    set: (id, change) => {
      const names = Object.keys(change)
      db.raw
        .prepare(`update item set ${names.map((name) => `${name} = ?`).join()} where id = ?`)
        .run(...Object.values(change), id)
    },
    wishes,
    tell: async () => {
      const before = wishes().length
      await makeWishes(sharing, () => false)
      return wishes().slice(before)
    },
  }
}
