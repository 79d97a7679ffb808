/** A sales invoice of other software (`spec 4.11`): kept, queued, and answered when the authority has signed it. */
import { createHash } from 'node:crypto'
import { type Invoice, insertInvoice, invoiceByNumber, signatureOf } from '../../../db/app/invoices.ts'
import { type ItemRow, itemByCode, itemById } from '../../../db/app/items.ts'
import { codesOf, device } from '../../../db/app/reference.ts'
import { registrationOf, type Submission, submissionOfInvoice } from '../../../db/app/submissions.ts'
import type { Author } from '../../authority/port.ts'
import type { AppContext } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { paymentCode, paymentCodes } from '../../fiscal/codes.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import { centsFromWire, multiply } from '../../fiscal/money.ts'
import { enqueueInvoice, needsOfItems } from '../../queue/enqueue.ts'
import type { SalePayload } from '../../queue/records.ts'
import { invalid, itemNotFound, missing, notAnsweredYet, notReady, refusedBy } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { storeItem } from '../item/store.ts'

type Input = ParsedInputOf<'sale.submit'>
type Line = Input['lineItems'][number]
type Result = OutputOf<'sale.submit'>

/** The same call again: equal whatever the order of its members. */
export const bodyHash = (body: unknown): string => {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => [name, ordered(each)]),
    )
  }
  return createHash('sha256')
    .update(JSON.stringify(ordered(body)))
    .digest('hex')
}

interface Amounts {
  price: number
  quantity: number
  discountRate: number
  discount: number
  taxable: number
  tax: number
  total: number
}

/** The caller's own amounts, exactly as given: they are passed on, never computed anew (design §4). */
const amountsOf = (line: Line, field: string): Reply<Amounts> => {
  const names = {
    price: 'prc',
    quantity: 'qty',
    discountRate: 'dcRt',
    discount: 'dcAmt',
    taxable: 'taxblAmt',
    tax: 'taxAmt',
    total: 'totAmt',
  } as const
  const amounts: Partial<Amounts> = {}
  for (const [name, wire] of Object.entries(names) as [keyof Amounts, (typeof names)[keyof Amounts]][]) {
    const value = line[wire] ?? 0
    const cents = centsFromWire(value)
    const exact = cents !== null && Math.abs(cents / 100 - value) < 1e-9
    if (!exact) return invalid(`${field}.${wire}`, String(value), 'a number with at most two decimals')
    amounts[name] = cents
  }
  return ok(amounts as Amounts)
}

/** `09` is used by callers and is in no table of the authority (`authority §10`): it goes as "other". */
const paymentOf = ({ db }: AppContext, code: string | undefined): Reply<string | null> => {
  if (code === undefined) return ok(null)
  const rows = codesOf(db, '07').map((row) => ({ code: row.code, name: row.name }))
  const table = rows.length > 0 ? rows : [...paymentCodes]
  if (table.some((row) => row.code === code)) return ok(code)
  if (code === '09') return ok(paymentCode('other', table))
  return invalid('transaction.pmtTyCd', code, `one of ${table.map((row) => row.code).join(', ')}`)
}

interface Found {
  items: ItemRow[]
  /** Registrations made for this sale: their failure does not stop it. */
  registrations: Set<number>
}

const autoRegister = (
  context: AppContext,
  line: Line,
  { amounts, author }: { amounts: Amounts; author: Author },
) =>
  storeItem(
    context.app,
    {
      name: line.itemNm.slice(0, 100),
      barcode: null,
      category: null,
      type: line.itemTyCd,
      tax_type: line.taxTyCd,
      price: amounts.price,
      item_class: line.itemClsCd ?? '',
      class_alias: null,
      origin_country: line.orgnNatCd,
      package_unit: line.pkgUnitCd ?? 'NT',
      quantity_unit: line.qtyUnitCd,
      standard_name: null,
      batch_number: null,
      additional_info: null,
      description: null,
      low_stock: null,
      active: 1,
    },
    { code: line.itemCd, author },
  )

/** Finds or registers the items of the lines; `spec 3`, rule 5 and the rules of `spec 4.11`. */
const itemsOf = (
  context: AppContext,
  input: Input,
  work: { amounts: Amounts[]; author: Author },
): Reply<Found> => {
  const { db } = context
  const found: Found = { items: [], registrations: new Set() }
  for (const [index, line] of input.lineItems.entries()) {
    const field = `lineItems[${index}]`
    let item = itemByCode(db, line.itemCd)
    if (!item && input.autoRegisterItems) {
      if (!line.itemClsCd) return missing(`${field}.itemClsCd`)
      const stored = autoRegister(context, line, {
        amounts: work.amounts[index] as Amounts,
        author: work.author,
      })
      if (!stored.ok) return stored
      item = stored.item
      if (stored.submissionId !== null) found.registrations.add(stored.submissionId)
    }
    if (!item) return itemNotFound(`${field}.itemCd`, line.itemCd)
    if (input.autoRegisterItems && item.registration !== 'registered') {
      const registration = registrationOf(db, item.id)
      if (registration) found.registrations.add(registration.id)
    }
    found.items.push(item)
  }
  return ok(found)
}

const refuseInput = Symbol('refused input')

/** Stores the document and what it needs in one transaction; a refused input leaves nothing behind. */
const store = (context: AppContext, input: Input, amounts: Amounts[]): Reply<Submission> => {
  const { app, db, ports } = context
  const { transaction } = input
  const method = paymentOf(context, transaction.pmtTyCd)
  if (!method.ok) return method
  const author: Author = { id: transaction.regrId ?? 'USR01', name: transaction.regrNm ?? 'Admin' }
  const at = ports.clock.now()
  const now = app.now()
  const saleDate = transaction.salesDt ?? toWireDate(now)
  const rates = app.taxRates()
  const receiptPin = (input.receipt as { custTin?: unknown })['custTin']
  const buyerPin =
    transaction.custTin ?? (typeof receiptPin === 'string' && receiptPin !== '' ? receiptPin : null)
  let refusal: Reply<never> | undefined
  try {
    return db.transaction(() => {
      const found = itemsOf(context, input, { amounts, author })
      if (!found.ok) {
        refusal = found
        throw refuseInput
      }
      const { items, registrations } = found.data
      const sum = (name: keyof Amounts) => amounts.reduce((total, line) => total + line[name], 0)
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
          buyer_pin: buyerPin,
          buyer_name: transaction.custNm ?? null,
          payment_method: method.data,
          total: sum('total'),
          taxable: sum('taxable'),
          tax: sum('tax'),
          discount: sum('discount'),
          tendered: sum('total'),
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
            const amount = amounts[index] as Amounts
            return {
              item_id: item.id,
              item_code: item.code,
              name: line.itemNm,
              item_class: line.itemClsCd ?? item.item_class,
              item_type: item.type,
              barcode: item.barcode,
              package_unit: item.package_unit,
              quantity_unit: item.quantity_unit,
              quantity: amount.quantity,
              unit_price: amount.price,
              discount: amount.discount,
              total: amount.total,
              taxable: amount.taxable,
              tax: amount.tax,
              tax_type: line.taxTyCd,
            }
          }),
          tenders:
            method.data === null ? [] : [{ method: method.data, amount: sum('total'), reference: null }],
        },
      )
      const payload: SalePayload = {
        kind: 'sale',
        traderNumber: transaction.invcNo,
        originalId: null,
        buyerPin,
        buyerName: transaction.custNm ?? null,
        paymentMethod: method.data,
        confirmedAt: `${saleDate}${toWireDateTime(now).slice(8)}`,
        saleDate,
        refundReason: null,
        rates,
        remark: null,
        author,
        lines: input.lineItems.map((line, index) => {
          const item = items[index] as ItemRow
          const amount = amounts[index] as Amounts
          return {
            itemId: item.id,
            itemClass: line.itemClsCd ?? item.item_class,
            itemName: line.itemNm,
            barcode: item.barcode,
            packageUnit: item.package_unit,
            packageQuantity: 100,
            quantityUnit: item.quantity_unit,
            quantity: amount.quantity,
            unitPrice: amount.price,
            supply: multiply(amount.price, amount.quantity),
            discountRate: amount.discountRate,
            discount: amount.discount,
            taxType: line.taxTyCd,
            taxable: amount.taxable,
            tax: amount.tax,
            total: amount.total,
          }
        }),
      }
      const needs = needsOfItems(
        db,
        new Map(items.map((item) => [item.id, itemById(db, item.id) ?? item])).values(),
        true,
      ).map((need) => (registrations.has(need.id) ? { ...need, need: 'settled' as const } : need))
      enqueueInvoice(
        db,
        { id, number: transaction.invcNo, total: sum('total'), payload },
        { author, at, needs },
      )
      return ok(submissionOfInvoice(db, id) as Submission)
    })
  } catch (error) {
    if (error === refuseInput && refusal) return refusal
    throw error
  }
}

const resultOf = ({ db }: AppContext, invoice: Invoice): Result | null => {
  const signed = signatureOf(db, invoice.id)
  if (!signed?.signature || !signed.internal_data || !signed.signed_at) return null
  return {
    cisInvcNo: signed.authority_number,
    intrlData: signed.internal_data,
    rcptSign: signed.signature,
    sdcDateTime: signed.signed_at,
    totRcptNo: signed.total_receipt_number ?? 0,
  }
}

/** A number that is in use: waits for the document when it is the same, says 004 when it is not or is done already. */
const attach = async (context: AppContext, invoice: Invoice, hash: string): Promise<Reply<Result>> => {
  const { app, db } = context
  const result = resultOf(context, invoice)
  const duplicate = (data: unknown, hint: string) =>
    fail(
      '004',
      'sale.duplicate',
      `An invoice with the number ${invoice.number} was already submitted${hint}`,
      { field: 'transaction.invcNo', params: { number: invoice.number }, ...(data ? { data } : {}) },
    )
  if (result) return duplicate(result, '; its result is in data.')
  if (invoice.body_hash !== hash) return duplicate(null, ' with other contents. Use another number.')
  const row = submissionOfInvoice(db, invoice.id)
  if (!row) return duplicate(null, '.')
  // The caller asks again: that is a wish to try, not only to know.
  if (row.state === 'queued' || row.state === 'unknown') app.submitter.tryNow()
  return outcome(context, invoice, row.id)
}

const outcome = async (
  context: AppContext,
  invoice: Invoice,
  submissionId: number,
): Promise<Reply<Result>> => {
  const { app } = context
  const row = await app.submitter.whenSettled(submissionId, app.timing.answerMs)
  const result = resultOf(context, invoice)
  if (result) return ok(result)
  if (row?.state === 'accepted') {
    const signed = signatureOf(context.db, invoice.id)
    return fail(
      '006',
      'sale.unsigned',
      'The tax authority has this invoice, but its signature could not be had. Do not send it again; enter the signature on the Receipts screen when the authority tells it.',
      { data: { cisInvcNo: signed?.authority_number ?? null } },
    )
  }
  if (row?.state === 'refused' || row?.state === 'withdrawn') return refusedBy(row)
  return notAnsweredYet(row)
}

export const submitSale: Handler<'sale.submit'> = async (input, context) => {
  const { app, db } = context
  if (!device(db)) return notReady()
  const existing = invoiceByNumber(db, input.transaction.invcNo)
  if (existing) return attach(context, existing, bodyHash(input))
  const amounts: Amounts[] = []
  for (const [index, line] of input.lineItems.entries()) {
    const amount = amountsOf(line, `lineItems[${index}]`)
    if (!amount.ok) return amount
    amounts.push(amount.data)
  }
  const stored = store(context, input, amounts)
  if (!stored.ok) return stored
  const invoice = invoiceByNumber(db, input.transaction.invcNo) as Invoice
  app.emit({ type: 'invoice.changed', invoiceId: invoice.id })
  app.emit({ type: 'queue.changed' })
  app.submitter.wake()
  return outcome(context, invoice, stored.data.id)
}
