import { unitSign } from '../../../../core/fiscal/codes.ts'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { isMeasured, type Line, priceOf } from '../sale/cart.ts'
import { words } from '../sale/words.ts'

interface LineFactsProps {
  line: Line
  /** Cents after the line's own discount, and that discount. */
  total: number
  off: number
  rates: TaxRates
}

/** Name and amount in one row, and below them how the amount comes about. */
export function LineFacts({ line, total, off, rates }: LineFactsProps) {
  const t = useWords(words)
  const { item, discount } = line
  const price = money(priceOf(line))
  return (
    <>
      <span className="sell-line-name">{itemName(item)}</span>
      <b className="numbers">{money(total)}</b>
      <span className="sell-line-how">
        <small>
          {isMeasured(item)
            ? t('cart.perUnit', { price, unit: unitSign(item.quantityUnit) })
            : t('cart.each', { price })}
          {' · '}
          {t(`tax.${item.taxType}`, { rate: rates[item.taxType] })}
        </small>
        {off > 0 && (
          <small>
            {discount?.kind === 'percent'
              ? t('cart.offPercent', { percent: quantity(discount.basisPoints), amount: money(off) })
              : t('cart.off', { amount: money(off) })}
          </small>
        )}
      </span>
    </>
  )
}
