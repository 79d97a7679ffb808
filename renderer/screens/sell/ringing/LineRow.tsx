import { memo, useLayoutEffect, useRef } from 'react'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { LineFacts } from '../parts/LineFacts.tsx'
import { isCounted, type Line } from '../sale/cart.ts'
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
  /** One more or one less. */
  onStep: (line: Line, by: 1 | -1) => void
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
  onStep,
  onReceive,
}: LineRowProps) {
  const t = useWords(words)
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (touches > 0 || selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [touches, selected])

  const { item, key } = line
  const name = itemName(item)
  const amount = quantity(line.quantity)
  const left = item.onHand ?? 0
  const steps = selected && isCounted(line)
  const step = (by: 1 | -1, label: string) => (
    <button type="button" className="sell-line-step" aria-label={label} onClick={() => onStep(line, by)}>
      <span aria-hidden="true">{by < 0 ? '−' : '+'}</span>
    </button>
  )
  return (
    <li className="sell-line" ref={row} data-selected={selected || undefined}>
      {touches > 0 && <span className="sell-line-flash" key={touches} />}
      {steps && step(-1, t('cart.less', { name }))}
      <button
        type="button"
        className="sell-line-quantity"
        aria-label={t('cart.changeQuantity', { name, quantity: amount })}
        {...(selected && { 'aria-keyshortcuts': 'F6' })}
        onClick={() => onQuantity(key)}
      >
        <span>{amount}</span>
      </button>
      {steps && step(1, t('cart.more', { name }))}
      <button
        type="button"
        className="sell-line-body"
        aria-current={selected || undefined}
        onClick={() => onSelect(key)}
      >
        <LineFacts line={line} total={total} off={off} rates={rates} />
      </button>
      {short && (
        <p className="sell-line-short">
          <span>
            <span aria-hidden="true">✕</span>{' '}
            {t(`cart.${short}`, {
              left: left > 0 ? t('cart.inStock', { quantity: quantity(left) }) : t('cart.noneInStock'),
            })}
          </span>
          <Button label={t('cart.receiveOf', { name })} onPress={() => onReceive(key)}>
            {t('cart.receive')}
          </Button>
        </p>
      )}
    </li>
  )
})
