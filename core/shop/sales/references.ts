/** An M-PESA code pays one receipt. A card slip's or cheque's number may repeat; the screen only warns. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { entryPaidWith } from '../../../db/profile/accounts.ts'
import { audit } from '../../../db/profile/audit.ts'
import type { Tender } from '../../../db/profile/paymentChanges.ts'
import { salesPaidWith } from '../../../db/profile/tenders.ts'
import { whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { isMpesa } from '../../fiscal/shopTenders.ts'
import type { Wanted } from '../acts/mayAct.ts'
import type { ShopContext } from '../context.ts'
import { isNothing, leftOf } from './leftToCredit.ts'

const bare = (reference: string): string => reference.replace(/\s/g, '').toUpperCase()

/** Returns the stored form: an M-PESA code in upper case without spaces, anything else as typed. */
export const normalReference = (
  { method, tender_id }: Pick<Tender, 'method' | 'tender_id'>,
  reference: string | undefined,
): string | null => (isMpesa(method, tender_id) && reference ? bare(reference) : reference) || null

/** A fully credited sale has returned its money, so its code is free again. */
export const inForce = (
  db: Db,
  by: Pick<Tender, 'method' | 'tender_id'>,
  reference: string,
  except?: number,
) => salesPaidWith(db, by, bare(reference), except).find((sale) => !isNothing(leftOf(db, sale)))

export interface Reused {
  codes: {
    code: string
    /** The receipt or the payment on account that has the code. */
    on: string
  }[]
  /** What taking them again takes. */
  acts: Wanted[]
}

const onAccount = (db: Db, reference: string) => {
  const entry = entryPaidWith(db, reference)
  return entry && { number: String(entry.number), sold_at: entry.entered_at, total: entry.amount }
}

interface Paid {
  /** As in {@link Wanted}. */
  document: string
  /** The receipt whose payment is corrected: its own code is not used. */
  except?: number
}

/**
 * Returns the M-PESA codes that are used once more. Rejects an invalid code, one that is twice on this sale, and one of
 * another valid receipt that the caller does not allow. Call it inside the transaction that stores the sale.
 */
export const reusedCodes = (
  { db }: Pick<ShopContext, 'db'>,
  asked: ParsedInputOf<'sale.complete'>['tenders'],
  tenders: readonly Omit<Tender, 'amount'>[],
  { document, except }: Paid,
): Reply<Reused> => {
  const codes: Reused['codes'] = []
  let act: Wanted | undefined
  const seen = new Set<string>()
  for (const [index, { method, tender_id, reference }] of tenders.entries()) {
    if (!isMpesa(method, tender_id) || reference === null) continue
    const field = `tenders[${index}].reference`
    if (!/^[A-Z0-9]{10}$/.test(reference)) {
      return fail('003', 'tender.codeInvalid', 'An M-PESA code has ten letters and digits.', { field })
    }
    if (seen.has(reference)) {
      const message = `The M-PESA code ${reference} is on this sale twice. Remove one of them.`
      return fail('003', 'tender.codeTwice', message, { field, params: { code: reference } })
    }
    seen.add(reference)
    const other = inForce(db, { method }, reference, except) ?? onAccount(db, reference)
    if (!other) continue
    const { number, sold_at, total } = other
    const tender = asked[index]
    if (!tender?.allowUsed) {
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
    codes.push({ code: reference, on: number })
    // An approval counts once for an act, so two codes of one sale are one act.
    act = {
      act: 'usedCode',
      amount: (act?.amount ?? 0) + tender.amount,
      document,
      refused: fail('001', 'tender.codeNeedsManager', 'A used M-PESA code needs a manager.', {
        field,
        params: { role: 'manager' },
      }),
    }
  }
  return ok({ codes, acts: act ? [act] : [] })
}

export const auditReused = (
  { db, actor, ports }: ShopContext,
  sale: { number: string },
  { codes }: Reused,
): void => {
  for (const each of codes) {
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
