/** Imports items from a list: a new shop's goods, or many changed prices. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { wasSwitchedOff } from '../../../db/profile/imports.ts'
import { classOfCategory, rememberClass } from '../../../db/profile/itemClasses.ts'
import { type ItemRow, itemByCode, itemByName, itemWithBarcode } from '../../../db/profile/items.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { ImportOutcome } from '../../contract/itemImport.ts'
import { spellings } from '../../fiscal/barcode.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import { missing } from '../../shop/failures.ts'
import { auditItemPrice } from '../../shop/items/auditItemPrice.ts'
import { changesOf, listed } from '../../shop/items/imports/changes.ts'
import type { Tally } from '../../shop/items/imports/record.ts'
import { fieldsOfItem, type ItemFields, storeItem, unnamed } from '../../shop/items/storeItem.ts'
import { checkUnit } from '../../shop/items/units.ts'
import { tried } from '../../shop/transaction.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { oncePerPart } from './oncePerPart.ts'
import { type Opening, recordOpening, serviceHasNoStock } from './opening.ts'

type Input = ParsedInputOf<'item.importRows'>
type Row = Input['rows'][number]
/** What the whole list says about new items. */
type OfNew = Pick<Input, 'taxType' | 'classes' | 'itemClass'>

const itemOfBarcode = (db: Db, barcode: string): ItemRow | undefined => {
  for (const spelling of spellings(barcode)) {
    const found = itemWithBarcode(db, spelling)
    if (found) return found
  }
}

/** A spreadsheet leaves out zeros in front of a number. */
const withoutZeros = (text: string): string => text.replace(/^0+(?=\d+$)/, '')
const mostZeros = 5

/** The item's own code, if the list has it without zeros. Otherwise the list's. */
const codeOf = (db: Db, code: string): string => {
  const mayLackZeros = /^[1-9]\d*$/.test(code) && !itemByCode(db, code)
  for (let zeros = 1; mayLackZeros && zeros <= mostZeros; zeros += 1) {
    const found = itemByCode(db, '0'.repeat(zeros) + code)
    if (found) return found.code
  }
  return code
}

/** Finds an item by the list's own code, then by barcode. The name decides if neither is given or known. */
const itemOf = ({ db }: ProfileContext, { code, barcode, name }: Row): ItemRow | null | undefined => {
  const found =
    (code === undefined ? undefined : itemByCode(db, code)) ??
    (barcode === undefined ? undefined : itemOfBarcode(db, barcode))
  if (found || code !== undefined || name === undefined) return found
  const namesake = itemByName(db, name)
  const isOther = namesake && barcode !== undefined && namesake.barcode !== null
  return isOther ? undefined : namesake
}

/** The class of a new item: its row's, then the list's for its category or for all, then its category's. */
const classOf = ({ db }: ProfileContext, row: Row, ofNew: OfNew): string | undefined =>
  row.itemClass ??
  ofNew.classes.find(({ category }) => (category ?? '') === (row.category ?? ''))?.itemClass ??
  (row.category ? classOfCategory(db, row.category) : undefined) ??
  ofNew.itemClass

/** Returns the future item, without its class if that is still to be asked. 002 for a missing field of a new item. */
const fieldsOf = (
  context: ProfileContext,
  row: Row,
  { before, ofNew }: { before: ItemRow | undefined; ofNew: OfNew },
): Reply<ItemFields> => {
  const name = row.name ?? before?.name
  const price = row.price ?? before?.price
  const taxType = row.taxType ?? before?.tax_type ?? ofNew.taxType
  if (name === undefined) return missing('name')
  if (price === undefined) return missing('price')
  if (taxType === undefined) return missing('taxType')
  const type = row.type ?? before?.type ?? itemTypes.finishedProduct
  const kept = before ?? unnamed
  const { barcode = '' } = row
  const isSpeltOtherwise =
    before?.barcode != null &&
    (spellings(barcode).includes(before.barcode) || withoutZeros(before.barcode) === withoutZeros(barcode))
  return ok({
    ...(before ? fieldsOfItem(before) : unnamed),
    name,
    second_name: row.secondName || kept.second_name,
    price,
    tax_type: taxType,
    type,
    item_class: row.itemClass ?? before?.item_class ?? classOf(context, row, ofNew) ?? '',
    class_alias: before?.class_alias ?? null,
    class_chosen: row.itemClass === undefined ? (before?.class_chosen ?? 1) : 1,
    barcode: isSpeltOtherwise ? kept.barcode : (row.barcode ?? kept.barcode),
    category: row.category || kept.category,
    origin_country: row.originCountry ?? kept.origin_country,
    package_unit: row.packageUnit ?? kept.package_unit,
    quantity_unit: row.quantityUnit ?? kept.quantity_unit,
    low_stock: type === itemTypes.service ? null : (row.lowStock ?? kept.low_stock),
    // Doing an undone import again brings back what the undoing switched off.
    active: before && wasSwitchedOff(context.db, before.id) ? 1 : kept.active,
  })
}

const checkUnits = ({ db }: ProfileContext, { packageUnit, quantityUnit }: Row): Reply<null> => {
  const packages =
    packageUnit === undefined
      ? ok(null)
      : checkUnit(db, 'package', { code: packageUnit, field: 'packageUnit' })
  if (!packages.ok || quantityUnit === undefined) return packages
  return checkUnit(db, 'quantity', { code: quantityUnit, field: 'quantityUnit' })
}

const severalNamed = (name = '') =>
  fail('003', 'item.severalNamed', `Several items are called "${name}". Give the code or the barcode.`, {
    field: 'name',
    params: { name },
  })

interface Imported {
  outcome: Exclude<ImportOutcome, { outcome: 'failed' }>
  opening?: Opening
  /** What an undoing needs to know; absent: nothing changed. */
  line?: Omit<Tally['lines'][number], 'row' | 'kept'>
}

const isAsBefore = (before: ItemRow, fields: ItemFields): boolean =>
  Object.entries(fields).every(([name, value]) => before[name as keyof ItemRow] === value)

/** Imports one row. A row that fails writes nothing: all checks come first. */
const importRow = (
  context: ProfileContext,
  said: Row,
  { check, ...ofNew }: OfNew & { check: boolean },
): Reply<Imported> => {
  const { profile, db, actor } = context
  const row = said.code === undefined ? said : { ...said, code: codeOf(db, said.code) }
  const before = itemOf(context, row)
  if (before === null) return severalNamed(row.name)
  const units = checkUnits(context, row)
  if (!units.ok) return units
  const fields = fieldsOf(context, row, { before, ofNew })
  if (!fields.ok) return fields
  const isOfService = fields.data.type === itemTypes.service
  const opening = before ? 0 : (row.opening ?? 0)
  if (opening > 0 && isOfService) return serviceHasNoStock(fields.data.name)
  const lacksClass = fields.data.item_class === ''
  if (lacksClass && !check) return missing('itemClass')
  const hasItsCode = row.code === undefined || row.code === before?.code
  if (before && hasItsCode && isAsBefore(before, fields.data)) return ok({ outcome: { outcome: 'same' } })
  const stored = storeItem(profile, fields.data, { id: before?.id, code: row.code, author: authorOf(actor) })
  if (!stored.ok) return stored
  const line = { item_id: stored.item.id, item_name: fields.data.name }
  if (before) {
    auditItemPrice(context, before, fields.data.price)
    const { name, price, tax_type: taxType, barcode } = before
    return ok({
      outcome: {
        outcome: 'changed',
        before: { name, price, taxType, barcode },
        switchedOn: before.active !== fields.data.active,
      },
      line: { ...line, act: 'changed', changes: JSON.stringify(changesOf(before, fields.data)) },
    })
  }
  const lacksStock = !isOfService && row.opening === undefined
  return ok({
    outcome: { outcome: 'made', lacksClass, lacksStock },
    ...(opening > 0 ? { opening: { itemId: stored.item.id, quantity: opening } } : {}),
    line: { ...line, act: 'made', changes: '{}' },
  })
}

const count = ({ counts, lines }: Tally, replies: Reply<Imported>[], from: number): void => {
  for (const [index, reply] of replies.entries()) {
    counts.row_count += 1
    counts[reply.ok ? reply.data.outcome.outcome : 'failed'] += 1
    if (!reply.ok || !reply.data.line) continue
    const { line } = reply.data
    counts.fields += listed(JSON.parse(line.changes)).length
    lines.push({ ...line, row: from + index, kept: null })
  }
}

export const importItemRows: Handler<'item.importRows'> = (input, context) => {
  const { rows, part, ...list } = input
  const { profile, db, actor } = context
  const importAll = (tally?: Tally): ImportOutcome[] => {
    for (const { category, itemClass } of list.classes)
      if (category !== null && classOfCategory(db, category) === undefined)
        rememberClass(db, category, itemClass)
    const replies = rows.map((row) => importRow(context, row, list))
    // One stock record per item. In a shared record, one rejected item would hold back the others and their sales.
    for (const line of replies.flatMap((reply) => (reply.ok ? (reply.data.opening ?? []) : [])))
      recordOpening(profile, line, authorOf(actor))
    if (tally) count(tally, replies, part?.from ?? 0)
    return replies.map((reply) =>
      reply.ok ? reply.data.outcome : { outcome: 'failed', failure: reply.error },
    )
  }
  if (list.check) return ok({ outcomes: tried(db, () => importAll()) })
  const stored = db.transaction(() => {
    if (!part) return ok(importAll())
    const { fileName: file_name, ...batch } = part
    const begun = { kind: 'file', file_name, change: null } as const
    return oncePerPart(context, { route: 'item.importRows', input, part: batch, begun, work: importAll })
  })
  if (!stored.ok) return stored
  profile.emit({ type: 'item.changed' })
  profile.emit({ type: 'stock.changed' })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok({ outcomes: stored.data })
}
