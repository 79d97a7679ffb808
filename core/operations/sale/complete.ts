import {
  type Invoice,
  insertInvoice,
  invoiceByNumber,
  invoiceByRequest,
  tendersOf,
} from '../../../db/app/invoices.ts'
import { itemsToSell, type SoldItem } from '../../../db/app/items.ts'
import { nextNumber, setNextNumber } from '../../../db/app/lanes.ts'
import type { Db } from '../../../db/sqlite.ts'
import { type AppContext, authorOf, isCashier, whoOf } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { readPriceLabel, type ScaleRule } from '../../fiscal/barcode.ts'
import {
  type CartProblem,
  type PricedCart,
  type PricedLine,
  priceCart,
  takesOffMore,
} from '../../fiscal/cart.ts'
import { type PaymentMethod, paymentMethod } from '../../fiscal/codes.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import { authorityPackage, authorityUnit } from '../../fiscal/itemCode.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import { mainPaymentMethod, onCredit, settleTenders } from '../../fiscal/tender.ts'
import { enqueueInvoice, needsOfItems } from '../../queue/enqueue.ts'
import type { SalePayload } from '../../queue/records.ts'
import { bodyHash } from '../bodyHash.ts'
import { invalid } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { isService } from '../item/view.ts'
import { recordSoldGoods } from '../stock/sold.ts'
import { discountNeedsManager, priceNeedsManager } from './cashierLimits.ts'
import { endDraftOf } from './droppedGoods.ts'
import { paymentTable } from './payment.ts'
import { auditReused, normalReference, reusedCodes } from './references.ts'

type Input = ParsedInputOf<'sale.complete'>

const problems: Record<CartProblem['reason'], string> = {
  quantityInvalid: 'has a quantity that cannot be sold',
  priceInvalid: 'has a price that cannot be sold at',
  taxTypeUnknown: 'has a tax letter that does not exist',
  discountInvalid: 'has a discount that cannot be given',
  discountTooLarge: 'has a discount larger than its price',
  amountTooLarge: 'is larger than a till can take',
}

const problemFields: Partial<Record<CartProblem['reason'], string>> = {
  quantityInvalid: '.quantity',
  priceInvalid: '.unitPrice',
  discountInvalid: '.discount',
  discountTooLarge: '.discount',
}

const cartFailure = ({ line, reason }: CartProblem) => {
  const whole = reason === 'amountTooLarge' ? 'lines' : 'discount'
  const field = line === null ? whole : `lines[${line}]${problemFields[reason] ?? ''}`
  return fail(
    '003',
    `cart.${reason}`,
    `${line === null ? 'The sale' : `Line ${line + 1}`} ${problems[reason]}.`,
    { field, params: { line: (line ?? -1) + 1 } },
  )
}

/** The items of the lines as they are now; a price that is not the item's needs a manager. */
const itemsOf = ({ db, actor }: AppContext, lines: Input['lines']): Reply<SoldItem[]> => {
  const items: SoldItem[] = []
  const known = itemsToSell(
    db,
    lines.map(({ itemId }) => itemId),
  )
  for (const [index, line] of lines.entries()) {
    const item = known.get(line.itemId)
    if (item?.active !== 1) {
      return fail(
        '005',
        'item.notFound',
        `Line ${index + 1} is of an item that is not sold any more. Take it off.`,
        { field: `lines[${index}].itemId`, params: { code: item?.code ?? line.itemId } },
      )
    }
    if (line.unitPrice !== undefined && line.unitPrice !== item.price && isCashier(actor))
      return priceNeedsManager(`lines[${index}].unitPrice`)
    items.push(item)
  }
  return ok(items)
}

/** Returns whether quantity and discount are those of the scale's label that the line names; the cashier chose neither. */
const isAsLabelled = (item: SoldItem, line: Input['lines'][number], rules: readonly ScaleRule[]): boolean => {
  if (line.label === undefined || line.unitPrice !== undefined || line.discount?.kind !== 'amount')
    return false
  const label = readPriceLabel(
    line.label,
    { code: item.code, barcode: item.barcode, unitPrice: item.price },
    rules,
  )
  return label?.quantity === line.quantity && label.discount === line.discount.cents
}

/** Goods of which more is sold than is on the shelf, where the shop does not allow it (TIS 6.29, `authority §4.6`). */
const shortage = (
  items: SoldItem[],
  lines: Input['lines'],
): { item: SoldItem; index: number } | undefined => {
  const left = new Map<number, number>()
  for (const [index, item] of items.entries()) {
    if (isService(item)) continue
    const rest = (left.get(item.id) ?? item.on_hand) - (lines[index]?.quantity ?? 0)
    if (rest < 0) return { item, index }
    left.set(item.id, rest)
  }
  return undefined
}

/** The till's next number: a series of its own, skipping what a caller of the interface has used. */
export const takeTillNumber = (db: Db, series: string, prefix: string): string => {
  for (;;) {
    const next = nextNumber(db, series)
    setNextNumber(db, series, next + 1)
    const number = `${prefix}-${next}`
    if (!invoiceByNumber(db, number)) return number
  }
}

const one = 100

/** Ways to pay that leave somebody owing. */
const owedMethods: ReadonlySet<PaymentMethod> = new Set<PaymentMethod>(['credit', 'cashCredit'])

/** Lines as the authority gets them: one for each price it can check (`authority §6.2`). */
export const payloadLines = (items: SoldItem[], lines: PricedLine[]): SalePayload['lines'] =>
  lines.flatMap((line, index) => {
    const item = items[index] as SoldItem
    return line.wireLines.map((wire) => ({
      itemId: item.id,
      itemClass: item.item_class,
      itemName: item.name,
      barcode: item.barcode,
      packageUnit: authorityPackage(item.package_unit),
      packageQuantity: one,
      quantityUnit: authorityUnit(item.quantity_unit),
      quantity: wire.quantity,
      unitPrice: wire.unitPrice,
      supply: wire.supply,
      discountRate: 0,
      discount: 0,
      taxType: item.tax_type,
      taxable: wire.taxable,
      tax: wire.tax,
      total: wire.supply,
    }))
  })

/** In the till's own words: the authority's codes for them are looked up when it is told. */
interface NewTender {
  method: PaymentMethod
  amount: number
  reference: string | null
}

/** What the till says of a sale that is done. */
type Completed = Pick<Invoice, 'id' | 'number' | 'total' | 'tendered' | 'change'>

/** Writes the sale and all that follows from it. Call inside a transaction. */
const store = (
  context: AppContext,
  input: Input,
  sale: { items: SoldItem[]; priced: PricedCart; rates: TaxRates; change: number; tenders: NewTender[] },
): Completed => {
  const { app, db, actor } = context
  app.disk.demandRoom()
  const { items, priced, rates, change, tenders } = sale
  const method = mainPaymentMethod(priced.total, tenders)
  const author = authorOf(actor)
  const at = app.day.sure()
  const { tillName } = app.settings()
  const tendered = tenders.reduce((sum, { amount }) => sum + amount, 0)
  const number = takeTillNumber(db, 'till.sale', tillName)
  const id = insertInvoice(
    db,
    {
      kind: 'sale',
      number,
      trader_number: null,
      source: 'till',
      original_id: null,
      reason: null,
      sold_at: at,
      day: toWireDate(at),
      author_id: author.id,
      author_name: author.name,
      buyer_pin: input.buyer?.pin ?? null,
      buyer_name: input.buyer?.name || null,
      payment_method: method,
      total: priced.total,
      taxable: priced.taxable,
      tax: priced.tax,
      discount: priced.discount,
      tendered,
      change,
      line_count: items.length,
      tax_rates: JSON.stringify(rates),
      request_id: input.requestId,
      body_hash: bodyHash(input),
      caller_body: null,
    },
    {
      lines: priced.lines.map((line, index) => {
        const item = items[index] as SoldItem
        return {
          item_id: item.id,
          item_code: item.code,
          name: item.name,
          item_class: item.item_class,
          item_type: item.type,
          barcode: item.barcode,
          package_unit: item.package_unit,
          quantity_unit: item.quantity_unit,
          quantity: input.lines[index]?.quantity ?? 0,
          unit_price: input.lines[index]?.unitPrice ?? item.price,
          discount: line.discount,
          total: line.total,
          taxable: line.taxable,
          tax: line.tax,
          tax_type: item.tax_type,
        }
      }),
      tenders,
      who: whoOf(actor),
    },
  )
  const goods = new Map(items.filter((item) => !isService(item)).map((item) => [item.id, item]))
  const payload: SalePayload = {
    kind: 'sale',
    traderNumber: number,
    originalId: null,
    buyerPin: input.buyer?.pin ?? null,
    buyerName: input.buyer?.name || null,
    paymentMethod: method,
    confirmedAt: toWireDateTime(at),
    saleDate: toWireDate(at),
    refundReason: null,
    rates,
    remark: null,
    author,
    lines: payloadLines(items, priced.lines),
  }
  const needs = needsOfItems(db, new Map(items.map((item) => [item.id, item])).values(), true)
  const submissionId = enqueueInvoice(db, { id, number, total: priced.total, payload }, { author, at, needs })
  recordSoldGoods(context, { invoiceId: id, number, submissionId, goods, payload, lines: input.lines })
  return { id, number, total: priced.total, tendered, change }
}

const answer = (invoice: Completed, tenders: Parameters<typeof onCredit>[0]) =>
  ok({
    invoiceId: invoice.id,
    number: invoice.number,
    total: invoice.total,
    tendered: invoice.tendered - onCredit(tenders),
    change: invoice.change,
  })

const ringUp = (input: Input, context: AppContext): Reply<OutputOf<'sale.complete'>> => {
  const { app, db } = context
  const done = invoiceByRequest(db, input.requestId)
  if (done) {
    if (done.body_hash === bodyHash(input)) return answer(done, tendersOf(db, done.id))
    return fail(
      '004',
      'sale.requestReused',
      `Another sale, ${done.number}, was completed under this request already. Start a new one.`,
      { field: 'requestId', params: { number: done.number } },
    )
  }
  const items = itemsOf(context, input.lines)
  if (!items.ok) return items
  const rates = app.taxRates()
  const { blockBelowStock, cashierDiscount, scaleRules } = app.settings()
  const priced = priceCart({
    lines: input.lines.map((line, index) => {
      const item = items.data[index] as SoldItem
      return {
        quantity: line.quantity,
        unitPrice: line.unitPrice ?? item.price,
        taxType: item.tax_type,
        discount: line.discount,
        labelled: isAsLabelled(item, line, scaleRules),
      }
    }),
    discount: input.discount,
    rates,
  })
  if (!priced.ok) return cartFailure(priced.problem)
  if (isCashier(context.actor) && takesOffMore(priced.cart, cashierDiscount))
    return discountNeedsManager(cashierDiscount, 'discount')
  if (blockBelowStock) {
    const short = shortage(items.data, input.lines)
    if (short) {
      return fail(
        '003',
        'sale.belowStock',
        `There is not enough "${short.item.name}" in stock. Record what came in first, or take it off.`,
        { field: `lines[${short.index}].quantity`, params: { name: short.item.name } },
      )
    }
  }
  const table = paymentTable(db)
  const unknown = input.tenders.findIndex(({ method }) => !table.some(({ code }) => code === method))
  if (unknown >= 0) {
    return invalid(
      `tenders[${unknown}].method`,
      input.tenders[unknown]?.method ?? '',
      `one of ${table.map(({ code }) => code).join(', ')}`,
    )
  }
  const tenders = input.tenders.map(({ method: code, amount, reference }) => {
    const method = paymentMethod(code, table)
    return { method, amount, reference: normalReference(method, reference) }
  })
  const settled = settleTenders(priced.cart.total, tenders)
  if (!settled.ok) {
    const { tender, reason } = settled.problem
    return fail('003', `tender.${reason}`, 'Only cash can be more than what is due.', {
      field: tender === null ? 'tenders' : `tenders[${tender}].amount`,
    })
  }
  if (settled.settlement.remaining > 0) {
    return fail('003', 'sale.notPaid', 'The sale is not paid in full yet.', {
      field: 'tenders',
      params: { remaining: settled.settlement.remaining },
    })
  }
  if (!input.buyer && tenders.some(({ method }) => owedMethods.has(method))) {
    return fail(
      '002',
      'sale.creditNeedsBuyer',
      'A sale on credit needs a buyer: a name or a PIN of whoever owes it.',
      { field: 'buyer' },
    )
  }
  const reused = reusedCodes(context, input.tenders, tenders)
  if (!reused.ok) return reused
  const { change } = settled.settlement
  const sale = { items: items.data, priced: priced.cart, rates, change, tenders }
  const completed = store(context, input, sale)
  auditReused(context, completed, reused.data)
  const end = { became: 'completed', number: completed.number, lines: input.lines } as const
  endDraftOf(context.db, input.requestId, end, context.ports.clock.now())
  return answer(completed, tenders)
}

export const completeSale: Handler<'sale.complete'> = (input, context) => {
  const { app, db } = context
  // What is read and what is written belong together; within a transaction a read also costs a third.
  const reply = db.transaction(() => ringUp(input, context))
  if (!reply.ok) return reply
  app.emit({ type: 'invoice.changed', invoiceId: reply.data.invoiceId })
  app.emit({ type: 'queue.changed' })
  app.emit({ type: 'stock.changed', itemIds: [...new Set(input.lines.map(({ itemId }) => itemId))] })
  app.submitter.wake()
  return reply
}
