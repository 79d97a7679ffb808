import type { ReactNode } from 'react'
import type { PricedCart } from '../../../../core/fiscal/cart.ts'
import type { Settlement } from '../../../../core/fiscal/tender.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useWords } from '../../../i18n/index.ts'
import { LineFacts } from '../parts/LineFacts.tsx'
import { Returned } from '../parts/Returned.tsx'
import { keepSelectedInView, SaleColumn } from '../parts/SaleColumn.tsx'
import type { Sale, SaleTender } from '../sale/cart.ts'
import { useTaxRates } from '../sale/useTaxRates.ts'
import { words as sellWords } from '../sale/words.ts'
import type { GiveBack } from './useGiveBack.ts'
import { type Chosen, useTenders } from './useTenders.ts'
import { words } from './words.ts'

interface DueColumnProps {
  sale: Sale
  cart: PricedCart
  taken: readonly SaleTender[]
  /** The payment being entered; null: nothing is typed. */
  entered: (Chosen & { amount: number }) | null
  /** With the payment being entered; null: it cannot be taken like this. */
  settlement: Settlement | null
  /** What returned goods are worth more than the sale; null: the customer pays. */
  givenBack: GiveBack | null
  /** What is wrong with the payment. Beside its keys a note would move them under a finger. */
  notes: ReactNode
  /** The sale is being asked for: nothing can be changed. */
  fixed: boolean
  onBack: () => void
  onBuyer: () => void
  onTakeBack: (index: number) => void
}

/** The sale where it was, its payments, and the rest or the change. */
export function DueColumn({
  sale,
  cart,
  taken,
  entered,
  settlement,
  givenBack,
  notes,
  fixed,
  onBack,
  onBuyer,
  onTakeBack,
}: DueColumnProps) {
  const t = useWords(words)
  const s = useWords(sellWords)
  const rates = useTaxRates()
  const { nameOf } = useTenders()
  const { lines, buyer } = sale
  const remaining = settlement?.remaining ?? 0
  return (
    <SaleColumn
      sale={sale}
      cart={cart}
      head={
        <>
          <Button className="pay-back" icon="back" keyCap="Esc" disabled={fixed} onPress={onBack}>
            {t('back')}
          </Button>
          <Button className="sell-buyer" disabled={fixed} onPress={onBuyer}>
            {buyer ? (buyer.name ?? buyer.pin) : s('cart.buyer')}
          </Button>
        </>
      }
      foot={
        <section className="pay-parts numbers" aria-label={t('paid')}>
          <ul aria-label={t('paid')}>
            {taken.map(({ amount, reference, ...way }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tenders have no other name
              <li key={index}>
                <span>
                  {nameOf(way)}
                  {reference && <small>{reference}</small>}
                </span>
                <b>{money(amount)}</b>
                <IconButton
                  icon="close"
                  label={t('takeBack', { method: nameOf(way), amount: money(amount) })}
                  disabled={fixed}
                  onPress={() => onTakeBack(index)}
                />
              </li>
            ))}
          </ul>
          {entered && (
            <p className="pay-entered">
              <span>{nameOf(entered)}</span>
              <b>{money(entered.amount)}</b>
            </p>
          )}
          {settlement && settlement.rounding !== 0 && (
            <p className="pay-entered">
              <span>{t('rounding')}</span>
              <b>{money(settlement.rounding)}</b>
            </p>
          )}
          {settlement && (
            <p className="pay-left" data-change={remaining === 0 || undefined} role="status">
              <span>{givenBack?.name ?? t(remaining > 0 ? 'remaining' : 'change')}</span>
              <b>{money(givenBack?.amount ?? (remaining > 0 ? remaining : settlement.change))}</b>
            </p>
          )}
        </section>
      }
    >
      {notes}
      {sale.returned && <Returned returned={sale.returned} />}
      <ul
        className="sell-lines"
        aria-label={s('cart.lines')}
        ref={keepSelectedInView}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long sale is read by scrolling, by keyboard too
        tabIndex={0}
      >
        {lines.map((line, index) => {
          const { gross, ownDiscount } = cart.lines[index] ?? { gross: 0, ownDiscount: 0 }
          const isSelected = line.key === sale.selected
          return (
            <li className="sell-line" key={line.key} data-selected={isSelected || undefined}>
              <span className="sell-line-quantity">
                <span>{quantity(line.quantity)}</span>
              </span>
              <span className="sell-line-body">
                <LineFacts line={line} total={gross - ownDiscount} off={ownDiscount} rates={rates} />
              </span>
            </li>
          )
        })}
      </ul>
    </SaleColumn>
  )
}
