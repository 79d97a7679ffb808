import type { PricedCart } from '../../../../core/fiscal/cart.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { isMeasured, type Sale } from '../sale/cart.ts'
import { dueOf } from '../sale/pricing.ts'
import { words } from '../sale/words.ts'

/** The total of the sale, in the largest figures of the screen. null: it cannot be calculated. */
export function Totals({ sale, cart }: { sale: Sale; cart: PricedCart | null }) {
  const t = useWords(words)
  const { lines, returned } = sale
  const due = cart && dueOf(sale, cart)
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const discount = cart?.discount ?? 0
  return (
    <div className="sell-totals numbers">
      <div>
        <b>
          {t(!returned ? 'cart.total' : due !== null && due < 0 ? 'exchange.giveBack' : 'exchange.toPay')}
        </b>
        <p>
          {t('cart.count', { count: lines.length })}
          {/* Kilograms and pieces add up to nothing. */}
          {!lines.some(({ item }) => isMeasured(item)) &&
            ` · ${units === 100 ? t('cart.unitsOne') : t('cart.units', { quantity: quantity(units) })}`}
        </p>
        <p>
          {t('cart.vatOf', { amount: cart ? money(cart.tax) : '–' })}
          {discount > 0 && ` · ${t('cart.discountOf', { amount: money(-discount) })}`}
        </p>
      </div>
      <output>{due === null ? '–' : money(Math.abs(due))}</output>
    </div>
  )
}
