/** Items, as a hub and its tills tell each other. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { audit, hub } from '../../../db/profile/audit.ts'
import { takeLevel } from '../../../db/profile/hubLevels.ts'
import { isSignedByHub } from '../../../db/profile/hubLink.ts'
import {
  type ItemRow,
  insertItem,
  itemByAuthorityCode,
  itemByCode,
  itemById,
  itemByUid,
  itemsWithBarcode,
  type NewItem,
  updateItem,
} from '../../../db/profile/items.ts'
import { isJoining } from '../../../db/profile/shared.ts'
import { type Fields, isSameValue, type SharedBody, sharedFields } from '../../contract/hub/shared.ts'
import { enqueueItem } from '../../queue/enqueue.ts'
import { sameName, takeItemCode } from '../../queue/itemCodes.ts'
import type { Kind, Sharing, Thing } from '../sharing.ts'

const columns = sharedFields.item as readonly (keyof ItemRow & keyof NewItem)[]

const bodyOf = (row: ItemRow): Fields =>
  Object.fromEntries(columns.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])))

const onceOf = (row: ItemRow): Fields => ({
  code: row.code,
  ...(row.registration === 'registered' && row.authority_code !== null
    ? { authority_code: row.authority_code }
    : {}),
})

/** The columns that differ. */
const changesOf = (row: ItemRow, body: Fields): Partial<NewItem> =>
  Object.fromEntries(
    columns.flatMap((name) => (isSameValue(row[name], body[name]) ? [] : [[name, body[name] ?? null]])),
  )

/** The authority's code, where no other item of this till has it. */
const known = (db: Db, row: ItemRow | undefined, { authority_code }: Fields): Partial<NewItem> => {
  if (typeof authority_code !== 'string' || row?.authority_code === authority_code) return {}
  // The till that made it may have registered it under another code than the signer of the branch.
  if (row?.registration === 'registered' && isSignedByHub(db)) return {}
  const holder = itemByAuthorityCode(db, authority_code)
  return holder && holder.id !== row?.id ? {} : { authority_code, registration: 'registered' }
}

/** The author of what this till tells the authority of the hub's news. */
const author = { id: hub, name: hub }

const insert = (sharing: Sharing, uid: string, body: Fields): number => {
  const { db } = sharing
  const { code, authority_code: _, ...fields } = body as SharedBody<'item'>
  const at = sharing.now()
  const row = Object.fromEntries(columns.map((name) => [name, fields[name as keyof typeof fields] ?? null]))
  const isTaken = (candidate: string) => itemByCode(db, candidate) !== undefined
  return insertItem(db, {
    ...(row as unknown as NewItem),
    ...known(db, undefined, body),
    uid,
    code:
      code === undefined || isTaken(code)
        ? takeItemCode(db, { ...fields, type: fields.type }, isTaken)
        : code,
    last_stock_in_id: null,
    priced_at: at,
    created_at: at,
    updated_at: at,
  })
}

const change = (sharing: Sharing, row: ItemRow, body: Fields): boolean => {
  const { db } = sharing
  const changes = changesOf(row, body)
  const more = known(db, row, body)
  if (Object.keys(changes).length + Object.keys(more).length === 0) return false
  const at = sharing.now()
  const { price } = changes
  if (price !== undefined)
    audit(db, {
      at,
      kind: 'itemPriced',
      subject: row.name,
      row_id: row.id,
      who: hub,
      content: JSON.stringify({ prices: [[row.price, price]] }),
    })
  updateItem(db, row.id, {
    ...changes,
    ...more,
    updated_at: at,
    ...(price === undefined ? {} : { priced_at: at }),
  })
  return Object.keys(changes).some((name) => !localOnly.includes(name))
}

/** Fields that the authority does not get. */
const localOnly: readonly string[] = ['second_name', 'category', 'class_chosen', 'favourite', 'colour']

export const items: Kind = {
  thing: ({ db }, key): Thing | undefined => {
    const row = itemById(db, Number(key))
    return (
      row && {
        uid: row.uid,
        name: row.name,
        body: bodyOf(row),
        once: onceOf(row),
        who: row.modifier_name,
      }
    )
  },
  keyOf: ({ db }, uid) => itemByUid(db, uid)?.toString(),
  setUid: ({ db, now }, key, uid) => {
    updateItem(db, Number(key), { uid })
    takeLevel(db, uid, now())
  },
  twin: ({ db }, body) => {
    const { barcode, authority_code, name } = body as Partial<SharedBody<'item'>>
    const coded = authority_code === undefined ? undefined : itemByAuthorityCode(db, authority_code)
    const candidates = [
      ...(barcode === undefined ? [] : itemsWithBarcode(db, barcode)),
      ...(coded && sameName(coded.name, name ?? '') ? [coded] : []),
    ]
    return candidates.find((row) => isJoining(db, 'item', row))?.id.toString()
  },
  absorb: (sharing, key) =>
    updateItem(sharing.db, Number(key), { active: 0, barcode: null, updated_at: sharing.now() }),
  write: (sharing, key, uid, body) => {
    const { db } = sharing
    const row = key === undefined ? undefined : itemById(db, Number(key))
    const id = row ? row.id : insert(sharing, uid, body)
    if (!row) takeLevel(db, uid, sharing.now())
    const isToTell = row ? change(sharing, row, body) : true
    if (isToTell && sharing.registers()) {
      const item = itemById(db, id)
      if (item) enqueueItem(db, item, { author, at: sharing.now() })
    }
    return { key: String(id), whole: true }
  },
}
