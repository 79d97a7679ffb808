import { memo } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { isMeasured } from '../sale/cart.ts'
import { words } from '../sale/words.ts'

/** `190`, `120 /kg`, `45.50`. */
export function itemPrice(item: Item): string {
  const price = money(item.price).replace(/\.00$/, '')
  return isMeasured(item) ? `${price} /${unitSign(item.quantityUnit)}` : price
}

/** How much is left; an arrow says that it is low. */
export function ItemFacts({ item }: { item: Item }) {
  const t = useWords(words)
  if (item.onHand === null) return <small>{t('grid.service')}</small>
  const low = item.onHand <= Math.max(0, item.lowStock ?? 0)
  return (
    <small data-low={low || undefined}>
      {low && '↓ '}
      {t('grid.left', { quantity: quantity(item.onHand) })}
    </small>
  )
}

/** One touch puts one into the sale. */
export const ItemCard = memo(function ItemCard({
  item,
  onPick,
}: {
  item: Item
  onPick: (item: Item) => void
}) {
  return (
    <button type="button" className="sell-card" onClick={() => onPick(item)}>
      <span className="sell-card-name">{item.name}</span>
      <span className="sell-card-facts">
        <b>{itemPrice(item)}</b>
        <ItemFacts item={item} />
      </span>
    </button>
  )
})
