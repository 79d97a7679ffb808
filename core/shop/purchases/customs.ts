/** Entries of customs: which item they are, what they cost, and what the shop tells the authority of them. */
import type { Db } from '../../../db/engine/sqlite.ts'
import {
  type CustomsDecisionRow,
  type CustomsEntryRow,
  customsDecisionByRequest,
  insertCustomsDecision,
} from '../../../db/profile/customs.ts'
import { type ItemRow, itemById, itemByName } from '../../../db/profile/items.ts'
import { linkSupplierItem, supplierItems } from '../../../db/profile/purchases.ts'
import { authorOf } from '../../access/actor.ts'
import type { ImportEntry } from '../../authority/port.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { scale } from '../../fiscal/money.ts'
import { needsOfItems } from '../../queue/enqueue.ts'
import { enqueueCustoms } from '../../queue/enqueueSupply.ts'
import { requestReused } from '../cash/cashFailures.ts'
import type { ShopContext } from '../context.ts'
import { oneUnit } from './links.ts'

export const entryOf = ({ content }: Pick<CustomsEntryRow, 'content'>): ImportEntry =>
  JSON.parse(content) as ImportEntry

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Where the item of such goods is remembered. A supplier abroad has no PIN, and an entry has no code of the supplier, so
 * the names and the HS code stand for them.
 */
const linkKey = ({ supplierName, hsCode, itemName }: ImportEntry) => ({
  supplier_pin: `abroad ${plain(supplierName)}`,
  supplier_code: `${hsCode} ${plain(itemName)}`,
})

export interface EntryMatch {
  /** Remembered for these goods of this supplier. */
  item: ItemRow | undefined
  /** Has the same name. A person must confirm it. */
  suggested: ItemRow | undefined
  /** How many of our units one unit of the entry is, hundredths. */
  units: number
}

export const matchEntry = (db: Db, entry: ImportEntry): EntryMatch => {
  const key = linkKey(entry)
  const link = supplierItems(db, key.supplier_pin).find((each) => each.supplier_code === key.supplier_code)
  const item = link && itemById(db, link.item_id)
  if (item) return { item, suggested: undefined, units: link.units }
  return { item: undefined, suggested: itemByName(db, entry.itemName) ?? undefined, units: oneUnit }
}

export const rememberItem = (
  db: Db,
  entry: ImportEntry,
  meaning: { itemId: number; units: number; at: number },
): void =>
  linkSupplierItem(db, {
    ...linkKey(entry),
    item_id: meaning.itemId,
    name: entry.itemName || null,
    linked_at: meaning.at,
    units: meaning.units,
  })

/** Returns what the whole entry cost by its invoice, in cents of a shilling; null if its rate is not known. */
export const entryCost = ({ amount, currency, rate }: ImportEntry): number | null => {
  const known = rate === 0 && currency === 'KES' ? 1_000_000 : rate
  return amount > 0 && known > 0 ? scale(amount, known, 1_000_000) : null
}

/** How the audit trail and the queue name an entry. */
export const entryTitle = ({ declaration, task, itemName }: ImportEntry): string =>
  `${declaration || task} · ${itemName}`

/** Returns the decision that this request made before; undefined: none did. 004 if the request was another one. */
export const decidedBefore = (
  { db }: ShopContext,
  input: { requestId: string },
): Reply<CustomsDecisionRow> | undefined => {
  const done = customsDecisionByRequest(db, input.requestId)
  if (!done) return undefined
  return done.body_hash === bodyHash(input) ? ok(done) : requestReused()
}

export interface Deciding {
  row: CustomsEntryRow
  act: 'approved' | 'rejected'
  item: ItemRow
  remark: string
}

/** Queues what the shop tells the authority of an entry. Returns the submission's id. Call it inside a transaction. */
export const queueDecision = (
  { profile, db, ports, actor }: ShopContext,
  { row, act, item, remark }: Deciding,
): number => {
  profile.disk.demandRoom()
  const author = authorOf(actor)
  const by = { author, at: ports.clock.now() }
  const entry = entryOf(row)
  return enqueueCustoms(
    db,
    {
      id: row.id,
      title: entryTitle(entry),
      payload: {
        task: entry.task,
        declaredOn: row.declared_on,
        sequence: entry.sequence,
        hsCode: entry.hsCode,
        itemId: item.id,
        itemClass: item.item_class,
        act,
        remark,
        author,
      },
    },
    { ...by, needs: needsOfItems(db, [item], false, by) },
  )
}

/** Stores the decision itself. Call it in the same transaction. */
export const storeDecision = (
  { profile, db, ports, actor }: ShopContext,
  { row, act, item, remark }: Deciding,
  input: { requestId: string },
  goods: { units: number; deliveryId: number | null } | null,
): void => {
  const author = authorOf(actor)
  insertCustomsDecision(
    db,
    {
      uid: ports.ids.uuid(),
      customs_entry_id: row.id,
      act,
      item_id: item.id,
      item_name: item.name,
      units: goods?.units ?? null,
      delivery_id: goods?.deliveryId ?? null,
      remark,
      decided_at: profile.day.sure(),
      author_id: author.id,
      author_name: author.name,
      request_id: input.requestId,
      body_hash: bodyHash(input),
    },
    entryTitle(entryOf(row)),
  )
}
