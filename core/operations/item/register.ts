/** Registering items for other software (`spec 4.8` to `4.10`): kept and queued, then the authority's answer is awaited. */

import { type ItemRow, itemByCode, itemById } from '../../../db/app/items.ts'
import { device } from '../../../db/app/reference.ts'
import { type AppContext, authorOf } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { centsFromWire } from '../../fiscal/money.ts'
import { invalid, notAnsweredYet, notReady, refusedBy } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { type ItemFields, storeItem } from './store.ts'

const registered = (row: ItemRow) => ({
  itemCd: row.code,
  itemNm: row.name,
  itemClsCd: row.class_alias ?? row.item_class,
  taxTyCd: row.tax_type,
  useYn: row.active === 1 ? ('Y' as const) : ('N' as const),
  regDt: toWireDate(row.created_at),
  modiDt: toWireDate(row.updated_at),
})

const register = async (
  { app, db, actor }: AppContext,
  code: string | undefined,
  fields: ItemFields,
): Promise<Reply<ItemRow>> => {
  if (!device(db)) return notReady()
  // Registering a code again changes the item, as it does at the authority (authority §1.4, no. 6).
  const existing = code === undefined ? undefined : itemByCode(db, code)
  const stored = db.transaction(() =>
    storeItem(app, fields, { id: existing?.id, code, author: authorOf(actor) }),
  )
  if (!stored.ok) return stored
  app.emit({ type: 'item.changed' })
  app.submitter.wake()
  if (stored.submissionId !== null) {
    const row = await app.submitter.whenSettled(stored.submissionId, app.timing.answerMs)
    if (row?.state === 'refused') return refusedBy(row)
    if (row?.state !== 'accepted') return notAnsweredYet(row)
  }
  return ok(itemById(db, stored.item.id) ?? stored.item)
}

const price = (field: string, value: number | null | undefined): Reply<number> => {
  const cents = centsFromWire(value ?? 0)
  return cents === null
    ? invalid(field, String(value), 'an amount in KES with at most two decimals')
    : ok(cents)
}

const plain = {
  barcode: null,
  category: null,
  standard_name: null,
  batch_number: null,
  additional_info: null,
  description: null,
  low_stock: null,
  origin_country: 'KE',
} as const

export const registerService: Handler<'item.registerService'> = async (input, context) => {
  const cents = price('price', input.price)
  if (!cents.ok) return cents
  const stored = await register(context, input.itemCode, {
    ...plain,
    name: input.itemName,
    type: itemTypes.service,
    tax_type: input.taxType,
    price: cents.data,
    item_class: context.app.settings().defaultServiceClass,
    class_alias: 'SV',
    package_unit: 'NT',
    quantity_unit: 'U',
    description: input.description ?? null,
    active: input.useYn === 'Y' ? 1 : 0,
  })
  return stored.ok ? ok(registered(stored.data)) : stored
}

export const registerGoods: Handler<'item.registerGoods'> = async (input, context) => {
  const cents = price('price', input.price)
  if (!cents.ok) return cents
  const stored = await register(context, input.itemCode, {
    ...plain,
    name: input.itemName,
    type: itemTypes.finishedProduct,
    tax_type: input.taxType,
    price: cents.data,
    item_class: context.app.settings().defaultGoodsClass,
    class_alias: 'GD',
    package_unit: input.pkgUnitCd,
    quantity_unit: input.qtyUnitCd,
    active: input.useYn === 'Y' ? 1 : 0,
  })
  if (!stored.ok) return stored
  const { modiDt: _, ...view } = registered(stored.data)
  return ok({ ...view, qtyUnitCd: stored.data.quantity_unit, pkgUnitCd: stored.data.package_unit })
}

export const registerItem: Handler<'item.register'> = async (input, context) => {
  const cents = price('dftPrc', input.dftPrc)
  if (!cents.ok) return cents
  const safety = input.sftyQty === null || input.sftyQty === undefined ? null : centsFromWire(input.sftyQty)
  if (input.sftyQty !== null && input.sftyQty !== undefined && safety === null) {
    return fail(
      '003',
      'input.invalid',
      `The field sftyQty has the value ${input.sftyQty}, which is not allowed; it must be a quantity with at most two decimals.`,
      { field: 'sftyQty', params: { field: 'sftyQty', rule: 'two decimals' } },
    )
  }
  const { defaultGoodsClass, defaultServiceClass } = context.app.settings()
  const alias = input.itemClsCd === 'SV' || input.itemClsCd === 'GD' ? input.itemClsCd : null
  const stored = await register(context, input.itemCd, {
    name: input.itemNm,
    barcode: input.bcd ?? null,
    category: null,
    type: input.itemTyCd,
    tax_type: input.taxTyCd,
    price: cents.data,
    item_class: alias === 'SV' ? defaultServiceClass : alias === 'GD' ? defaultGoodsClass : input.itemClsCd,
    class_alias: alias,
    origin_country: input.orgnNatCd,
    package_unit: input.pkgUnitCd,
    quantity_unit: input.qtyUnitCd,
    standard_name: input.itemStdNm ?? null,
    batch_number: input.btchNo ?? null,
    additional_info: input.addInfo ?? null,
    description: null,
    low_stock: safety,
    active: input.useYn === 'Y' ? 1 : 0,
  })
  return stored.ok ? ok(registered(stored.data)) : stored
}
