/** Turns a claimed row into the authority's record and sends it. The stored payload is parsed before it is sent. */

import type { Db } from '../../db/engine/sqlite.ts'
import { itemById } from '../../db/profile/items.ts'
import { codesOf } from '../../db/profile/reference.ts'
import { signatureOf } from '../../db/profile/signatures.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Answer, Authority } from '../authority/port.ts'
import { isPaymentMethod, paymentCode } from '../fiscal/codes.ts'
import { askForCodes, authorityCodeOf } from './itemCodes.ts'
import type { Ledger } from './ledger.ts'
import { markRemark } from './mark.ts'
import { confirmPurchase } from './purchase.ts'
import { ratesToSend } from './rates.ts'
import {
  customerPayload,
  customsPayload,
  insurancePayload,
  itemPayload,
  purchasePayload,
  salePayload,
  stockMasterPayload,
  stockPayload,
} from './records.ts'

const requireItem = (db: Db, id: number) => {
  const item = itemById(db, id)
  if (!item) throw new Error(`Item ${id} of a queued document does not exist`)
  return item
}

const numberOf = (row: Submission): number => {
  if (row.authority_number === null) throw new Error(`Submission ${row.id} was claimed without a number`)
  return row.authority_number
}

/**
 * Returns the payment code of the authority's present table. The till stores its own word; other software sends a
 * code.
 */
const codeOfPayment = (db: Db, method: string | null): string | null =>
  method !== null && isPaymentMethod(method) ? paymentCode(method, codesOf(db, { class: '07' })) : method

/**
 * Returns the function that sends a row's payload. The same row and number always give the same bytes, except for the
 * code of a new item, or of a payment method whose table changed.
 */
export const transmit = (
  ledger: Pick<Ledger, 'db' | 'now'>,
  authority: Authority,
  row: Submission,
): (() => Promise<Answer<unknown>>) => {
  const { db } = ledger
  const stored: unknown = JSON.parse(row.payload)
  const coded = <L extends { itemId: number }>(lines: L[]) =>
    lines.map(({ itemId, ...line }) => ({ ...line, itemCode: authorityCodeOf(db, requireItem(db, itemId)) }))
  switch (row.kind) {
    case 'sale':
    case 'creditNote': {
      const { originalId, lines, ...sale } = salePayload.parse(stored)
      const original = originalId === null ? undefined : signatureOf(db, originalId)
      if (row.kind === 'creditNote' && !original)
        throw new Error(`The sale of credit note ${row.title} has no number at the authority`)
      const record = {
        ...sale,
        remark: sale.remark ?? (row.mark === null ? null : markRemark(row.mark)),
        paymentMethod: codeOfPayment(db, sale.paymentMethod),
        rates: ratesToSend(db, { rates: sale.rates, lines }),
        number: numberOf(row),
        originalNumber: original?.authority_number ?? 0,
        lines: coded(lines),
      }
      return () => authority.submitSale(record)
    }
    case 'purchase': {
      const { lines, ...purchase } = purchasePayload.parse(stored)
      const record = {
        ...purchase,
        rates: ratesToSend(db, { rates: purchase.rates, lines }),
        number: numberOf(row),
        lines: coded(lines),
      }
      const sentBefore = row.may_have_arrived === 1
      return () => confirmPurchase(authority, record, sentBefore)
    }
    case 'stockRecord': {
      const { lines, atAuthority: _, ...stock } = stockPayload.parse(stored)
      const record = { ...stock, number: numberOf(row), lines: coded(lines) }
      return () => authority.recordStock(record)
    }
    case 'item': {
      const record = itemPayload.parse(stored)
      const { id } = requireItem(db, row.item_id ?? 0)
      return async () => {
        await askForCodes(ledger, authority, requireItem(db, id))
        return authority.saveItem({ ...record, code: authorityCodeOf(db, requireItem(db, id)) })
      }
    }
    case 'stockMaster': {
      const { quantity, author } = stockMasterPayload.parse(stored)
      const item = requireItem(db, row.item_id ?? 0)
      const record = {
        itemCode: authorityCodeOf(db, item),
        quantity: quantity ?? item.authority_on_hand,
        author,
      }
      return () => authority.saveStockMaster(record)
    }
    case 'customer': {
      const record = customerPayload.parse(stored)
      return () => authority.saveCustomer(record)
    }
    case 'customsEntry': {
      const { itemId, ...decision } = customsPayload.parse(stored)
      const record = { ...decision, itemCode: authorityCodeOf(db, requireItem(db, itemId)) }
      return () => authority.decideImport(record)
    }
    case 'insurance': {
      const record = insurancePayload.parse(stored)
      return () => authority.saveInsurance(record)
    }
  }
}
