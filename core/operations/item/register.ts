/**
 * Registers items of other software (`spec 4.8` to `4.10`): stored and queued, then Kaunta waits for the authority.
 * Registering a code again changes the item, as at the authority (`authority §1.4`, no. 6). Omitted fields keep their
 * values.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { keepCallerBody } from '../../../db/profile/callerBodies.ts'
import { type ItemRow, itemByCode, itemById } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import { registrationOf } from '../../../db/profile/registrations.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { type Failure, ok, type Reply } from '../../contract/errors.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { centsFromWire } from '../../fiscal/money.ts'
import { isOpen } from '../../queue/enqueue.ts'
import { awaitOutcome } from '../../shop/awaitOutcome.ts'
import { invalid, notReady } from '../../shop/failures.ts'
import {
  fieldsOfItem,
  type ItemFields,
  type StoredItem,
  storeItem,
  unnamed,
} from '../../shop/items/storeItem.ts'
import { checkUnit } from '../../shop/items/units.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { unnumbered } from '../shared/unnumbered.ts'
import { flagOf, yesNo } from '../shared/wireValues.ts'

const registered = (row: ItemRow) => ({
  itemCd: row.code,
  itemNm: row.name,
  itemClsCd: row.class_alias ?? row.item_class,
  taxTyCd: row.tax_type,
  useYn: yesNo(row.active),
  regDt: toWireDate(row.created_at),
  modiDt: toWireDate(row.updated_at),
})

/** How a call names fields for which the till has other names. */
type WireNames = Partial<
  Record<'code' | 'barcode' | 'type' | 'originCountry' | 'packageUnit' | 'quantityUnit', string>
>

const inWireNames = (error: Failure, names: WireNames): Failure => {
  const field = names[error.field as keyof WireNames]
  return field ? { ...error, field, params: { ...error.params, field } } : error
}

/** The fields that a call gives; undefined = not given. */
type Said = Pick<ItemFields, 'name' | 'type' | 'tax_type' | 'item_class' | 'class_alias'> & {
  [N in keyof typeof unnamed | 'price']?: ItemFields[N] | undefined
}

const fieldsOf = (said: Said, before: ItemRow | undefined): ItemFields => {
  const kept = before ? fieldsOfItem(before) : { ...unnamed, price: 0 }
  const named = Object.entries(said).filter(([, value]) => value !== undefined)
  const class_chosen = said.class_alias === null ? 1 : 0
  // A manager has chosen the class of an item registered as GD or SV. The same call again must not undo that.
  const chosen = said.class_alias !== null && before?.class_alias === said.class_alias ? before : undefined
  const ofClass = chosen?.class_chosen ? { item_class: chosen.item_class, class_chosen: 1 } : { class_chosen }
  return { ...kept, ...Object.fromEntries(named), ...ofClass } as ItemFields
}

interface Registration {
  operation: 'item.register' | 'item.registerGoods' | 'item.registerService'
  /** null: Kaunta chooses. */
  code: string | null | undefined
  said: Said
  names: WireNames
  body: unknown
}

const checkUnits = (db: Db, { said, names }: Registration): Reply<null> => {
  const { package_unit, quantity_unit } = said
  if (package_unit !== undefined) {
    const checked = checkUnit(db, 'package', { code: package_unit, field: names.packageUnit ?? '' })
    if (!checked.ok) return checked
  }
  if (quantity_unit === undefined) return ok(null)
  return checkUnit(db, 'quantity', { code: quantity_unit, field: names.quantityUnit ?? '' })
}

/** Waits for the item's registration as long as the caller does. */
const outcomeOf = async (
  context: ProfileContext,
  { item, submissionId }: Extract<StoredItem, { ok: true }>,
): Promise<Reply<ItemRow>> => {
  const { profile, db } = context
  // Repeated unchanged before the authority responded: the call waits for the pending registration.
  const waitsFor = submissionId ?? registrationOf(db, item.id)?.id
  if (submissionId === null) profile.submitter.hurry()
  else profile.submitter.wake()
  const answered =
    waitsFor === undefined ? null : await awaitOutcome(context, waitsFor, { name: `item code ${item.code}` })
  if (!answered || answered.ok) return ok(itemById(db, item.id) ?? item)
  const { error } = answered
  return { ok: false, error: { ...error, data: { ...(error.data as object), itemCd: item.code } } }
}

const register = async (context: ProfileContext, item: Registration): Promise<Reply<ItemRow>> => {
  const { profile, db, ports, actor } = context
  if (!device(db)) return notReady()
  const units = checkUnits(db, item)
  if (!units.ok) return units
  const sameCall = unnumbered(context, {
    route: item.operation,
    hash: bodyHash(item.body),
    isOpen: (code) => {
      const made = itemByCode(db, code)
      return isOpen(made && registrationOf(db, made.id))
    },
  })
  const stored = db.transaction((): StoredItem => {
    const made = item.code ? ok(item.code) : sameCall.number()
    if (!made.ok) return made
    const code = made.data ?? undefined
    const before = code === undefined ? undefined : itemByCode(db, code)
    const taken = storeItem(profile, fieldsOf(item.said, before), {
      id: before?.id,
      code,
      author: authorOf(actor),
    })
    if (!taken.ok) return taken
    if (!item.code) sameCall.keep(taken.item.code)
    keepCallerBody(db, 'item', taken.item.code, item.body, ports.clock.now())
    if (taken.submissionId !== null) context.keeps?.(taken.submissionId)
    return taken
  })
  if (!stored.ok) return { ok: false, error: inWireNames(stored.error, item.names) }
  profile.emit({ type: 'item.changed', itemIds: [stored.item.id] })
  const reply = await outcomeOf(context, stored)
  sameCall.answered(stored.item.code, reply)
  return reply
}

const price = (field: string, value: number | null | undefined): Reply<number | undefined> => {
  if (value === null || value === undefined) return ok(undefined)
  const cents = centsFromWire(value)
  return cents === null ? invalid(field, String(value), 'an amount in KES') : ok(cents)
}

export const registerService: Handler<'item.registerService'> = async (input, context) => {
  const cents = price('price', input.price)
  if (!cents.ok) return cents
  const stored = await register(context, {
    operation: 'item.registerService',
    body: input,
    code: input.itemCode,
    names: { code: 'itemCode', type: 'itemCode', packageUnit: 'itemCode', quantityUnit: 'itemCode' },
    said: {
      name: input.itemName,
      type: itemTypes.service,
      tax_type: input.taxType,
      price: cents.data,
      item_class: context.profile.settings().defaultServiceClass,
      class_alias: 'SV',
      description: input.description ?? undefined,
      active: input.useYn ? flagOf(input.useYn) : undefined,
    },
  })
  return stored.ok ? ok(registered(stored.data)) : stored
}

export const registerGoods: Handler<'item.registerGoods'> = async (input, context) => {
  const cents = price('price', input.price)
  if (!cents.ok) return cents
  const stored = await register(context, {
    operation: 'item.registerGoods',
    body: input,
    code: input.itemCode,
    names: { code: 'itemCode', type: 'itemCode', packageUnit: 'pkgUnitCd', quantityUnit: 'qtyUnitCd' },
    said: {
      name: input.itemName,
      type: itemTypes.finishedProduct,
      tax_type: input.taxType,
      price: cents.data,
      item_class: context.profile.settings().defaultGoodsClass,
      class_alias: 'GD',
      package_unit: input.pkgUnitCd ?? undefined,
      quantity_unit: input.qtyUnitCd ?? undefined,
      active: input.useYn ? flagOf(input.useYn) : undefined,
    },
  })
  if (!stored.ok) return stored
  const { modiDt: _, ...view } = registered(stored.data)
  return ok({ ...view, qtyUnitCd: stored.data.quantity_unit, pkgUnitCd: stored.data.package_unit })
}

const fullNames: WireNames = {
  code: 'itemCd',
  barcode: 'bcd',
  type: 'itemTyCd',
  originCountry: 'orgnNatCd',
  packageUnit: 'pkgUnitCd',
  quantityUnit: 'qtyUnitCd',
}

export const registerItem: Handler<'item.register'> = async (input, context) => {
  const cents = price('dftPrc', input.dftPrc)
  if (!cents.ok) return cents
  const safety = price('sftyQty', input.sftyQty)
  if (!safety.ok) return safety
  const { defaultGoodsClass, defaultServiceClass } = context.profile.settings()
  const alias = input.itemClsCd === 'SV' || input.itemClsCd === 'GD' ? input.itemClsCd : null
  const stored = await register(context, {
    operation: 'item.register',
    body: input,
    code: input.itemCd,
    names: fullNames,
    said: {
      name: input.itemNm,
      barcode: input.bcd || undefined,
      type: input.itemTyCd,
      tax_type: input.taxTyCd,
      price: cents.data,
      item_class: alias === 'SV' ? defaultServiceClass : alias === 'GD' ? defaultGoodsClass : input.itemClsCd,
      class_alias: alias,
      origin_country: input.orgnNatCd ?? undefined,
      package_unit: input.pkgUnitCd,
      quantity_unit: input.qtyUnitCd,
      standard_name: input.itemStdNm || undefined,
      batch_number: input.btchNo || undefined,
      additional_info: input.addInfo || undefined,
      low_stock: safety.data,
      active: flagOf(input.useYn),
    },
  })
  return stored.ok ? ok(registered(stored.data)) : stored
}
