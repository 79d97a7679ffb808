import { memo } from 'react'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { isBelowStock, type Sale, takenOf } from '../sale/cart.ts'
import { grossOf, type PricedSale } from '../sale/pricing.ts'
import type { Completed } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { LastSale } from './LastSale.tsx'
import { LineRow } from './LineRow.tsx'
import { Totals } from './Totals.tsx'
import './cart.css'

export type CartAct =
  | 'quantity'
  | 'price'
  | 'discount'
  | 'void'
  | 'voidAll'
  | 'undoVoid'
  | 'buyer'
  | 'park'
  | 'parked'
  | 'pay'

interface CartPanelProps {
  sale: Sale
  priced: PricedSale
  rates: TaxRates
  /** The shop does not sell below its recorded stock. */
  blockBelowStock: boolean
  /** Why it cannot be paid as it is, in words; null: it can. */
  problem: string | null
  onSelect: (key: number) => void
  onQuantity: (key: number) => void
  onReceive: (key: number) => void
  onAct: (act: CartAct) => void
  onReceipt: (done: Completed) => void
}

/** The sale, always whole: its lines scroll, its total and Pay never do. */
export const CartPanel = memo(function CartPanel({
  sale,
  priced,
  rates,
  blockBelowStock,
  problem,
  onSelect,
  onQuantity,
  onReceive,
  onAct,
  onReceipt,
}: CartPanelProps) {
  const t = useWords(words)
  const waiting = useCall('sale.parked', {}).data?.sales.length ?? 0
  const { lines, touched, voided, buyer } = sale
  const cart = priced.ok ? priced.cart : null
  const taken = takenOf(lines)
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const empty = lines.length === 0
  const touchedLine = lines.find(({ key }) => key === touched?.key)
  const act = (name: CartAct, keyCap: string, label: string) => (
    <button
      type="button"
      className="sell-act"
      disabled={empty}
      aria-keyshortcuts={keyCap}
      onClick={() => onAct(name)}
    >
      {label}
      <Kbd>{keyCap}</Kbd>
    </button>
  )
  return (
    <aside className="sell-cart" aria-label={t('cart.label')}>
      <header className="sell-cart-head">
        <Button className="sell-buyer" size={48} keyCap="F3" onPress={() => onAct('buyer')}>
          {buyer ? (buyer.name ?? buyer.pin) : t('cart.buyer')}
        </Button>
        <Button size={48} keyCap="F4" onPress={() => onAct(empty ? 'parked' : 'park')}>
          {empty ? (waiting > 0 ? `${t('cart.parked')} ${waiting}` : t('cart.parked')) : t('cart.park')}
        </Button>
      </header>

      {empty ? (
        <div className="sell-lines">
          <LastSale onReceipt={onReceipt} />
        </div>
      ) : (
        <ul className="sell-lines" aria-label={t('cart.lines')} ref={keepSelectedInView}>
          {lines.map((line, index) => {
            const price = cart?.lines[index]
            const off = price?.ownDiscount ?? 0
            return (
              <LineRow
                key={line.key}
                line={line}
                total={(price?.gross ?? grossOf(line)) - off}
                off={off}
                rates={rates}
                selected={line.key === sale.selected}
                short={isBelowStock(line, taken) ? (blockBelowStock ? 'blocked' : 'refused') : null}
                touches={line.key === touched?.key ? touched.count : 0}
                onSelect={onSelect}
                onQuantity={onQuantity}
                onReceive={onReceive}
              />
            )
          })}
        </ul>
      )}

      <p className="visually-hidden" role="status">
        {touchedLine &&
          t('cart.added', { name: touchedLine.item.name, quantity: quantity(touchedLine.quantity) })}
      </p>
      {voided && (
        <p className="sell-voided" role="status">
          <span>
            {voided.whole
              ? t('voided.all')
              : t('voided.line', { name: voided.lines[0]?.line.item.name ?? '' })}
          </span>
          <Button icon="undo" keyCap="Ctrl+Z" onPress={() => onAct('undoVoid')}>
            {t('voided.undo')}
          </Button>
        </p>
      )}
      <div className="sell-count">
        <p>
          {t('cart.count', { count: lines.length })}
          {' · '}
          {units === 100 ? t('cart.unitsOne') : t('cart.units', { quantity: quantity(units) })}
        </p>
        {!empty && (
          <Button variant="quiet" keyCap="Shift+Del" onPress={() => onAct('voidAll')}>
            {t('cart.voidAll')}
          </Button>
        )}
      </div>
      <Totals cart={cart} />
      {problem && !empty && (
        <p className="sell-problem" role="alert">
          <span aria-hidden="true">!</span> {problem}
        </p>
      )}
      <div className="sell-acts">
        {act('quantity', 'F6', t('cart.quantity'))}
        {act('price', 'F7', t('cart.price'))}
        {act('discount', 'F8', t('cart.discount'))}
        {act('void', 'Del', t('cart.void'))}
      </div>
      <Button
        variant="primary"
        size={72}
        wide
        keyCap="F9"
        disabled={empty || problem !== null}
        onPress={() => onAct('pay')}
      >
        {t('cart.pay')}
      </Button>
    </aside>
  )
})

/** Keeps the current line in view when elements above or below the lines come and go. */
function keepSelectedInView(list: HTMLUListElement | null): (() => void) | undefined {
  if (!list) return
  const observer = new ResizeObserver(() => {
    list.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(list)
  return () => observer.disconnect()
}
