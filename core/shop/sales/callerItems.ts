/** The items of other software's sale: found, or registered on the way (`spec 3`, rule 5; `spec 4.11`). */
import { type ItemRow, itemById, itemsByCodes, type NamedItem } from '../../../db/profile/items.ts'
import { registrationOf } from '../../../db/profile/registrations.ts'
import type { SaleLine } from '../../contract/callerSale.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { needsOfItems } from '../../queue/enqueue.ts'
import type { ShopContext } from '../context.ts'
import { invalid, itemNotFound, missing } from '../failures.ts'
import { fieldsOfItem, type ItemFields, storeItem, unnamed } from '../items/storeItem.ts'
import { checkLineUnits } from '../items/units.ts'
import type { CallerSale } from './callerDocument.ts'
import type { CallerLine } from './callerLine.ts'

/**
 * Returns the fields of a line that registers its item. For a rejected item the line is a correction; omitted fields
 * keep their values.
 */
const fieldsOf = (line: SaleLine, price: number, before: ItemRow | undefined): ItemFields => {
  const kept = before ? fieldsOfItem(before) : { ...unnamed, price }
  return {
    ...kept,
    name: line.itemNm,
    type: line.itemTyCd,
    tax_type: line.taxTyCd,
    item_class: line.itemClsCd ?? '',
    class_alias: null,
    class_chosen: 1,
    origin_country: line.orgnNatCd,
    package_unit: line.pkgUnitCd ?? kept.package_unit,
    quantity_unit: line.qtyUnitCd,
  }
}

/** A rejected item blocks every sale of it. */
const notRegistered = ({ db }: ShopContext, item: NamedItem, field: string) => {
  const words = registrationOf(db, item.id)?.last_text ?? 'no reason given'
  return fail(
    '005',
    'item.refused',
    `The tax authority rejected item ${item.code} (${field}): ${words}. Register it again via POST /items, then send this again.`,
    { field, params: { code: item.code } },
  )
}

/** As for `POST /items`: a cashier sells only registered items. */
const mayRegister = ({ actor }: ShopContext): boolean =>
  actor.kind !== 'session' || actor.user.role !== 'cashier'

const needsManager = (code: string) =>
  fail('001', 'session.notAllowed', `Registering item ${code} needs a manager. Nothing was kept.`, {
    params: { role: 'manager' },
  })

/**
 * The authority would reject a line whose tax letter differs from its item's, after the sale (`authority §5.5`). So
 * Kaunta rejects it at once.
 */
const otherTaxType = (item: NamedItem, line: SaleLine, field: string) =>
  invalid(
    `${field}.taxTyCd`,
    line.taxTyCd,
    `${item.tax_type}, under which item ${item.code} is registered; ${
      line.taxTyCd === 'E'
        ? 'an item of E is another one, registered by a line with its own code and autoRegisterItems'
        : 'change the item via POST /items, or use another item'
    }`,
  )

/**
 * Returns the items of the lines in order, and what the sale must wait for. Registers items if the call asks for it;
 * a failed registration does not stop the sale (`spec 4.11`). Call it inside the sale's transaction, which rolls back
 * on failure.
 */
export const itemsOfSale = (
  context: ShopContext,
  { lines, autoRegister, author, at }: CallerSale,
  amounts: CallerLine[],
): Reply<{ items: NamedItem[]; needs: ReturnType<typeof needsOfItems> }> => {
  const { profile, db, ports } = context
  const items: NamedItem[] = []
  const known = itemsByCodes(
    db,
    lines.map((line) => line.itemCd),
  )
  let registered = false
  const mayFail = new Set<number>()
  for (const [index, line] of lines.entries()) {
    const field = `${at.lines}[${index}]`
    let item = known.get(line.itemCd)
    const units = checkLineUnits(db, line, item, field)
    if (!units.ok) return units
    const registers = autoRegister && Boolean(line.itemClsCd)
    if (registers && (!item || item.registration === 'refused')) {
      if (!mayRegister(context)) return needsManager(line.itemCd)
      const code = item ? undefined : line.itemCd
      const before = item && itemById(db, item.id)
      const stored = storeItem(profile, fieldsOf(line, amounts[index]?.unitPrice ?? 0, before), {
        id: item?.id,
        code,
        author,
      })
      if (!stored.ok) return stored
      item = stored.item
      known.set(line.itemCd, item)
      registered = true
    }
    if (!item)
      return autoRegister ? missing(`${field}.itemClsCd`) : itemNotFound(`${field}.itemCd`, line.itemCd)
    if (item.registration === 'refused') return notRegistered(context, item, `${field}.itemCd`)
    if (item.tax_type !== line.taxTyCd) return otherTaxType(item, line, field)
    const registration = registers ? registrationOf(db, item.id) : undefined
    if (registration) mayFail.add(registration.id)
    items.push(item)
  }
  const now = registered ? items.map(({ id }) => itemById(db, id) as NamedItem) : items
  const distinct = new Map(now.map((item) => [item.id, item])).values()
  const needs = needsOfItems(db, distinct, true, { author, at: ports.clock.now() }).map((need) =>
    mayFail.has(need.id) ? { ...need, need: 'settled' as const } : need,
  )
  return ok({ items, needs })
}
