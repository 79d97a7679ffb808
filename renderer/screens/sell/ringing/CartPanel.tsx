import { memo } from 'react'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useCall } from '../../../queries/calls.ts'
import { words as shiftWords } from '../../shift/words.ts'
import { Returned } from '../parts/Returned.tsx'
import { keepSelectedInView, SaleColumn } from '../parts/SaleColumn.tsx'
import { isBelowStock, type Line, type Sale, takenOf } from '../sale/cart.ts'
import { grossOf, type PricedSale } from '../sale/pricing.ts'
import { words } from '../sale/words.ts'
import { Checklist } from './Checklist.tsx'
import { LastSale } from './LastSale.tsx'
import { LineRow } from './LineRow.tsx'

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
  | 'lastReceipt'
  | 'keepReturned'

interface CartPanelProps {
  sale: Sale
  priced: PricedSale
  rates: TaxRates
  /** The shop does not sell below its recorded stock. */
  blockBelowStock: boolean
  /** Nothing can be sold now; a note over the screen says why. */
  halted: boolean
  /** A sale needs an open shift, and none is: Pay opens one. */
  needsShift: boolean
  /** Why it cannot be paid as it is, in words; null: it can. */
  problem: string | null
  onSelect: (key: number) => void
  onQuantity: (key: number) => void
  onStep: (line: Line, by: 1 | -1) => void
  onReceive: (key: number) => void
  onAct: (act: CartAct) => void
}

/** The sale as it is rung up, with its acts and Pay. */
export const CartPanel = memo(function CartPanel({
  sale,
  priced,
  rates,
  blockBelowStock,
  halted,
  needsShift,
  problem,
  onSelect,
  onQuantity,
  onStep,
  onReceive,
  onAct,
}: CartPanelProps) {
  const t = useWords(words)
  const tShift = useWords(shiftWords)
  const waiting = useCall('sale.parked', {}).data?.sales.filter(({ takenBy }) => !takenBy).length ?? 0
  const { lines, touched, voided, buyer, returned } = sale
  const cart = priced.ok ? priced.cart : null
  const taken = takenOf(lines)
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
    <SaleColumn
      sale={sale}
      cart={cart}
      head={
        <>
          <Button className="sell-buyer" keyCap="F3" onPress={() => onAct('buyer')}>
            {buyer ? (buyer.name ?? buyer.pin) : t('cart.buyer')}
          </Button>
          {!empty && (
            <>
              <IconButton
                variant="normal"
                icon="receipts"
                label={t('last.receipt')}
                onPress={() => onAct('lastReceipt')}
              />
              <Button keyCap="F4" onPress={() => onAct('park')}>
                {t('cart.park')}
              </Button>
            </>
          )}
          {(empty || waiting > 0) && (
            <Button
              className="sell-parked-count"
              keyCap={empty ? 'F4' : 'Shift+F4'}
              onPress={() => onAct('parked')}
            >
              {waiting > 0 ? t('cart.parkedCount', { count: waiting }) : t('cart.parked')}
            </Button>
          )}
        </>
      }
      foot={
        <>
          <div className="sell-acts">
            {act('price', 'F7', t('cart.price'))}
            {act('discount', 'F8', t('cart.discount'))}
            {act('void', 'Del', t('cart.void'))}
            {act('voidAll', 'Shift+Del', t('cart.voidAll'))}
          </div>
          <Button
            variant="primary"
            size={72}
            wide
            keyCap="F9"
            disabled={!needsShift && (empty || halted || problem !== null)}
            onPress={() => onAct('pay')}
          >
            {needsShift ? tShift('needed') : t('cart.pay')}
          </Button>
        </>
      }
    >
      {returned && <Returned returned={returned} onRemove={() => onAct('keepReturned')} />}
      {empty ? (
        <div className="sell-lines">
          <Checklist />
          <LastSale onReceipt={() => onAct('lastReceipt')} />
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
                onStep={onStep}
                onReceive={onReceive}
              />
            )
          })}
        </ul>
      )}

      <p className="visually-hidden" role="status">
        {touchedLine &&
          t('cart.added', { name: itemName(touchedLine.item), quantity: quantity(touchedLine.quantity) })}
      </p>
      {voided && (
        <p className="sell-voided" role="status">
          <span>
            {voided.whole
              ? t('voided.all')
              : t('voided.line', { name: voided.lines[0] ? itemName(voided.lines[0].line.item) : '' })}
          </span>
          <Button icon="undo" keyCap="Ctrl+Z" onPress={() => onAct('undoVoid')}>
            {t('voided.undo')}
          </Button>
        </p>
      )}
      {problem && !empty && (
        <p className="sell-problem" role="alert">
          <span className="sell-problem-sign" aria-hidden="true">
            !
          </span>{' '}
          {problem}
        </p>
      )}
    </SaleColumn>
  )
})
