/** Entries of customs, as a window sees them. A cashier sees no costs. */
import { type CustomsEntryRow, customsDecision, customsEntry } from '../../../db/profile/customs.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { isCashier } from '../../access/actor.ts'
import type { CustomsEntry, CustomsEntryShown } from '../../contract/customs.ts'
import { fail } from '../../contract/errors.ts'
import { parseWireDate } from '../../fiscal/dates.ts'
import type { ShopContext } from '../../shop/context.ts'
import { entryCost, entryOf, matchEntry } from '../../shop/purchases/customs.ts'
import { matchedView, toldState } from '../delivery/view.ts'

type Viewer = Pick<ShopContext, 'db' | 'actor'>

export const noEntry = (field: string) =>
  fail('801', 'customs.noEntry', 'There is no such entry of customs. Choose one from the list.', { field })

/** Customs writes `-1`, day first, or year first (`authority §1.4` no. 12). Returns `YYYYMMDD`; null: none. */
const dayOf = (declaredOn: string): string | null => {
  if (!/^\d{8}$/.test(declaredOn)) return null
  const dayFirst = `${declaredOn.slice(4)}${declaredOn.slice(2, 4)}${declaredOn.slice(0, 2)}`
  // A year such as 2023 is no day and month: month 23 does not exist.
  return [declaredOn, dayFirst].find((each) => /^20/.test(each) && parseWireDate(each) !== null) ?? null
}

export const entryView = (row: CustomsEntryRow, { actor }: Pick<Viewer, 'actor'>): CustomsEntry => {
  const entry = entryOf(row)
  return {
    id: row.id,
    itemName: entry.itemName,
    supplierName: entry.supplierName,
    declaration: entry.declaration || entry.task,
    declaredOn: dayOf(entry.declaredOn) ?? dayOf(row.declared_on),
    hsCode: entry.hsCode,
    quantity: entry.quantity,
    quantityUnit: entry.quantityUnit,
    cost: isCashier(actor) ? null : entryCost(entry),
    state: row.state,
    told: toldState(row.told ?? undefined),
  }
}

export const wholeEntry = (row: CustomsEntryRow, viewer: Viewer): CustomsEntryShown => {
  const { db, actor } = viewer
  const entry = entryOf(row)
  const seesCosts = !isCashier(actor)
  const decided = row.decision_id === null ? undefined : customsDecision(db, row.decision_id)
  const goods = row.goods_id === null ? undefined : customsDecision(db, row.goods_id)
  const match = matchEntry(db, entry)
  const chosen = decided ?? goods
  const item: ItemRow | undefined = chosen
    ? chosen.item_id === null
      ? undefined
      : itemById(db, chosen.item_id)
    : match.item
  return {
    entry: entryView(row, viewer),
    itemSequence: entry.sequence,
    origin: entry.originCountry,
    exportedFrom: entry.exportCountry,
    agentName: entry.agentName,
    packages: entry.packageQuantity,
    packageUnit: entry.packageUnit,
    netWeight: entry.netWeight,
    amount: seesCosts ? entry.amount : null,
    currency: entry.currency,
    rate: seesCosts ? entry.rate : null,
    item: item ? matchedView(item) : null,
    suggested: !chosen && match.suggested ? matchedView(match.suggested) : null,
    units: chosen?.units ?? match.units,
    decision: decided
      ? {
          by: decided.author_name,
          at: decided.decided_at,
          remark: decided.remark,
        }
      : null,
    deliveryId: goods?.delivery_id ?? null,
  }
}

/** Reads an entry again after it was decided. */
export const decidedEntry = (id: number, viewer: Viewer): CustomsEntryShown =>
  wholeEntry(customsEntry(viewer.db, id) as CustomsEntryRow, viewer)
