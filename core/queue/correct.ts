/** What a manager does with a rejected document: resend it, rebuilt from the present data, or withdraw it. */

import type { Db } from '../../db/engine/sqlite.ts'
import { customerByPin } from '../../db/profile/customers.ts'
import { customsEntry } from '../../db/profile/customs.ts'
import { addDependency, dependantsOnAcceptance, release, waitsFor } from '../../db/profile/dependencies.ts'
import { itemById } from '../../db/profile/items.ts'
import { isIntact } from '../../db/profile/payloads.ts'
import { registrationOf } from '../../db/profile/registrations.ts'
import { takeBackStockRecord } from '../../db/profile/stock.ts'
import { type Submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { Author } from '../authority/port.ts'
import type { Clock, Ports } from '../base/ports.ts'
import { toWireDate, toWireDateTime } from '../fiscal/dates.ts'
import { splitTax, type TaxRates, type TaxType, taxTypes } from '../fiscal/tax.ts'
import { customerRecord, enqueueItem, isAside, isReplaceable, needsOfItems } from './enqueue.ts'
import {
  customerPayload,
  customsPayload,
  itemIdsOf,
  purchasePayload,
  salePayload,
  stockPayload,
  taxedOf,
} from './records.ts'
import { auditRow } from './settle.ts'

/** The data from which a document is rebuilt. */
export interface Present {
  db: Db
  ports: Pick<Ports, 'clock'>
  /** While the date is uncertain, this is the last certain time. */
  day: { sure(): number }
  taxRates(): TaxRates
}

export interface Correction {
  author: Author
  /** The corrected PIN of the buyer, null for none, undefined = unchanged. */
  buyerPin: string | null | undefined
}

/** Takes the item's present class and barcode. The price paid stays. */
const refreshed = <L extends { itemId: number }>({ db }: Present, lines: L[]): L[] =>
  lines.map((line) => {
    const item = itemById(db, line.itemId)
    return item ? { ...line, itemClass: item.item_class, barcode: item.barcode } : line
  })

/** Applies the present tax rates. Not for sales: the customer already has the receipt. */
const retaxed = <L extends { total: number; taxType: TaxType }>(lines: L[], rates: TaxRates): L[] =>
  lines.map((line) => ({ ...line, ...splitTax(line.total, rates[line.taxType]) }))

/** A date in the authority's future becomes the present (`authority §5.3`). */
const earlier = (date: string, latest: string): string => (date < latest ? date : latest)

/** The buyer as the manager corrected it. */
const buyerOf = ({ db }: Present, pin: string | null) => ({
  pin,
  name: pin === null ? null : (customerByPin(db, pin)?.name ?? null),
})

const payloadOf = (profile: Present, row: Submission, { buyerPin }: Correction): string => {
  const stored: unknown = JSON.parse(row.payload)
  switch (row.kind) {
    case 'sale':
    case 'creditNote': {
      const sale = salePayload.parse(stored)
      const confirmedAt = earlier(sale.confirmedAt, toWireDateTime(profile.day.sure()))
      const buyer =
        buyerPin === undefined ? { pin: sale.buyerPin, name: sale.buyerName } : buyerOf(profile, buyerPin)
      return JSON.stringify({
        ...sale,
        confirmedAt,
        saleDate: earlier(sale.saleDate, confirmedAt.slice(0, 8)),
        rates: profile.taxRates(),
        buyerPin: buyer.pin,
        buyerName: buyer.name,
        lines: refreshed(profile, sale.lines),
      })
    }
    case 'stockRecord': {
      const record = stockPayload.parse(stored)
      const today = toWireDate(profile.day.sure())
      const rates = profile.taxRates()
      return JSON.stringify({
        ...record,
        occurredOn: earlier(record.occurredOn, today),
        lines: retaxed(refreshed(profile, record.lines), rates),
      })
    }
    case 'purchase': {
      const purchase = purchasePayload.parse(stored)
      const confirmedAt = earlier(purchase.confirmedAt, toWireDateTime(profile.day.sure()))
      const rates = profile.taxRates()
      return JSON.stringify({
        ...purchase,
        confirmedAt,
        purchasedOn: earlier(purchase.purchasedOn, confirmedAt.slice(0, 8)),
        rates,
        lines: retaxed(refreshed(profile, purchase.lines), rates),
      })
    }
    case 'customsEntry': {
      const decision = customsPayload.parse(stored)
      const entry = row.customs_entry_id === null ? undefined : customsEntry(profile.db, row.customs_entry_id)
      const item = itemById(profile.db, decision.itemId)
      return JSON.stringify({
        ...decision,
        itemClass: item?.item_class ?? decision.itemClass,
        declaredOn: entry?.declared_on ?? decision.declaredOn,
      })
    }
    case 'customer': {
      const customer = customerPayload.parse(stored)
      const own = customerByPin(profile.db, customer.pin)
      return JSON.stringify(own ? customerRecord({ ...own, pin: customer.pin }) : customer)
    }
    default:
      return row.payload
  }
}

/**
 * True if rates that arrived since may make the authority accept the document. A sale whose own lines have another
 * rate now is not recomputed, so a resend would be rejected again.
 */
export const isRatedAnew = (profile: Present, row: Submission): boolean => {
  const present = profile.taxRates()
  if (row.kind === 'stockRecord') {
    const { lines } = stockPayload.parse(JSON.parse(row.payload))
    return JSON.stringify(retaxed(lines, present)) !== JSON.stringify(lines)
  }
  const rated = taxedOf(row)
  if (!rated) return false
  const changed = taxTypes.filter((letter) => rated.rates[letter] !== present[letter])
  return changed.length > 0 && !rated.lines.some(({ taxType }) => changed.includes(taxType))
}

/** Copies the corrected buyer to the documents that follow: the goods, the credit notes and their goods. */
const nameBuyer = (profile: Present, row: Submission, buyer: ReturnType<typeof buyerOf>): void => {
  const { db } = profile
  for (const child of dependantsOnAcceptance(db, row.id, ['queued'])) {
    if (!isReplaceable(child) || !isIntact(child)) continue
    const stored: unknown = JSON.parse(child.payload)
    if (child.kind === 'stockRecord') {
      const record = stockPayload.parse(stored)
      const payload = { ...record, partnerPin: buyer.pin, partnerName: buyer.name }
      updateSubmission(db, child.id, { payload: JSON.stringify(payload) })
    } else if (child.kind === 'creditNote') {
      const note = salePayload.parse(stored)
      const payload = { ...note, buyerPin: buyer.pin, buyerName: buyer.name }
      updateSubmission(db, child.id, { payload: JSON.stringify(payload) })
      nameBuyer(profile, child, buyer)
    }
  }
}

/** Queues a rejected row again. Items that the authority does not know are registered first. */
export const requeueRefused = (profile: Present, row: Submission, correction: Correction): void => {
  const { db, ports } = profile
  const at = ports.clock.now()
  if (row.kind === 'item' && row.item_id !== null) {
    const item = itemById(db, row.item_id)
    if (item) enqueueItem(db, item, { author: correction.author, at })
    return
  }
  const items = itemIdsOf(row).flatMap((id) => itemById(db, id) ?? [])
  for (const item of items)
    if (item.registration === 'refused') enqueueItem(db, item, { author: correction.author, at })
  updateSubmission(db, row.id, {
    state: 'queued',
    // A document that the authority may have must not change. A document that was changed on disk stays as it is and
    // is stopped again.
    payload: isAside(row) || !isIntact(row) ? row.payload : payloadOf(profile, row, correction),
    attempts: 0,
    next_attempt_at: 0,
    backoff: 0,
    realigned: 0,
    remedy: null,
    settled_at: null,
  })
  // The stock record has the date of its document. A date in the authority's future would be rejected.
  for (const child of dependantsOnAcceptance(db, row.id, ['queued']))
    if (child.kind === 'stockRecord' && isReplaceable(child) && isIntact(child))
      updateSubmission(db, child.id, { payload: payloadOf(profile, child, correction) })
  if (correction.buyerPin !== undefined && !isAside(row))
    nameBuyer(profile, row, buyerOf(profile, correction.buyerPin))
  const isOfGoods = row.kind === 'sale' || row.kind === 'stockRecord'
  for (const need of needsOfItems(db, items, isOfGoods, { author: correction.author, at })) {
    // Goods that return with the document's own credit note come after the document.
    if (!waitsFor(db, need.id, row.id)) addDependency(db, row.id, need)
  }
}

/**
 * Withdraws a rejected row, with the rows that depend on it. All of them stay on record. Movements that the authority
 * will never receive are reversed, so that our stock equals the authority's.
 */
export const withdraw = (
  profile: { db: Db; ports: { clock: Pick<Clock, 'now'> } },
  row: Submission,
  why: { by: string; reason: string },
  at = profile.ports.clock.now(),
): void => {
  const { db } = profile
  updateSubmission(db, row.id, {
    state: 'withdrawn',
    settled_at: at,
    withdrawn_by: why.by,
    withdrawn_reason: why.reason,
  })
  auditRow(db, row, { kind: 'withdrawn', at, who: why.by, content: { reason: why.reason } })
  if (row.stock_record_id !== null) takeBackStockRecord(db, row.stock_record_id, at)
  const later = row.kind === 'item' && row.item_id !== null ? registrationOf(db, row.item_id) : undefined
  if (later && later.id !== row.id && later.state !== 'withdrawn') {
    // A later change of the item may still register it.
    if (later.state !== 'accepted')
      for (const { id } of dependantsOnAcceptance(db, row.id, ['queued']))
        addDependency(db, id, { id: later.id, need: 'accepted' })
    release(db, row.id, true)
    return
  }
  release(db, row.id, false)
  for (const child of dependantsOnAcceptance(db, row.id, ['queued', 'refused']))
    withdraw(profile, child, why, at)
}
