/** The sale being rung up, as a pure reducer: no clock, no network, no money arithmetic but the till's own. */
import type { Item } from '../../../../core/contract/item.ts'
import type { Cart, Discount, Returned } from '../../../../core/contract/sale.ts'
import type { PaymentMethod } from '../../../../core/fiscal/codes.ts'
import { lineOfLabel, type PriceLabel } from './priceLabel.ts'

/** The buyer on the receipt. */
export type Buyer = NonNullable<Cart['buyer']>

/** The part of an item that a line needs. */
export type SoldItem = Pick<
  Item,
  'id' | 'code' | 'name' | 'price' | 'taxType' | 'type' | 'quantityUnit' | 'onHand'
> & { secondName?: string | null }

/** Quantity in hundredths, prices in cents with the tax in them. */
export type Line = {
  /** Names the line for as long as the sale lasts. */
  key: number
  item: SoldItem
  quantity: number
  /** A price given by a manager; absent = the item's. */
  unitPrice?: number
  discount?: Discount
  /** The price label that was scanned; `quantity` and `discount` are the label's. */
  label?: string
  /** Weighed, or priced by a scale's label: the next one of its item is a line of its own. */
  alone: boolean
}

/** A way to pay in the till's words; the authority's code is looked up when the sale is completed. */
export type SaleTender = {
  method: PaymentMethod
  /** A tender of the shop; absent: the shipped one. */
  tenderId?: string
  amount: number
  reference?: string
  allowUsed?: true
  /** Not the customer's: what returned goods pay. */
  returned?: true
}

/** The line that was removed last, so that it can be restored. */
type Voided = {
  lines: { line: Line; index: number }[]
  /** The whole sale went, and with it what belongs to no line. */
  whole: Pick<Sale, 'discount' | 'buyer' | 'proforma' | 'returned' | 'tenders'> | null
}

export type Sale = {
  /** Made once per sale, so that a double press or a lost answer cannot ring it up twice. */
  requestId: string
  lines: Line[]
  selected: number | null
  discount?: Discount
  buyer?: Buyer
  /** The proforma that it came of. */
  proforma?: number
  /** Goods of an earlier sale that come back in exchange. */
  returned?: Returned
  tenders: SaleTender[]
  voided: Voided | null
  /** The line that the last act added to, and by how much: so much may still be corrected. */
  added?: { key: number; quantity: number }
  /** The line touched last, and a count that makes each touch a new one. */
  touched: { key: number; count: number } | null
  nextKey: number
}

export type SaleAction =
  /** `quantity` in hundredths; `label.total` in cents is what a scale's label asks for the whole line. */
  | { type: 'add'; item: SoldItem; quantity?: number; label?: PriceLabel }
  | { type: 'setQuantity'; key: number; quantity: number }
  | { type: 'setPrice'; key: number; unitPrice: number | null }
  | { type: 'discountLine'; key: number; discount: Discount | null }
  | { type: 'discountSale'; discount: Discount | null }
  | { type: 'void'; key: number }
  | { type: 'voidAll' }
  | { type: 'undoVoid' }
  /** What was removed cannot be restored. */
  | { type: 'forgetVoided' }
  | { type: 'select'; key: number }
  | { type: 'move'; by: 1 | -1 }
  | { type: 'setBuyer'; buyer: Buyer | null }
  | { type: 'setReturned'; returned: Returned | null }
  /** How the returned goods are refunded. */
  | { type: 'giveBack'; by: Pick<Returned, 'refundBy' | 'refundTenderId' | 'refund'> }
  | { type: 'tender'; tender: SaleTender }
  | { type: 'takeBackTender'; index: number }
  /** The items of the sale as they are now: price, stock, name. */
  | { type: 'refreshItems'; items: readonly SoldItem[] }
  | {
      type: 'resume'
      cart: Cart
      items: readonly SoldItem[]
      requestId: string
      /** The payments of a sale that was being paid. */
      tenders?: SaleTender[]
    }
  | { type: 'start'; requestId: string }

/** `cart` of the contract takes no more. */
export const mostLines = 500

const one = 100
const measures = new Set(['KG', 'GRM', 'L', 'LTR', 'M', 'MTR'])

export const newSale = (requestId: string): Sale => ({
  requestId,
  lines: [],
  selected: null,
  tenders: [],
  voided: null,
  touched: null,
  nextKey: 1,
})

export function changeSale(sale: Sale, action: SaleAction): Sale {
  const next = changed(sale, action)
  if (next === sale || keepsAdded.has(action.type)) return next
  if (action.type !== 'setQuantity' || action.key !== sale.added?.key) return put(next, 'added', null)
  const quantity = sale.added.quantity + quantityOf(next, action.key) - quantityOf(sale, action.key)
  return put(next, 'added', quantity > 0 ? { key: action.key, quantity } : null)
}

const keepsAdded = new Set<SaleAction['type']>(['add', 'select', 'move', 'refreshItems'])

const quantityOf = ({ lines }: Sale, key: number | undefined): number =>
  lines.find((line) => line.key === key)?.quantity ?? 0

function changed(sale: Sale, action: SaleAction): Sale {
  switch (action.type) {
    case 'add':
      return add(sale, action)
    case 'setQuantity':
      return changeLine(sale, action.key, (line) => ({ ...withoutLabel(line), quantity: action.quantity }))
    case 'setPrice':
      return changeLine(sale, action.key, (line) =>
        put(withoutLabel(line), 'unitPrice', otherPrice(line, action.unitPrice)),
      )
    case 'discountLine':
      return changeLine(sale, action.key, (line) => put(withoutLabel(line), 'discount', action.discount))
    case 'discountSale':
      return put(sale, 'discount', action.discount)
    case 'void':
      return voidLine(sale, action.key)
    case 'voidAll':
      return voidAll(sale)
    case 'undoVoid':
      return undoVoid(sale)
    case 'forgetVoided':
      return { ...sale, voided: null }
    case 'select':
      return sale.selected === action.key ? sale : { ...sale, selected: action.key }
    case 'move':
      return move(sale, action.by)
    case 'setBuyer':
      return put(sale, 'buyer', action.buyer)
    case 'setReturned':
      return put(sale, 'returned', action.returned)
    case 'giveBack':
      return sale.returned ? { ...sale, returned: withWay(sale.returned, action.by) } : sale
    case 'tender':
      return { ...sale, tenders: [...sale.tenders, action.tender] }
    case 'takeBackTender':
      return { ...sale, tenders: sale.tenders.filter((_, index) => index !== action.index) }
    case 'refreshItems':
      return refreshItems(sale, action.items)
    case 'resume':
      return resume(action)
    case 'start':
      return newSale(action.requestId)
  }
}

/** Sold by weight, volume or length: the amount is asked for instead of counting pieces. */
export const isMeasured = (item: Pick<Item, 'quantityUnit'>) => measures.has(item.quantityUnit)

/** Pieces to count up and down; the quantity of weighed goods, or of a scale's label, is entered as a whole. */
export const isCounted = ({ item, label }: Line) => label === undefined && !isMeasured(item)

export const priceOf = (line: Line) => line.unitPrice ?? line.item.price

export const selectedLine = (sale: Sale) => sale.lines.find((line) => line.key === sale.selected)

/** How much of each item the sale takes, in hundredths, by the item's id. */
export function takenOf(lines: readonly Line[]): Map<number, number> {
  const taken = new Map<number, number>()
  for (const { item, quantity } of lines) taken.set(item.id, (taken.get(item.id) ?? 0) + quantity)
  return taken
}

/** Is more of the line's goods in the sale than the stock has? A service has no stock. */
export const isBelowStock = (line: Line, taken: ReadonlyMap<number, number>) =>
  line.item.onHand !== null && (taken.get(line.item.id) ?? 0) > line.item.onHand

/** The sale as the core takes it. */
export const toCart = (sale: Sale): Cart => ({
  lines: sale.lines.map(({ item, quantity, unitPrice, discount, label }) => ({
    itemId: item.id,
    quantity,
    ...(unitPrice !== undefined && { unitPrice }),
    ...(discount && { discount }),
    ...(label !== undefined && { label }),
  })),
  ...(sale.discount && { discount: sale.discount }),
  ...(sale.buyer && { buyer: sale.buyer }),
  ...(sale.proforma !== undefined && { proforma: sale.proforma }),
  ...(sale.returned && { returned: sale.returned }),
})

function add(sale: Sale, { item, quantity, label }: Extract<SaleAction, { type: 'add' }>): Sale {
  const alone = label !== undefined || isMeasured(item)
  const same = alone ? undefined : sale.lines.findLast((line) => takesMore(line, item))
  if (same) {
    const more = { ...same, item, quantity: same.quantity + (quantity ?? one) }
    const lines = sale.lines.map((line) => (line === same ? more : line))
    return touch({ ...sale, lines, added: { key: same.key, quantity: quantity ?? one } }, same.key)
  }
  if (sale.lines.length >= mostLines) return sale
  const amounts = label === undefined ? { quantity: quantity ?? one } : lineOfLabel(item.price, label)
  const line: Line = { key: sale.nextKey, item, alone, ...amounts }
  const voided = sale.voided?.whole ? null : sale.voided
  const added = { key: line.key, quantity: line.quantity }
  return touch({ ...sale, voided, added, lines: [...sale.lines, line], nextKey: sale.nextKey + 1 }, line.key)
}

const takesMore = (line: Line, item: SoldItem) =>
  !line.alone &&
  line.item.id === item.id &&
  line.item.price === item.price &&
  line.unitPrice === undefined &&
  !line.discount

/** A line that a person changes is no longer the label's: its rounding would count as a gift of the cashier. */
function withoutLabel({ label, ...line }: Line): Line {
  return label === undefined ? line : put(line, 'discount', null)
}

const otherPrice = (line: Line, unitPrice: number | null) =>
  unitPrice === line.item.price ? null : unitPrice

function changeLine(sale: Sale, key: number, change: (line: Line) => Line): Sale {
  const lines = sale.lines.map((line) => (line.key === key ? change(line) : line))
  return touch({ ...sale, lines }, key)
}

const touch = (sale: Sale, key: number): Sale => ({
  ...sale,
  selected: key,
  touched: { key, count: (sale.touched?.count ?? 0) + 1 },
})

function voidLine(sale: Sale, key: number): Sale {
  const index = sale.lines.findIndex((line) => line.key === key)
  const line = sale.lines[index]
  if (!line) return sale
  const lines = sale.lines.filter((other) => other !== line)
  const next = lines[index] ?? lines.at(-1)
  return {
    ...sale,
    lines,
    selected: next?.key ?? null,
    voided: { lines: [{ line, index }], whole: null },
  }
}

function voidAll(sale: Sale): Sale {
  if (sale.lines.length === 0) return sale
  const { requestId, nextKey, lines, selected, voided, touched, added, ...whole } = sale
  return {
    ...newSale(requestId),
    nextKey,
    touched,
    voided: { lines: lines.map((line, index) => ({ line, index })), whole },
  }
}

const withWay = ({ refundTenderId: _, ...returned }: Returned, by: Partial<Returned>): Returned => ({
  ...returned,
  ...by,
})

function undoVoid(sale: Sale): Sale {
  if (!sale.voided) return sale
  const lines = [...sale.lines]
  for (const { line, index } of sale.voided.lines) lines.splice(index, 0, line)
  const back: Sale = { ...sale, ...sale.voided.whole, lines, voided: null }
  const last = sale.voided.lines.at(-1)
  return last ? touch(back, last.line.key) : back
}

function move(sale: Sale, by: 1 | -1): Sale {
  const at = sale.lines.findIndex((line) => line.key === sale.selected)
  const next = sale.lines[at < 0 ? sale.lines.length - 1 : at + by]
  return next ? { ...sale, selected: next.key } : sale
}

const isSame = (one: SoldItem, other: SoldItem): boolean =>
  Object.entries(other).every(([name, value]) => one[name as keyof SoldItem] === value)

/** Lines whose item is as it was stay the same objects, so that they need not be painted again. */
function refreshItems(sale: Sale, items: readonly SoldItem[]): Sale {
  const byId = new Map(items.map((item) => [item.id, item]))
  let changed = false
  const lines = sale.lines.map((line) => {
    const item = byId.get(line.item.id)
    if (!item || isSame(line.item, item)) return line
    changed = true
    return { ...line, item }
  })
  return changed ? { ...sale, lines } : sale
}

/** A parked sale comes back with its items as they are now; a line whose item is gone cannot. */
function resume({ cart, items, requestId, tenders = [] }: Extract<SaleAction, { type: 'resume' }>): Sale {
  const byId = new Map(items.map((item) => [item.id, item]))
  const lines = cart.lines.flatMap(({ itemId, quantity, unitPrice, discount, label }, index): Line[] => {
    const item = byId.get(itemId)
    if (!item) return []
    const line = { key: index + 1, item, quantity, alone: isMeasured(item) }
    return [
      {
        ...line,
        ...(unitPrice !== undefined && { unitPrice }),
        ...(discount && { discount }),
        ...(label !== undefined && { label }),
      },
    ]
  })
  return {
    ...newSale(requestId),
    lines,
    tenders,
    selected: lines.at(-1)?.key ?? null,
    nextKey: cart.lines.length + 1,
    ...(cart.discount && { discount: cart.discount }),
    ...(cart.buyer && { buyer: cart.buyer }),
    ...(cart.proforma !== undefined && { proforma: cart.proforma }),
    ...(cart.returned && { returned: cart.returned }),
  }
}

/** Sets an optional property, or takes it away when the value is null. */
function put<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | null | undefined): T {
  const { [key]: _, ...rest } = target
  return (value === null || value === undefined ? rest : { ...rest, [key]: value }) as T
}
