/** What another branch sent to ours, with our items. */
import type { Db } from '../../../db/engine/sqlite.ts'
import {
  type ItemRow,
  itemByAuthorityCode,
  itemById,
  itemByName,
  itemWithBarcode,
} from '../../../db/profile/items.ts'
import { linkSupplierItem, supplierItems } from '../../../db/profile/purchases.ts'
import { type ArrivalRow, arrivalsBefore } from '../../../db/profile/transfers.ts'
import type { Arrival } from '../../authority/port.ts'
import type { Profile } from '../../profile/profile.ts'
import { isService } from '../items/isService.ts'
import { oneUnit, sameName } from '../purchases/links.ts'

/** An item once: the authority may have it on two lines, where no price of two decimals gave the total. */
const goodsOf = (arrival: Arrival): Arrival['lines'] => {
  const goods = new Map<string, Arrival['lines'][number]>()
  for (const line of arrival.lines) {
    const quantity = (goods.get(line.itemCode)?.quantity ?? 0) + line.quantity
    goods.set(line.itemCode, { ...line, quantity })
  }
  return [...goods.values()]
}

export const arrivalOf = ({ content }: Pick<ArrivalRow, 'content'>): Arrival => {
  const arrival = JSON.parse(content) as Arrival
  return { ...arrival, lines: goodsOf(arrival) }
}

/**
 * The item that a person chose before, or the one with that barcode, or with that name. The branches of a taxpayer share
 * one series of codes (`authority §1.4` no. 7), but each till registers the same goods under a code of its own, and two
 * tills may have used one code where the authority does not list items. So a code only decides among namesakes.
 */
const itemOf = (db: Db, line: Arrival['lines'][number], chosen: number | undefined): ItemRow | undefined => {
  const byCode = itemByAuthorityCode(db, line.itemCode)
  const candidates = [
    chosen === undefined ? undefined : itemById(db, chosen),
    line.barcode ? itemWithBarcode(db, line.barcode) : undefined,
    byCode && sameName(byCode.name, line.itemName) ? byCode : undefined,
    itemByName(db, line.itemName) ?? undefined,
  ]
  return candidates.find((item) => item !== undefined && !isService(item))
}

/** What people chose for codes of other branches is kept as for a supplier: under the taxpayer's own PIN. */
const ownPin = ({ row }: Pick<Profile, 'row'>): string => row.taxpayer_pin

export interface ArrivedLine {
  line: Arrival['lines'][number]
  item: ItemRow | undefined
}

const chosenItems = (profile: Profile): Map<string, number> =>
  new Map(
    supplierItems(profile.db, ownPin(profile)).map(({ supplier_code, item_id }) => [supplier_code, item_id]),
  )

export const matchArrival = (profile: Profile, arrival: Arrival): ArrivedLine[] => {
  const chosen = chosenItems(profile)
  return arrival.lines.map((line) => ({ line, item: itemOf(profile.db, line, chosen.get(line.itemCode)) }))
}

/** More open arrivals than any shop has. */
const openAtMost = 200

/** How many of an item other branches have sent that were not taken in, hundredths. */
export const arrivingOf = (profile: Profile, item: Pick<ItemRow, 'id' | 'name' | 'barcode'>): number => {
  const { db } = profile
  const chosen = chosenItems(profile)
  // Only these lines can be the item; to match each line would take too long.
  const mayBe = (line: Arrival['lines'][number]) =>
    chosen.get(line.itemCode) === item.id ||
    (line.barcode !== null && line.barcode === item.barcode) ||
    sameName(line.itemName, item.name)
  return arrivalsBefore(db, { filter: 'open', after: undefined, limit: openAtMost })
    .flatMap((row) => arrivalOf(row).lines)
    .filter((line) => mayBe(line) && itemOf(db, line, chosen.get(line.itemCode))?.id === item.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Remembers which item a person chose for a code. */
export const learnItem = (
  profile: Profile,
  { line, item }: { line: Arrival['lines'][number]; item: ItemRow },
  at: number,
): void =>
  linkSupplierItem(profile.db, {
    supplier_pin: ownPin(profile),
    supplier_code: line.itemCode,
    item_id: item.id,
    name: line.itemName || null,
    linked_at: at,
    units: oneUnit,
  })
