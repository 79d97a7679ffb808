/** Sales and credit notes, and their sums per day. */
import type { DaySum, Documents, NewInvoice, NewLine, NewTender } from '../../../db/hub/projected.ts'
import { insertDocuments, replaceTenders } from '../../../db/hub/projected.ts'
import type { Invoice, InvoiceLine, InvoiceTender } from '../../../db/profile/invoices.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { FactOrigin, Projection } from './projection.ts'

/** `20260131` as a date. */
export const dayOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

type Key = Pick<NewLine, 'branch' | 'origin' | 'day' | 'invoice_id'>

const lineOf = (key: Key, line: InvoiceLine, uids: Fact['uids']): NewLine => {
  const {
    position,
    item_id,
    item_code,
    name,
    quantity,
    unit_price,
    discount,
    total,
    taxable,
    tax,
    tax_type,
  } = line
  const item = item_id === null ? null : (uids.items[item_id] ?? null)
  const amounts = { quantity, unit_price, discount, total, taxable, tax, tax_type }
  return { ...key, position, item, code: item_code, name, ...amounts }
}

const tenderOf = (key: Key, tender: InvoiceTender): NewTender => {
  const { position, method, amount, reference, tender_id = null, tender_name = null } = tender
  return { ...key, position, method, amount, reference, tender_id, tender_name }
}

const taxesOf = (lines: InvoiceLine[]): NewInvoice['taxes'] => {
  const taxes: NewInvoice['taxes'] = {}
  for (const { tax_type, total, taxable, tax } of lines) {
    const sum = taxes[tax_type] ?? [0, 0, 0]
    taxes[tax_type] = [sum[0] + total, sum[1] + taxable, sum[2] + tax]
  }
  return taxes
}

const invoiceOf = (
  { id: origin, branch }: FactOrigin,
  { row, lines = [] }: { row: Invoice; lines?: InvoiceLine[] },
  of: { id: number; seq: number },
) => {
  const { kind, number, trader_number, source, original_id, reason, sold_at, author_id, author_name } = row
  const { buyer_pin, buyer_name, total, taxable, tax, discount } = row
  return {
    ...{
      branch,
      origin,
      ...of,
      day: dayOf(row.day),
      kind,
      number,
      trader_number,
      source,
      original_id,
      reason,
    },
    ...{ sold_at, author_id, author_name, buyer_pin, buyer_name, method: row.payment_method ?? '', total },
    ...{ taxable, tax, discount, shift_id: row.shift_id ?? null, change: row.change ?? 0 },
    taxes: taxesOf(lines),
  } satisfies NewInvoice
}

const addSum = (sums: Map<string, DaySum>, invoice: NewInvoice): void => {
  const { day, branch, origin, kind, method, total, taxable, tax } = invoice
  const key = `${day} ${kind} ${method}`
  const sum = sums.get(key) ?? {
    day,
    branch,
    origin,
    kind,
    method,
    documents: 0,
    total: 0,
    taxable: 0,
    tax: 0,
  }
  sums.set(key, {
    ...sum,
    documents: sum.documents + 1,
    total: sum.total + total,
    taxable: sum.taxable + taxable,
    tax: sum.tax + tax,
  })
}

export const documents: Projection = {
  kinds: ['sale', 'creditNote'],
  make: async (tx, origin, facts) => {
    const made: Documents = { invoices: [], lines: [], tenders: [], sums: [] }
    const sums = new Map<string, DaySum>()
    for (const { seq, rowId, rows, uids } of facts) {
      // The till lost it, which the fact says.
      if (rows === null || rowId === null) continue
      const invoice = invoiceOf(origin, rows as unknown as { row: Invoice; lines?: InvoiceLine[] }, {
        id: rowId,
        seq,
      })
      const key = { branch: origin.branch, origin: origin.id, day: invoice.day, invoice_id: rowId }
      made.invoices.push(invoice)
      for (const line of rows.lines ?? []) made.lines.push(lineOf(key, line as unknown as InvoiceLine, uids))
      for (const tender of rows.tenders ?? [])
        made.tenders.push(tenderOf(key, tender as unknown as InvoiceTender))
      addSum(sums, invoice)
    }
    await insertDocuments(tx, { ...made, sums: [...sums.values()] })
  },
}

/** How a sale was really paid. The sums of the day stay: they are of the sale as it was made. */
export const payments: Projection = {
  kinds: ['paymentChanged'],
  make: async (tx, origin, facts) => {
    for (const { subject, content } of facts) {
      const { is, change } = JSON.parse(content) as {
        is: InvoiceTender[]
        change?: [was: number, is: number]
      }
      const tenders = is.map(({ method, amount, reference, tender_id = null, tender_name = null }) => ({
        ...{ method, amount, reference, tender_id, tender_name },
      }))
      const of = { branch: origin.branch, origin: origin.id, number: subject }
      await replaceTenders(tx, of, tenders, change?.[1])
    }
  },
}
