/** The receipts of training, in the place of the shop's. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { nextNumber } from '../../../db/profile/lanes.ts'
import {
  creditsOf,
  paperNumber,
  type Unofficial,
  unofficialBefore,
  unofficialById,
} from '../../../db/profile/unofficial.ts'
import { ok } from '../../contract/errors.ts'
import type { InvoiceRow } from '../../contract/invoice.ts'
import { isPayment, roundingOf } from '../../fiscal/tender.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { composeUnofficial } from '../../shop/unofficial/compose.ts'
import { contentOf } from '../../shop/unofficial/content.ts'
import { noTrainingPaper } from '../../shop/unofficial/failures.ts'
import { leftOfPaper } from '../../shop/unofficial/left.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { printsOf, printUnofficial } from '../shared/printUnofficial.ts'

const labels = ['TS', 'TC'] as const

const named = (paper: Unofficial) => ({ id: paper.id, number: paperNumber(paper) })
/** The name of a tender that the owner added. */
const tenderOf = (name: string | null | undefined) => (name ? { tender: name } : {})

const printed = (db: Db, paper: Unofficial): number => nextNumber(db, printsOf(paper)) - 1

const viewOf = (db: Db, paper: Unofficial): InvoiceRow => {
  const { lines, tenders } = contentOf(paper)
  const notes = creditsOf(db, paper.id)
  const note = notes.at(-1)
  const sale = paper.credits_id === null ? undefined : unofficialById(db, paper.credits_id, ['TS'])
  const prints = printed(db, paper)
  return {
    ...named(paper),
    till: null,
    kind: paper.label === 'TC' ? 'creditNote' : 'sale',
    soldAt: paper.made_at,
    cashier: paper.author_name,
    total: paper.label === 'TC' ? -paper.total : paper.total,
    lines: lines.length,
    goods: lines.slice(0, 3).map(({ name }) => ({ name, secondName: null })),
    methods: tenders
      .filter(isPayment)
      .map(({ method, tender_name }) => ({ method, ...tenderOf(tender_name) })),
    buyerPin: paper.buyer_pin,
    buyerName: paper.buyer_name,
    state: 'training',
    controlUnitNumber: null,
    creditedBy: note ? named(note) : null,
    credited: notes.reduce((sum, { total }) => sum + total, 0),
    credits: sale ? { ...named(sale), till: null } : null,
    copies: Math.max(0, prints - 1),
    printed: prints > 0,
  }
}

export const listInTraining: Handler<'invoice.list'> = ({ day, text, cursor, limit }, { db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const found = unofficialBefore(db, { labels, before: from.data?.[0], day, text, limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  return ok({ invoices: rows.map((row) => viewOf(db, row)), elsewhere: false, ...next })
}

export const getInTraining: Handler<'invoice.get'> = ({ id }, { db }) => {
  const paper = unofficialById(db, id, labels)
  if (!paper) return noTrainingPaper('id')
  const { lines, tenders, change } = contentOf(paper)
  const left = paper.label === 'TS' ? leftOfPaper(db, paper) : null
  return ok({
    ...viewOf(db, paper),
    items: lines.map(({ position, name, quantity, unitPrice, discount, total, taxType, unit }, index) => {
      const rest = left?.[index]
      return {
        position,
        name,
        quantity,
        unitPrice,
        discount,
        total,
        taxType,
        quantityUnit: unit,
        left: rest ? { quantity: rest.quantity, total: rest.total } : null,
      }
    }),
    tenders: tenders.filter(isPayment).map(({ method, amount, reference, tender_name }) => ({
      method,
      amount,
      reference,
      ...tenderOf(tender_name),
    })),
    change,
    rounding: roundingOf(tenders),
    paymentChange: null,
    paymentChangeable: false,
    taxable: paper.taxable,
    tax: paper.tax,
    discount: paper.discount,
    reason: paper.reason,
    creditNotes: creditsOf(db, id).map((note) => ({
      ...named(note),
      ...{ total: note.total, till: null, by: note.author_name, at: note.made_at },
    })),
    submissionId: null,
    signature: null,
    signedAt: null,
  })
}

export const previewInTraining: Handler<'receipt.preview'> = ({ invoiceId, paper }, { profile, db }) => {
  const found = unofficialById(db, invoiceId, labels)
  if (!found) return noTrainingPaper('invoiceId')
  const copy = printed(db, found)
  const html = renderHtml(composeUnofficial(profile, found, copy), paper ?? profile.settings().paper)
  return ok({ life: 'training', copyNumber: copy === 0 ? null : copy, html, url: null })
}

export const printInTraining: Handler<'receipt.print'> = async ({ invoiceId, ...asked }, context) => {
  const { db, profile } = context
  const found = unofficialById(db, invoiceId, labels)
  if (!found) return noTrainingPaper('invoiceId')
  const print = await printUnofficial(context, asked, () => ok(found))
  if (!print.ok) return print
  profile.emit({ type: 'unofficial.changed' })
  const { copy, html, file } = print.data
  const copyNumber = copy === 0 ? null : copy
  return ok({
    printId: found.id,
    number: paperNumber(found),
    life: 'training',
    copyNumber,
    html,
    file,
    jobId: null,
  })
}
