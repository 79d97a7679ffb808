import type { OutputOf } from '../../../../core/contract/index.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { ItemPicture } from '../../../window/ItemPicture.tsx'
import { isMeasured } from '../sale/cart.ts'
import { words } from '../sale/words.ts'
import './check.css'

type Found = OutputOf<'item.scan'>
/** What was scanned or touched last; null: nothing yet; undefined: no price is being checked. */
export type Checked = Found | null | undefined

export type FoundItem = Extract<Found, { kind: 'item' }>

interface PriceCheckProps {
  checked: Found | null
  onAdd: (found: FoundItem) => void
  onClose: () => void
}

/** Price and stock of what is scanned or touched, in the place of the sale. Nothing is added to the sale. */
export function PriceCheck({ checked, onAdd, onClose }: PriceCheckProps) {
  const t = useWords(words)
  return (
    <aside className="sell-cart sell-check" aria-label={t('check.title')}>
      <h2>{t('check.title')}</h2>
      <div className="sell-check-found" role="status">
        {checked === null && <Empty title={t('check.empty')}>{t('check.emptyText')}</Empty>}
        {checked?.kind === 'unknown' && (
          <Empty title={t('unknown.title', { code: checked.code })}>{t('check.unknown')}</Empty>
        )}
        {checked?.kind === 'item' && <PriceOf found={checked} />}
      </div>
      <div className="sell-cart-foot">
        <Button
          size={48}
          wide
          disabled={checked?.kind !== 'item'}
          onPress={() => {
            if (checked?.kind === 'item') onAdd(checked)
          }}
        >
          {t('check.add')}
        </Button>
        <Button size={72} variant="primary" wide keyCap="Esc" onPress={onClose}>
          {t('check.close')}
        </Button>
      </div>
    </aside>
  )
}

function PriceOf({ found: { item, quantity: weighed, labelTotal } }: { found: FoundItem }) {
  const t = useWords(words)
  const unit = unitSign(item.quantityUnit)
  const price = money(item.price)
  return (
    <>
      {item.picture !== null && <ItemPicture id={item.id} at={item.picture} />}
      <h3>{itemName(item)}</h3>
      <output className="numbers">{labelTotal === undefined ? price : money(labelTotal)}</output>
      {isMeasured(item) && (
        <p>
          {t('cart.perUnit', { price, unit })}
          {weighed !== undefined && ` · ${quantity(weighed)} ${unit}`}
        </p>
      )}
      <p>
        {item.onHand === null
          ? t('grid.service')
          : item.onHand > 0
            ? t('cart.inStock', { quantity: `${quantity(item.onHand)} ${unit}` })
            : t('cart.noneInStock')}
      </p>
      <small>{[item.barcode ?? item.code, item.category].filter(Boolean).join(' · ')}</small>
    </>
  )
}
