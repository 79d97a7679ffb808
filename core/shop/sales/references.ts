/** An M-PESA code pays one receipt. A card slip's or cheque's number may repeat; the screen only warns. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { audit } from '../../../db/profile/audit.ts'
import { salesPaidWith } from '../../../db/profile/tenders.ts'
import { isCashier, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { PaymentMethod } from '../../fiscal/codes.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import type { ShopContext } from '../context.ts'
import { isNothing, leftOf } from './leftToCredit.ts'

const bare = (reference: string): string => reference.replace(/\s/g, '').toUpperCase()

/** Returns the stored form: an M-PESA code in upper case without spaces, anything else as typed. */
export const normalReference = (method: PaymentMethod, reference: string | undefined): string | null =>
  (method === 'mobileMoney' && reference ? bare(reference) : reference) || null

/** A fully credited sale has returned its money, so its code is free again. */
export const inForce = (db: Db, method: PaymentMethod, reference: string, except?: number) =>
  salesPaidWith(db, method, bare(reference), except).find((sale) => !isNothing(leftOf(db, sale)))

interface Reused {
  code: string
  /** The receipt that has the code. */
  on: string
}

/**
 * Returns the M-PESA codes that a manager allows once more. Rejects an invalid code, one that is twice on this sale,
 * and one of another valid receipt, but `except`, without a manager's approval. Call it inside the transaction that stores the sale.
 */
export const reusedCodes = (
  { db, actor }: ShopContext,
  asked: ParsedInputOf<'sale.complete'>['tenders'],
  tenders: readonly { method: PaymentMethod; reference: string | null }[],
  except?: number,
): Reply<Reused[]> => {
  const reused: Reused[] = []
  const seen = new Set<string>()
  for (const [index, { method, reference }] of tenders.entries()) {
    if (method !== 'mobileMoney' || reference === null) continue
    const field = `tenders[${index}].reference`
    if (!/^[A-Z0-9]{10}$/.test(reference)) {
      return fail('003', 'tender.codeInvalid', 'An M-PESA code has ten letters and digits.', { field })
    }
    if (seen.has(reference)) {
      const message = `The M-PESA code ${reference} is on this sale twice. Remove one of them.`
      return fail('003', 'tender.codeTwice', message, { field, params: { code: reference } })
    }
    seen.add(reference)
    const other = inForce(db, method, reference, except)
    if (!other) continue
    const { number, sold_at, total } = other
    if (!asked[index]?.allowUsed) {
      return fail(
        '004',
        'tender.codeUsed',
        `The M-PESA code ${reference} has paid receipt ${number} already. Check the customer's message; a manager may allow it.`,
        {
          field,
          params: {
            code: reference,
            number,
            at: `${toPaperDate(sold_at)} ${toPaperTime(sold_at).slice(0, 5)}`,
            total: formatMoney(total),
          },
        },
      )
    }
    if (isCashier(actor)) {
      return fail('001', 'tender.codeNeedsManager', 'A used M-PESA code needs a manager.', {
        field,
        params: { role: 'manager' },
      })
    }
    reused.push({ code: reference, on: number })
  }
  return ok(reused)
}

export const auditReused = (
  { db, actor, ports }: ShopContext,
  sale: { id: number; number: string },
  reused: Reused[],
): void => {
  for (const each of reused) {
    audit(db, {
      at: ports.clock.now(),
      kind: 'codeReused',
      subject: sale.number,
      row_id: null,
      who: whoOf(actor),
      content: JSON.stringify(each),
    })
  }
}
