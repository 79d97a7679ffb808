/** The authority's side of purchases: what suppliers have invoiced to us, and what was confirmed. */
import type { Verdict } from './authority.ts'

export type Body = Record<string, unknown>

export const hundredths = (value: unknown): number => Math.round(Number(value) * 100)
export const linesOf = (body: Body) =>
  (body['itemList'] as Body[]).map((line) => ({
    code: String(line['itemCd']),
    quantity: hundredths(line['qty']),
    total: hundredths(line['totAmt']),
  }))
/** Whether the lines add up to the document's total. */
export const sums = (body: Body): boolean =>
  linesOf(body).reduce((sum, { total }) => sum + total, 0) === hundredths(body['totAmt'])

/** The supplier of the purchases. */
export const supplierPin = 'P051777777T'

/** In the supplier's units: hundredths, and cents of one. `code`: the supplier's; absent: a new one. */
export interface InvoicedLine {
  code?: string
  quantity: number
  price: number
}

export interface SupplierInvoice {
  number: string
  /** Quantities in hundredths of the supplier's units, totals in cents. */
  lines: { code: string; quantity: number; total: number }[]
  /** Cents. */
  total: number
  /** The authority does not return it before this moment of its clock. */
  shownAt: number
  /** The purchase's number it was confirmed under. */
  confirmedAs: number | null
  body: Body
}

interface Options {
  now(): number
  stampOf(at: number): string
  say(code: string, text: string, data?: unknown): Verdict
  /** For how long a new invoice is not shown, milliseconds. */
  hiddenMs(): number
  found(name: string, rows: unknown[]): Verdict
  /** Whether an item is registered. */
  isKnown(code: string): boolean
  violations: string[]
}

/** What our confirmation says of a delivery names the invoice, and so does the record of its goods. */
export const remarkOf = (number: string): string => `Invoice ${number}`

export const createSuppliers = ({ now, stampOf, say, found, hiddenMs, isKnown, violations }: Options) => {
  const invoices: SupplierInvoice[] = []
  let nextPurchase = 1
  const refuse = (text: string) => say('910', text)

  const lineBody = ({ code, quantity, price }: Required<InvoicedLine>, index: number) => {
    const total = Math.round((quantity * price) / 100)
    const taxable = Math.round((total * 100) / 116)
    return {
      ...{ itemSeq: index + 1, itemClsCd: '5059690800', itemCd: code, itemNm: 'Supplied', bcd: null },
      ...{ pkgUnitCd: 'NT', pkg: 1, qtyUnitCd: 'U', qty: quantity / 100, prc: price / 100 },
      ...{ splyAmt: total / 100, dcRt: 0, dcAmt: 0, taxTyCd: 'B' },
      ...{ taxblAmt: taxable / 100, taxAmt: (total - taxable) / 100, totAmt: total / 100 },
    }
  }

  const invoiceUs = (lines: InvoicedLine[]): SupplierInvoice => {
    const number = String(invoices.length + 1)
    const own = `KE2NTU${number.padStart(7, '0')}`
    const itemList = lines.map((line, index) => lineBody({ code: own, ...line }, index))
    const sum = (name: 'totAmt' | 'taxblAmt') =>
      itemList.reduce((total, line) => total + hundredths(line[name]), 0)
    const [total, taxable, at] = [sum('totAmt'), sum('taxblAmt'), now()]
    const body = {
      ...{ spplrTin: supplierPin, spplrNm: 'Supplier', spplrBhfId: '00', spplrInvcNo: Number(number) },
      ...{ rcptTyCd: 'S', pmtTyCd: '01', cfmDt: '2026-03-01 08:00:00', salesDt: '20260301' },
      ...{ stockRlsDt: null, totItemCnt: lines.length, remark: null, changed: stampOf(at), itemList },
      ...{ taxblAmtB: taxable / 100, taxRtB: 16, taxAmtB: (total - taxable) / 100 },
      ...{ totTaxblAmt: taxable / 100, totTaxAmt: (total - taxable) / 100, totAmt: total / 100 },
    }
    const invoice = {
      ...{ number, total, body, lines: linesOf(body), shownAt: at + hiddenMs() },
      confirmedAs: null,
    }
    invoices.push(invoice)
    return invoice
  }

  /** Like a real one's, an answer is of what changed since, and of what is shown by now. */
  const list = (body: Body): Verdict => {
    const since = String(body['lastReqDt'])
    const shown = invoices.filter(({ confirmedAs, shownAt }) => confirmedAs === null && shownAt <= now())
    return found(
      'saleList',
      shown.map((invoice) => invoice.body).filter(({ changed }) => String(changed) > since),
    )
  }

  /** Quantities by the supplier's code: Kaunta sends one line as two where the amounts need it. */
  const quantitiesOf = (lines: { code: string; quantity: number }[]): string => {
    const by = Map.groupBy(lines, ({ code }) => code)
    const all = [...by].map(([code, of]) => `${code} ${of.reduce((sum, line) => sum + line.quantity, 0)}`)
    return all.toSorted().join()
  }

  const confirm = (body: Body): Verdict => {
    const number = Number(body['invcNo'])
    if (number !== nextPurchase)
      return refuse(`Invalid invcNo sequence, expected: ${nextPurchase} but found: ${number}`)
    const invoice = invoices[Number(body['spplrInvcNo']) - 1]
    if (!invoice || body['spplrTin'] !== supplierPin)
      return refuse(`Supplier invoice number ${String(body['spplrInvcNo'])} does not exist`)
    if (invoice.confirmedAs !== null) return say('994', 'Duplicate data')
    const unknown = linesOf(body).find(({ code }) => !isKnown(code))
    if (unknown) {
      violations.push(`a purchase came before its item ${unknown.code}`)
      return refuse(`Item ${unknown.code} does not exist in your inventory`)
    }
    if (!sums(body) || hundredths(body['totAmt']) !== invoice.total) return refuse('Invalid totAmt')
    const said = (body['itemList'] as Body[]).map((line) => ({
      ...{ code: String(line['spplrItemCd']), quantity: hundredths(line['qty']) },
    }))
    if (quantitiesOf(said) !== quantitiesOf(invoice.lines))
      violations.push(`the purchase ${invoice.number} is of ${quantitiesOf(said)}`)
    invoice.confirmedAs = number
    nextPurchase += 1
    return say('000', 'It is succeeded')
  }

  return {
    ...{ invoices, invoiceUs, list, confirm },
    /** The invoice of goods that come before it was confirmed. */
    unconfirmedOf: (type: string, remark: string): string | null => {
      const named = type === '02' && invoices.find(({ number }) => remarkOf(number) === remark)
      return named && named.confirmedAs === null ? named.number : null
    },
    takeNumber: (): void => {
      nextPurchase += 1
    },
  }
}
