/** The signer's own rows of the items that tills name by uid. */
import type { Db } from '../../db/engine/sqlite.ts'
import {
  type ItemRow,
  insertItem,
  itemByCode,
  itemById,
  itemByUid,
  type NewItem,
} from '../../db/profile/items.ts'
import { registrationOf } from '../../db/profile/registrations.ts'
import type { Author } from '../authority/port.ts'
import { sharedBodies } from '../contract/hub/shared.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { itemTypes } from '../fiscal/codes.ts'
import { parseItemCode } from '../fiscal/itemCode.ts'
import { enqueueItem } from '../queue/enqueue.ts'
import { takeItemCode } from '../queue/itemCodes.ts'
import type { TakeContext } from './context.ts'
import { demand } from './wants.ts'

/** What the authority gets of an item. */
export type ItemMaster = Pick<
  NewItem,
  'name' | 'type' | 'tax_type' | 'price' | 'item_class' | 'origin_country' | 'package_unit' | 'quantity_unit'
> & { code: string | null; barcode: string | null } & Partial<
    Pick<NewItem, 'standard_name' | 'batch_number' | 'additional_info' | 'low_stock' | 'active'>
  >

export interface TakenBy {
  author: Author
  at: number
}

/** Reads an item of the hub's catalogue; undefined: it is none. */
export const masterOf = (body: unknown): ItemMaster | undefined => {
  const read = sharedBodies.item.safeParse(body)
  if (!read.success) return undefined
  const { name, type, tax_type, price, item_class, origin_country, package_unit, quantity_unit, active } =
    read.data
  const { code, barcode, standard_name, batch_number, additional_info, low_stock } = read.data
  return {
    ...{ name, type, tax_type, price, item_class, origin_country, package_unit, quantity_unit, active },
    code: code ?? null,
    barcode: barcode ?? null,
    standard_name: standard_name ?? null,
    batch_number: batch_number ?? null,
    additional_info: additional_info ?? null,
    low_stock: low_stock ?? null,
  }
}

export const madeFrom = (db: Db, master: ItemMaster, at: number): Omit<NewItem, 'uid'> => {
  const isTaken = (code: string) => itemByCode(db, code) !== undefined
  const { code } = master
  return {
    second_name: null,
    category: null,
    class_alias: null,
    class_chosen: 1,
    standard_name: null,
    batch_number: null,
    additional_info: null,
    description: null,
    low_stock: null,
    active: 1,
    authority_code: null,
    last_stock_in_id: null,
    created_at: at,
    updated_at: at,
    ...master,
    // Two tills may have given one code to different goods. Ours is never shown to a customer.
    code: code !== null && !isTaken(code) ? code : takeItemCode(db, master, isTaken),
  }
}

/** Makes our row of an item, and queues its registration. Returns its id. */
export const makeItem = (db: Db, uid: string, master: ItemMaster, { author, at }: TakenBy): number => {
  const id = insertItem(db, { ...madeFrom(db, master, at), uid })
  enqueueItem(db, itemById(db, id) as ItemRow, { author, at })
  return id
}

/** An item that only a document from before named was not registered here. */
const demandRegistration = (db: Db, id: number, by: TakenBy): void => {
  const item = itemById(db, id)
  if (item && item.registration !== 'registered' && !registrationOf(db, id)) enqueueItem(db, item, by)
}

type Text = string | null
/** A line of a document, or of its payload. */
export type LineOfItem = Pick<
  NewItem,
  'name' | 'tax_type' | 'item_class' | 'package_unit' | 'quantity_unit'
> & { barcode: Text; price: number; code?: Text; type?: ItemRow['type'] }

const masterFrom = ({ code = null, type, ...line }: LineOfItem): ItemMaster => {
  const parts = code === null ? null : parseItemCode(code)
  return {
    ...line,
    code,
    type: type ?? parts?.itemType ?? itemTypes.finishedProduct,
    origin_country: parts?.country ?? 'KE',
  }
}

/**
 * Returns our ids of the items that a fact names, by the till's own ids. `described`: the line that names each. Items
 * that are new here are made, and registered unless the document is an earlier one.
 */
export const itemsOf = (
  { db, earlier }: Pick<TakeContext, 'db' | 'earlier'>,
  { uids }: Pick<Fact, 'uids'>,
  { described, by }: { described: ReadonlyMap<number, LineOfItem>; by: TakenBy },
): Map<number, number> => {
  const ours = new Map<number, number>()
  for (const [id, line] of described) {
    const uid = demand(uids.items[id], `The till did not name item ${id} of it`)
    const own = itemByUid(db, uid) ?? insertItem(db, { ...madeFrom(db, masterFrom(line), by.at), uid })
    if (!earlier) demandRegistration(db, own, by)
    ours.set(id, own)
  }
  return ours
}
