import type { PricedCart } from '../../../../core/fiscal/cart.ts'
import { money } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../sale/words.ts'

/** The total of the sale, in the largest figures of the screen. null: it cannot be calculated. */
export function Totals({ cart }: { cart: PricedCart | null }) {
  const t = useWords(words)
  return (
    <div className="sell-totals numbers">
      <dl>
        {cart !== null && cart.discount > 0 && (
          <div>
            <dt>{t('cart.discount')}</dt>
            <dd>{money(-cart.discount)}</dd>
          </div>
        )}
        <div>
          <dt>{t('cart.taxable')}</dt>
          <dd>{cart ? money(cart.taxable) : '–'}</dd>
        </div>
        <div>
          <dt>{t('cart.vat')}</dt>
          <dd>{cart ? money(cart.tax) : '–'}</dd>
        </div>
      </dl>
      <p className="sell-total">
        <span>{t('cart.total')}</span>
        <output>{cart ? money(cart.total) : '–'}</output>
      </p>
    </div>
  )
}
