import { type Invoice, insertInvoice, invoiceById, supersedeInvoice } from '../../../db/app/invoices.ts'
import type { ItemRow } from '../../../db/app/items.ts'
import { submissionOfInvoice } from '../../../db/app/submissions.ts'
import type { Author } from '../../authority/port.ts'
import type { AppContext } from '../../context.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import { authorityPackage, authorityUnit } from '../../fiscal/itemCode.ts'
import { enqueueInvoice } from '../../queue/enqueue.ts'
import { withdraw } from '../../queue/mend.ts'
import type { SalePayload } from '../../queue/records.ts'
import { bodyHash } from '../bodyHash.ts'
import { allOrNothing } from '../transaction.ts'
import { itemsOfSale } from './callerItems.ts'
import type { CallerLine } from './callerLine.ts'
import { paymentOf } from './payment.ts'

interface Submitted {
  input: ParsedInputOf<'sale.submit'>
  lines: CallerLine[]
  /** A refused document under the same number, which this one replaces. */
  replaces: Invoice | undefined
}

const payloadLines = ({ input, lines }: Submitted, items: ItemRow[]): SalePayload['lines'] =>
  input.lineItems.flatMap((line, index) => {
    const item = items[index] as ItemRow
    return (lines[index] as CallerLine).wire.map((amounts) => ({
      itemId: item.id,
      itemClass: line.itemClsCd ?? item.item_class,
      itemName: line.itemNm,
      barcode: item.barcode,
      packageUnit: authorityPackage(item.package_unit),
      packageQuantity: 100,
      quantityUnit: authorityUnit(item.quantity_unit),
      taxType: line.taxTyCd,
      ...amounts,
    }))
  })

const release = ({ app, db }: AppContext, { replaces }: Submitted, author: Author): void => {
  if (!replaces) return
  const row = submissionOfInvoice(db, replaces.id)
  if (row?.state === 'refused') withdraw(app, row, { by: author.name, reason: 'Sent again by its caller' })
  supersedeInvoice(db, replaces.id)
}

/** Stores the document and queues it behind what it needs, in one transaction; a refused input leaves nothing behind. */
export const storeSubmitted = (context: AppContext, submitted: Submitted): Reply<Invoice> => {
  const { app, db, ports } = context
  const { input, lines } = submitted
  const { transaction, receipt } = input
  const method = paymentOf(db, 'transaction.pmtTyCd', transaction.pmtTyCd)
  if (!method.ok) return method
  const author: Author = { id: transaction.regrId || 'USR01', name: transaction.regrNm || 'Admin' }
  const at = ports.clock.now()
  const now = app.now()
  const saleDate = transaction.salesDt ?? toWireDate(now)
  const rates = app.taxRates()
  const buyer = { pin: transaction.custTin ?? receipt.custTin, name: transaction.custNm || null }
  const sum = (name: 'total' | 'taxable' | 'tax' | 'discount') =>
    lines.reduce((total, line) => total + line[name], 0)
  const total = sum('total')
  return allOrNothing(db, () => {
    const found = itemsOfSale(context, input, { prices: lines.map((line) => line.unitPrice), author })
    if (!found.ok) return found
    const { items, needs } = found.data
    release(context, submitted, author)
    const id = insertInvoice(
      db,
      {
        kind: 'sale',
        number: transaction.invcNo,
        source: 'software',
        original_id: null,
        reason: null,
        sold_at: at,
        day: saleDate,
        author_id: author.id,
        author_name: author.name,
        buyer_pin: buyer.pin,
        buyer_name: buyer.name,
        payment_method: method.data,
        total,
        taxable: sum('taxable'),
        tax: sum('tax'),
        discount: sum('discount'),
        tendered: total,
        change: 0,
        line_count: items.length,
        tax_rates: JSON.stringify(rates),
        request_id: null,
        body_hash: bodyHash(input),
        caller_body: JSON.stringify(input),
      },
      {
        lines: input.lineItems.map((line, index) => {
          const item = items[index] as ItemRow
          const { quantity, unitPrice, discount, taxable, tax, total } = lines[index] as CallerLine
          return {
            item_id: item.id,
            item_code: item.code,
            name: line.itemNm,
            item_class: line.itemClsCd ?? item.item_class,
            item_type: item.type,
            barcode: item.barcode,
            package_unit: item.package_unit,
            quantity_unit: item.quantity_unit,
            quantity,
            unit_price: unitPrice,
            discount,
            total,
            taxable,
            tax,
            tax_type: line.taxTyCd,
          }
        }),
        tenders: method.data === null ? [] : [{ method: method.data, amount: total, reference: null }],
      },
    )
    const payload: SalePayload = {
      kind: 'sale',
      traderNumber: transaction.invcNo,
      originalId: null,
      buyerPin: buyer.pin,
      buyerName: buyer.name,
      paymentMethod: method.data,
      confirmedAt: `${saleDate}${toWireDateTime(now).slice(8)}`,
      saleDate,
      refundReason: null,
      rates,
      remark: null,
      author,
      lines: payloadLines(submitted, items),
    }
    enqueueInvoice(db, { id, number: transaction.invcNo, total, payload }, { author, at, needs })
    return ok(invoiceById(db, id) as Invoice)
  })
}
