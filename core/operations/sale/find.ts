/** Returns the outcome of a document to other software, by its number. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import { invoiceListed } from '../../../db/profile/invoiceList.ts'
import { type Invoice, invoiceByNumber } from '../../../db/profile/invoices.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { fail, ok } from '../../contract/errors.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { refusedBy } from '../../shop/failures.ts'
import { resultOf } from '../../shop/sales/answer.ts'
import { stateOf } from '../../shop/sales/invoiceState.ts'
import { creditedSaleOf } from '../../shop/sales/original.ts'
import type { Handler } from '../shared/handler.ts'

const stateOfInvoice = (db: Db, invoice: Pick<Invoice, 'id'>) =>
  stateOf(submissionOfInvoice(db, invoice.id)?.state ?? null, resultOf(db, invoice) !== null)

const refusalOf = (db: Db, invoice: Invoice) => {
  const row = submissionOfInvoice(db, invoice.id)
  if (row?.state !== 'refused') return null
  const { code, message } = refusedBy(db, row).error
  return {
    resultCd: code,
    resultMsg: message,
    authorityCode: row.last_code,
    authorityText: row.last_text,
  }
}

export const findSale: Handler<'sale.find'> = ({ invcNo }, { db }) => {
  const invoice = invoiceByNumber(db, invcNo)
  if (!invoice)
    return fail('801', 'invoice.unknownNumber', `There is no sale or credit note ${invcNo} (invcNo).`, {
      field: 'invcNo',
      params: { number: invcNo },
    })
  return ok({
    invcNo: invoice.number,
    trdInvcNo: invoice.trader_number ?? invoice.number,
    rcptTyCd: invoice.kind === 'sale' ? ('S' as const) : ('R' as const),
    state: stateOfInvoice(db, invoice),
    salesDt: invoice.day,
    totAmt: centsToWire(invoice.total),
    custTin: invoiceListed(db, invoice.id)?.buyer_pin ?? null,
    orgInvcNo: creditedSaleOf(db, invoice)?.number ?? null,
    rfdRsnCd: invoice.reason,
    cisInvcNo: signatureOf(db, invoice.id)?.authority_number ?? null,
    result: resultOf(db, invoice),
    refusal: refusalOf(db, invoice),
    creditNotes: creditNotesOf(db, invoice.id).map((note) => ({
      invcNo: note.number,
      state: stateOfInvoice(db, note),
      totAmt: centsToWire(note.total),
      rfdRsnCd: note.reason,
    })),
    queueId: submissionOfInvoice(db, invoice.id)?.id ?? null,
  })
}
