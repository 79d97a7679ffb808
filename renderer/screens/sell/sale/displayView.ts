import type { InputOf } from '../../../../core/contract/index.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { formatMoney, formatQuantity } from '../../../../core/fiscal/money.ts'
import { itemName } from '../../../i18n/itemName.ts'
import type { DisplayView } from '../../../window/displayView.ts'
import { isMeasured, type Line, priceOf } from './cart.ts'
import { dueOf, type PricedSale } from './pricing.ts'
import type { SellState } from './saleStore.ts'

/** `2 × 70.00`; what is weighed has its unit too. */
function howOf(line: Line): string {
  const unit = isMeasured(line.item) ? ` ${unitSign(line.item.quantityUnit)}` : ''
  return `${formatQuantity(line.quantity)}${unit} × ${formatMoney(priceOf(line))}`
}

interface Around {
  environment: string
  training: boolean
  /** The address behind the QR code of the finished receipt. */
  url: string | null
  /** The finished receipt that was cleared: of an earlier customer, or shown long enough. */
  cleared: number | null
}

/** Returns what the customer sees of a sale; null: nothing, as nothing is bought or the receipt is an earlier customer's. */
export function displayView(
  { step, sale, done, isFresh }: SellState,
  priced: PricedSale,
  { environment, training, url, cleared }: Around,
): DisplayView | null {
  const marked = { environment, training }
  if (step === 'done' && done) {
    if (!isFresh || done.invoiceId === cleared) return null
    return { ...marked, kind: 'done', total: done.total + done.rounding, change: done.change, url }
  }
  // A sale that cannot be priced is not paid either; the cashier corrects it.
  if (!priced.ok || (sale.lines.length === 0 && !sale.returned)) return null
  const { cart } = priced
  const at = sale.lines.findIndex(({ key }) => key === sale.touched?.key)
  return {
    ...marked,
    kind: 'sale',
    lines: sale.lines.map((line, index) => {
      const { gross = 0, ownDiscount = 0 } = cart.lines[index] ?? {}
      return { name: itemName(line.item), how: howOf(line), amount: gross - ownDiscount }
    }),
    at: at < 0 ? null : at,
    discount: cart.lines.reduce((sum, line) => sum + line.sharedDiscount, 0),
    total: dueOf(sale, cart),
  }
}

/** The same on two lines: the line touched last, the total while it is paid, then the change. */
export function poleView(view: DisplayView | null, isPaying: boolean): InputOf<'pole.show'> {
  if (view === null) return { kind: 'idle' }
  if (view.kind === 'done') return { kind: 'change', total: view.total, change: view.change }
  const line = isPaying || view.at === null ? undefined : view.lines[view.at]
  if (!line) return { kind: 'total', total: view.total }
  return { kind: 'item', name: line.name, amount: line.amount, total: view.total }
}
