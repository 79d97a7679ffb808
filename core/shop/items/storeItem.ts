/** Creates and changes items: one function for the screen, REST and the demo shop. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { waitsForPerson } from '../../../db/profile/dependencies.ts'
import { isSignedByHub } from '../../../db/profile/hubLink.ts'
import {
  type ItemRow,
  insertItem,
  itemByCode,
  itemById,
  itemWithBarcode,
  type NewItem,
  updateItem,
} from '../../../db/profile/items.ts'
import { registrationOf } from '../../../db/profile/registrations.ts'
import { openDocumentsOf } from '../../../db/profile/stock.ts'
import type { Author } from '../../authority/port.ts'
import { type Failure, fail } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import { enqueueItem } from '../../queue/enqueue.ts'
import { takeItemCode } from '../../queue/itemCodes.ts'
import { isSigner } from '../../queue/twin.ts'
import { invalid } from '../failures.ts'

export type ItemFields = Omit<
  NewItem,
  | 'id'
  | 'code'
  | 'created_at'
  | 'updated_at'
  | 'authority_code'
  | 'registration'
  | 'last_stock_in_id'
  | 'priced_at'
  | 'label_price'
  | 'uid'
  | 'modifier_name'
>

/** Defaults for what other software does not name of a new item. */
export const unnamed = {
  second_name: null,
  barcode: null,
  category: null,
  origin_country: 'KE',
  package_unit: 'NT',
  quantity_unit: 'U',
  standard_name: null,
  batch_number: null,
  additional_info: null,
  description: null,
  low_stock: null,
  active: 1,
} as const

/** Returns an item's present fields. */
export const fieldsOfItem = (row: ItemRow): ItemFields => {
  const { id, code, authority_code, registration, last_stock_in_id, created_at, updated_at, ...rest } = row
  const { on_hand, authority_on_hand, sold_count, priced_at, label_price, uid, modifier_name, ...fields } =
    rest
  return fields
}

/**
 * Fields that the item's code contains, with their names in the contract. Fixed once the authority knows the item
 * (`authority §5.1`).
 */
const codedFields = {
  type: 'type',
  origin_country: 'originCountry',
  package_unit: 'packageUnit',
  quantity_unit: 'quantityUnit',
} as const
const codedNames = Object.keys(codedFields) as (keyof typeof codedFields)[]

const registeredFields = [
  ...codedNames,
  'name',
  'barcode',
  'tax_type',
  'price',
  'item_class',
  'standard_name',
  'batch_number',
  'additional_info',
  'low_stock',
  'active',
] as const

export type StoredItem =
  | { ok: true; item: ItemRow; submissionId: number | null }
  | { ok: false; error: Failure }

/** True if the authority has the item under its code, or may have it because it is being sent. */
const isKnown = (db: Db, item: ItemRow): boolean => {
  if (item.registration === 'registered') return true
  const registration = registrationOf(db, item.id)
  return registration?.state === 'sending' || registration?.may_have_arrived === 1
}

/**
 * A document whose tax letter differs from its item's is rejected (`authority §5.5`). So documents with the letter
 * that the authority knows are sent before the change. A till whose branch is signed by its hub may not have heard yet that
 * the item is registered, and a signer may take several changes before it sends the first.
 */
export const documentsBefore = (db: Db, before: ItemRow, now: ItemRow) =>
  (before.registration !== 'registered' && !isSignedByHub(db) && !isSigner(db)) ||
  before.tax_type === now.tax_type
    ? []
    : openDocumentsOf(db, now.id)
        .filter((id) => !waitsForPerson(db, id))
        .map((id) => ({ id, need: 'settled' as const }))

/**
 * Creates an item, or changes the one with `id`, and queues its registration if the authority needs it. 003 for a
 * barcode of another item, and for fixed fields. Call it inside a transaction.
 */
export const storeItem = (
  profile: Profile,
  fields: ItemFields,
  { id, code, author }: { id?: number | undefined; code?: string | undefined; author: Author },
): StoredItem => {
  const { db, ports } = profile
  const at = ports.clock.now()
  const before = id === undefined ? undefined : itemById(db, id)
  if (id !== undefined && !before)
    return fail('005', 'item.unknown', 'There is no such item.', { field: 'id' })
  const twin = fields.barcode ? itemWithBarcode(db, fields.barcode) : undefined
  if (twin && twin.id !== id && twin.barcode !== before?.barcode) {
    return fail(
      '003',
      'item.barcodeTaken',
      `The barcode ${fields.barcode} belongs to "${twin.name}". Give this item another, or change that one.`,
      {
        field: 'barcode',
        params: { barcode: fields.barcode ?? '', name: twin.name },
      },
    )
  }
  if (before) {
    if (code !== undefined && code !== before.code)
      return invalid('code', code, `${before.code}, as it was made`)
    const recoded = codedNames.find((name) => before[name] !== fields[name])
    if (recoded && isKnown(db, before)) {
      const field = codedFields[recoded]
      return fail(
        '003',
        'item.fixed',
        `The authority knows "${before.name}" already: its ${recoded.replaceAll('_', ' ')} cannot change. Create a new item for it.`,
        { field, params: { name: before.name, field } },
      )
    }
    const changes = Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => (value ?? null) !== before[name as keyof ItemRow]),
    )
    const changed = registeredFields.some((name) => name in changes)
    if (changed) profile.disk.demandRoom()
    // An item that the authority does not know gets a code that fits its present fields.
    const recode = recoded !== undefined
    updateItem(db, before.id, {
      ...changes,
      modifier_name: author.name,
      updated_at: at,
      ...(fields.price === before.price ? {} : { priced_at: at }),
      ...(recode ? { authority_code: null } : {}),
    })
    const item = itemById(db, before.id) as ItemRow
    const submissionId =
      changed ||
      // The registration was withdrawn, or a change of it was rejected.
      before.registration === 'refused' ||
      registrationOf(db, before.id)?.state === 'refused'
        ? enqueueItem(db, item, {
            author,
            at,
            needs: documentsBefore(db, before, item),
            changed: Object.keys(changes),
          })
        : null
    return { ok: true, item: itemById(db, before.id) as ItemRow, submissionId }
  }
  const taken = code === undefined ? undefined : itemByCode(db, code)
  if (taken) return invalid('code', code ?? '', `a code that no item has yet ("${taken.name}" has it)`)
  profile.disk.demandRoom()
  const newCode = code ?? takeItemCode(db, fields, (candidate) => itemByCode(db, candidate) !== undefined)
  const newId = insertItem(db, {
    ...fields,
    uid: profile.ports.ids.uuid(),
    code: newCode,
    authority_code: null,
    last_stock_in_id: null,
    priced_at: at,
    modifier_name: author.name,
    created_at: at,
    updated_at: at,
  })
  const item = itemById(db, newId) as ItemRow
  const submissionId = enqueueItem(db, item, { author, at })
  return { ok: true, item: itemById(db, newId) as ItemRow, submissionId }
}
