/** The confirmation of a supplier's invoice: the same for a delivery at the till and for other software. */
import { type PurchaseRow, setPurchaseBody, submissionOfPurchase } from '../../../db/profile/purchases.ts'
import { authorOf } from '../../access/actor.ts'
import type { SupplierInvoice } from '../../authority/port.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { withdraw } from '../../queue/correct.ts'
import { needsOfItems } from '../../queue/enqueue.ts'
import { enqueuePurchase } from '../../queue/enqueueSupply.ts'
import type { PurchasePayload } from '../../queue/records.ts'
import { amountsFromTotal, itemOnWire } from '../authorityLines.ts'
import type { ShopContext } from '../context.ts'
import { contentOf } from './find.ts'
import { type Linked, learn } from './links.ts'

/** True for a sale with its lines. A credit note, or an empty invoice, cannot be confirmed. */
export const isConfirmable = ({ kind, lines }: SupplierInvoice): boolean =>
  kind === 'sale' && lines.length > 0 && lines.every((line) => line.quantity > 0 && line.total >= 0)

/**
 * The authority's form of each line: price × quantity is the total, including tax (`authority §1.4` no. 16, §6.1). The
 * quantity is the supplier's, as on the invoice.
 */
const payloadLines = ({ profile }: ShopContext, lines: Linked[]): PurchasePayload['lines'] =>
  lines.flatMap(({ line, item }) =>
    amountsFromTotal(line, line.total, profile.taxRates()[line.taxType]).map((amounts) => ({
      ...itemOnWire(item.id, item),
      supplierItemCode: line.itemCode,
      supplierItemClass: line.itemClass,
      supplierItemName: line.itemName,
      packageUnit: line.packageUnit,
      packageQuantity: line.packageQuantity,
      quantityUnit: line.quantityUnit,
      taxType: line.taxType,
      ...amounts,
    })),
  )

/**
 * Remembers the links, and queues the confirmation in place of a rejected one. Returns its row, and a sentence about
 * new links. Call it inside a transaction. `body`: the request; `cfmDt` in it is the time of the confirmation.
 */
export const queueConfirmation = (
  context: ShopContext,
  purchase: PurchaseRow,
  work: {
    lines: Linked[]
    method: string
    /** `yyyyMMddHHmmss`. */
    confirmedAt: string
    remark: string | null
    body: Record<string, unknown> & { cfmDt: string }
  },
): { queueId: number; learnt: string | undefined } => {
  const { profile, db, ports, actor } = context
  const { lines, confirmedAt, body } = work
  const invoice = contentOf(purchase)
  const author = authorOf(actor)
  const at = ports.clock.now()
  const before = submissionOfPurchase(db, purchase.id)
  if (before?.state === 'refused')
    withdraw(profile, before, { by: author.name, reason: ownReasons.sentAgain })
  setPurchaseBody(db, purchase.id, { body_hash: bodyHash(body), caller_body: JSON.stringify(body) })
  const learnt = learn(db, invoice, { lines, at })
  const payload: PurchasePayload = {
    supplierPin: invoice.supplierPin,
    supplierName: invoice.supplierName,
    supplierBranch: invoice.supplierBranch,
    supplierNumber: invoice.number,
    paymentMethod: work.method,
    confirmedAt,
    purchasedOn: invoice.saleDate || confirmedAt.slice(0, 8),
    rates: profile.taxRates(),
    remark: work.remark,
    author,
    lines: payloadLines(context, lines),
  }
  const items = new Map(lines.map(({ item }) => [item.id, item]))
  const needs = needsOfItems(db, items.values(), false, { author, at })
  return { queueId: enqueuePurchase(db, { id: purchase.id, payload }, { author, at, needs }), learnt }
}
