import { memo, useLayoutEffect, useRef } from 'react'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { useWords } from '../../../i18n/index.ts'
import { isMeasured, type Line, priceOf } from '../sale/cart.ts'
import { words } from '../sale/words.ts'

interface LineRowProps {
  line: Line
  /** Cents after the line's own discount, and that discount. */
  total: number
  off: number
  rates: TaxRates
  selected: boolean
  /** More of it is in the sale than in stock: blocked = not sold here, refused = sold, and refused by the authority. */
  short: 'blocked' | 'refused' | null
  /** Grows with each touch; 0: another line was touched last. */
  touches: number
  onSelect: (key: number) => void
  onQuantity: (key: number) => void
  onReceive: (key: number) => void
}

export const LineRow = memo(function LineRow({
  line,
  total,
  off,
  rates,
  selected,
  short,
  touches,
  onSelect,
  onQuantity,
  onReceive,
}: LineRowProps) {
  const t = useWords(words)
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (touches > 0 || selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [touches, selected])

  const { item, key } = line
  const price = money(priceOf(line))
  const amount = quantity(line.quantity)
  const left = item.onHand ?? 0
  return (
    <li className="sell-line" ref={row} data-selected={selected || undefined}>
      {touches > 0 && <span className="sell-line-flash" key={touches} />}
      <button
        type="button"
        className="sell-line-quantity"
        aria-label={t('cart.changeQuantity', { name: item.name, quantity: amount })}
        onClick={() => onQuantity(key)}
      >
        {amount}
      </button>
      <button
        type="button"
        className="sell-line-body"
        aria-current={selected || undefined}
        onClick={() => onSelect(key)}
      >
        <span className="sell-line-name">{item.name}</span>
        <b className="numbers">{money(total)}</b>
        <small>
          {isMeasured(item)
            ? t('cart.perUnit', { price, unit: unitSign(item.quantityUnit) })
            : t('cart.each', { price })}
          {' · '}
          {t(`tax.${item.taxType}`, { rate: rates[item.taxType] })}
        </small>
        {off > 0 && (
          <small className="sell-line-off">
            {line.discount?.kind === 'percent'
              ? t('cart.offPercent', { percent: quantity(line.discount.basisPoints), amount: money(off) })
              : t('cart.off', { amount: money(off) })}
          </small>
        )}
      </button>
      {short && (
        <p className="sell-line-short">
          <span>
            <span aria-hidden="true">✕</span>{' '}
            {t(`cart.${short}`, {
              left: left > 0 ? t('cart.inStock', { quantity: quantity(left) }) : t('cart.noneInStock'),
            })}
          </span>
          <Button label={t('cart.receiveOf', { name: item.name })} onPress={() => onReceive(key)}>
            {t('cart.receive')}
          </Button>
        </p>
      )}
    </li>
  )
})
