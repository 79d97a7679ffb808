import type { ReactNode } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Facts } from '../../components/Facts.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { StockGraph } from './StockGraph.tsx'
import { words } from './words.ts'

/** How an item stands: what is there, how it sells, how long it lasts, and the last months as a picture. */
export function ItemStock({ itemId }: { itemId: number }) {
  const t = useWords(words)
  const { data } = useCall('stock.levels', { itemId, limit: 1 })
  const level = data?.levels[0]
  if (!level) return null
  const { onHand, atAuthority, value, sold7, sold30, lasts, lastSoldAt, lastCountedAt, quantityUnit } = level
  const facts: [string, ReactNode][] = [
    [t('columns.onHand'), `${quantity(onHand)} ${unitSign(quantityUnit)}`],
    [t('columns.waiting'), onHand === atAuthority ? null : quantity(atAuthority)],
    [t('columns.value'), value !== null && value > 0 ? money(value) : null],
    [t('columns.sold'), `${quantity(sold7)} / ${quantity(sold30)}`],
    [t('columns.lasts'), onHand > 0 && lasts !== null ? t('days', { count: lasts }) : null],
    [t('lastSold'), lastSoldAt === null ? t('neverSold') : formatMoment(lastSoldAt)],
    [t('lastCounted'), lastCountedAt === null ? t('neverCounted') : formatMoment(lastCountedAt)],
  ]
  return (
    <div className="stock-item">
      <Facts facts={facts} />
      <StockGraph itemId={itemId} />
    </div>
  )
}
