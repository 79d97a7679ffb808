/** The sale that a credit note is of: this till's own, or another till's as the hub told it. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { customerSale, paymentsOf } from '../../../db/profile/accounts.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import {
  type Invoice,
  type InvoiceLine,
  invoiceById,
  linesOf,
  tendersOf,
} from '../../../db/profile/invoices.ts'
import { itemByUid } from '../../../db/profile/items.ts'
import { type OtherNote, otherNotesOf, otherSale, saleIdOf } from '../../../db/profile/otherSales.ts'
import { paidOf, paymentChangeOf, type Tender } from '../../../db/profile/paymentChanges.ts'
import type { SubmissionState } from '../../../db/profile/schema.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { type BranchSale, branchSale } from '../../contract/hub/credits.ts'
import { type SalePayload, salePayload } from '../../queue/records.ts'

/** An item that the hub has not told of here yet has no id. */
const noItem = 0

interface Signed {
  /** `{sdcId}/{curRcptNo}`. */
  controlUnitNumber: string | null
  signature: string | null
  signedAt: string | null
}

export interface Original {
  /** Its id is below 0 if another till made it. */
  sale: Invoice
  /** null: this till made it. */
  other: { uid: string; till: string } | null
  lines: InvoiceLine[]
  /** What its till queued for the authority. */
  sent: SalePayload
  /** `id`: of the submission here; null: the sale is another till's. */
  submission: { id: number | null; state: SubmissionState }
  signed: Signed
  /** The payments that count, and the cents given back then. */
  paid: Tender[]
  change: number
  /** What of it was sold on a customer's account; null: it is no customer's. */
  account: { owed: number; paid: Tender[] } | null
  /** How credit notes gave money back, in order. */
  refunds: Tender[]
}

const tendersIn = ({ tenders }: OtherNote): Tender[] => JSON.parse(tenders) as Tender[]

const refundsOf = (db: Db, id: number): Tender[] => [
  ...creditNotesOf(db, id).flatMap((note) => tendersOf(db, note.id)),
  ...otherNotesOf(db, id).flatMap(tendersIn),
]

const signedOf = (row: Record<string, unknown> | undefined): Signed => {
  const text = (name: string) => (typeof row?.[name] === 'string' ? row[name] : null)
  const number = row?.['receipt_number']
  return {
    controlUnitNumber: number ? `${text('scu_id')}/${number}` : null,
    signature: text('signature'),
    signedAt: text('signed_at'),
  }
}

const ofOwn = (db: Db, id: number): Original | undefined => {
  const sale = invoiceById(db, id)
  const submission = submissionOfInvoice(db, id)
  if (sale?.kind !== 'sale' || !submission) return undefined
  const account = customerSale(db, id)
  return {
    sale,
    other: null,
    lines: linesOf(db, id),
    sent: salePayload.parse(JSON.parse(submission.payload)),
    submission,
    signed: signedOf(signatureOf(db, id)),
    paid: paidOf(db, id),
    change: paymentChangeOf(db, id)?.change ?? sale.change,
    account: account ? { owed: account.owed, paid: paymentsOf(db, id) } : null,
    refunds: refundsOf(db, id),
  }
}

const amountOf = (tenders: readonly Tender[], counts = (_: Tender) => true): number =>
  tenders.reduce((sum, each) => (counts(each) ? sum + each.amount : sum), 0)

const stateHere = (state: BranchSale['state']): SubmissionState => (state === 'waiting' ? 'queued' : state)

const itemHere = (db: Db, { items }: BranchSale, id: unknown): number | undefined => {
  const uid = items[String(id)]
  return uid === undefined ? undefined : itemByUid(db, uid)
}

const linesHere = (db: Db, told: BranchSale): InvoiceLine[] =>
  (told.lines as unknown as InvoiceLine[]).map((line) => ({
    ...line,
    item_id: line.item_id === null ? null : (itemHere(db, told, line.item_id) ?? noItem),
  }))

const saleOf = (told: BranchSale, id: number): Invoice => ({
  ...(told.row as unknown as Invoice),
  ...{ id, original_id: null, original_uid: null, shift_id: null },
})

const ofOther = (db: Db, id: number): Original | undefined => {
  const row = otherSale(db, id)
  if (!row) return undefined
  const told = branchSale.parse(JSON.parse(row.body))
  const sale = saleOf(told, id)
  const sent = salePayload.parse(JSON.parse(told.payload))
  const refunds = refundsOf(db, id)
  const { account, tenders } = told
  const isCredit = ({ method }: Tender) => method === 'credit'
  return {
    sale,
    other: { uid: row.uid, till: told.tillName },
    lines: linesHere(db, told),
    sent: {
      ...sent,
      lines: sent.lines.map((line) => ({ ...line, itemId: itemHere(db, told, line.itemId) ?? noItem })),
    },
    submission: { id: null, state: stateHere(told.state) },
    signed: signedOf(told.signature ?? undefined),
    paid: tenders,
    // The payments of a document are its total and the change.
    change: tenders.length > 0 ? amountOf(tenders) - sale.total : sale.change,
    account: account && {
      owed: account.credit - amountOf(account.paid) - amountOf(refunds, isCredit),
      paid: account.paid,
    },
    refunds,
  }
}

/** Returns a sale with all that a credit note of it depends on. undefined: there is no such sale, or it is not known here. */
export const originalOf = (db: Db, id: number): Original | undefined =>
  id < 0 ? ofOther(db, id) : ofOwn(db, id)

/** The lines of a sale, with the ids of items here. */
export const linesOfSale = (db: Db, id: number): InvoiceLine[] => {
  const row = otherSale(db, id)
  return row ? linesHere(db, branchSale.parse(JSON.parse(row.body))) : linesOf(db, id)
}

/** True if the till lacks goods of the sale that the hub has still to tell. */
export const lacksGoods = ({ lines, sent }: Original): boolean =>
  lines.some(({ item_id }) => item_id === noItem) || sent.lines.some(({ itemId }) => itemId === noItem)

/** What receipts and lists name of the sale of a credit note; null: the document is no credit note. */
export const creditedSaleOf = (
  db: Db,
  note: Pick<Invoice, 'kind' | 'original_id' | 'original_uid'>,
): { id: number; number: string; till: string | null; controlUnitNumber: string | null } | null => {
  const id = note.kind === 'creditNote' ? saleIdOf(db, note) : null
  if (id === null) return null
  const row = otherSale(db, id)
  if (row) {
    const told = branchSale.parse(JSON.parse(row.body))
    const { controlUnitNumber } = signedOf(told.signature ?? undefined)
    return { id, number: String(told.row['number']), till: told.tillName, controlUnitNumber }
  }
  const sale = invoiceById(db, id)
  return sale ? { id, number: sale.number, till: null, ...signedOf(signatureOf(db, id)) } : null
}
