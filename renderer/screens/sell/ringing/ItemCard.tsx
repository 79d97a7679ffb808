import { memo } from 'react'
import type { TileColour } from '../../../../core/contract/bounds.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { useLanguage, useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { ItemPicture } from '../../../window/ItemPicture.tsx'
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
  // More digits would not fit beside a long price, and nobody needs them.
  const shown = item.onHand < 1000_00 ? item.onHand : Math.round(item.onHand / 100) * 100
  const low = item.onHand <= Math.max(0, item.lowStock ?? 0)
  return (
    <small data-low={low || undefined}>
      {low && '↓ '}
      {t('grid.left', { quantity: quantity(shown) })}
    </small>
  )
}

/** One touch puts one into the sale. */
export const ItemCard = memo(function ItemCard({
  item,
  colour,
  onPick,
}: {
  item: Item
  colour: TileColour | undefined
  onPick: (item: Item) => void
}) {
  useLanguage()
  return (
    <button type="button" className="sell-card" data-tile={colour} onClick={() => onPick(item)}>
      <span className="sell-card-head">
        <span className="sell-card-name">{itemName(item)}</span>
        {item.picture !== null && <ItemPicture id={item.id} at={item.picture} />}
      </span>
      <span className="sell-card-facts">
        <b>{itemPrice(item)}</b>
        <ItemFacts item={item} />
      </span>
    </button>
  )
})
