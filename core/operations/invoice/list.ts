import { listInvoices } from '../../../db/profile/invoices.ts'
import { ok } from '../../contract/errors.ts'
import { parseMoney } from '../../fiscal/money.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView } from './view.ts'

/** Returns every meaning of what was typed or scanned. */
const readings = (typed: string) => {
  // The QR address ends with PIN (11), branch (2) and signature (16). Paper shows the signature with dashes
  // (`authority §4.5`).
  const fromQr = /data=[A-Z]\d{9}[A-Z]\d{2}([A-Z2-7]{16})$/i.exec(typed)?.[1]
  const bare = typed.replaceAll('-', '').toUpperCase()
  const controlUnit = /\/(\d+)$/.exec(typed)?.[1]
  return {
    text: typed,
    cents: parseMoney(typed) ?? undefined,
    receiptNumber: controlUnit ? Number(controlUnit) : undefined,
    reference: typed.replace(/\s/g, '').toUpperCase(),
    signature: fromQr?.toUpperCase() ?? (/^[A-Z2-7]{16}$/.test(bare) ? bare : undefined),
  }
}

export const listReceipts: Handler<'invoice.list'> = ({ day, text, state, cursor, limit }, { db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const found = listInvoices(db, {
    day,
    find: text ? readings(text) : undefined,
    state,
    before: from.data?.[0],
    limit: limit + 1,
  })
  const { rows, next } = pageOfIds(found, limit)
  return ok({ invoices: rows.map((row) => invoiceView(db, row)), ...next })
}
