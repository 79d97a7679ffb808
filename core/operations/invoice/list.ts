import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../db/engine/sqlite.ts'
import { type InvoicePage, invoiceIds, invoicesListed } from '../../../db/profile/invoiceList.ts'
import { newestInvoice } from '../../../db/profile/invoices.ts'
import { itemsNamed } from '../../../db/profile/itemSearch.ts'
import { ok } from '../../contract/errors.ts'
import { paymentCode } from '../../fiscal/codes.ts'
import { parseMoney } from '../../fiscal/money.ts'
import { paymentTable } from '../../shop/sales/payment.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import { elsewhereQuery, signatureIn } from '../shared/elsewhere.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView } from './view.ts'

/** Returns every meaning of what was typed or scanned. */
const readings = (typed: string) => {
  const controlUnit = /\/(\d+)$/.exec(typed)?.[1]
  return {
    text: typed,
    cents: parseMoney(typed) ?? undefined,
    receiptNumber: controlUnit ? Number(controlUnit) : undefined,
    reference: typed.replace(/\s/g, '').toUpperCase(),
    signature: signatureIn(typed),
  }
}

/** Only letters name goods: `T1-12` and `500` are numbers of receipts and amounts. */
const namesGoods = /\p{L}{2}/u
/** A word that fits more goods finds the receipts of those that sell best. */
const mostItems = 100

/**
 * How many documents one turn of the event loop looks through. A search for goods, an amount or a payment fits any
 * number of them. Most end with the first turn; one for a rare payment of years ago does not stop other windows.
 */
const turns = [1_000, 4_000, 8_000]

const wantedIds = async (db: Db, page: Omit<InvoicePage, 'from'>): Promise<number[]> => {
  const fitsMany = page.methods || page.find?.items?.length || page.find?.cents !== undefined
  if (!fitsMany) return invoiceIds(db, page)
  const ids: number[] = []
  let before = page.before ?? (newestInvoice(db)?.id ?? 0) + 1
  for (let turn = 0; before > 1 && ids.length < page.limit; turn += 1) {
    if (turn > 0) await setImmediate()
    const from = Math.max(1, before - (turns[turn] ?? Math.max(...turns)))
    ids.push(...invoiceIds(db, { ...page, from, before, limit: page.limit - ids.length }))
    before = from
  }
  return ids
}

export const listReceipts: Handler<'invoice.list'> = async (
  { day, text, state, method, tenderId, cursor, limit },
  { db },
) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const ids = await wantedIds(db, {
    day,
    find: text
      ? { ...readings(text), items: namesGoods.test(text) ? itemsNamed(db, text, mostItems) : [] }
      : undefined,
    state,
    methods: method && [method, paymentCode(method, paymentTable(db))],
    tenderId,
    before: from.data?.[0],
    limit: limit + 1,
  })
  const { rows, next } = pageOfIds(invoicesListed(db, ids), limit)
  const isNone = text !== undefined && rows.length === 0
  return ok({
    invoices: rows.map((row) => invoiceView(db, row)),
    elsewhere: isNone && elsewhereQuery(db, text) !== null,
    ...next,
  })
}
