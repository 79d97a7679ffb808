import { type ReactNode, useState } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Note } from '../../components/Note.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { SettleDialog } from './SettleDialog.tsx'
import { StockGraph } from './StockGraph.tsx'
import { words } from './words.ts'

/** How an item stands: what is there, how it sells, how long it lasts, and the last months as a picture. */
export function ItemStock({ itemId }: { itemId: number }) {
  const t = useWords(words)
  const { may } = useHere()
  const [settling, setSettling] = useState(false)
  const { data } = useCall('stock.levels', { itemId, limit: 1 })
  const level = data?.levels[0]
  if (!level) return null
  const {
    onHand,
    onOrder,
    atAuthority,
    arriving,
    value,
    sold7,
    sold30,
    lasts,
    lastSoldAt,
    lastCountedAt,
    quantityUnit,
  } = level
  const facts: [string, ReactNode][] = [
    [t('columns.onHand'), `${quantity(onHand)} ${unitSign(quantityUnit)}`],
    [t('columns.waiting'), atAuthority === null || onHand === atAuthority ? null : quantity(atAuthority)],
    [t('columns.onOrder'), onOrder > 0 ? quantity(onOrder) : null],
    [t('arriving'), arriving ? `${quantity(arriving)} ${unitSign(quantityUnit)}` : null],
    [t('columns.value'), value !== null && value > 0 ? money(value) : null],
    [t('columns.sold'), `${quantity(sold7)} / ${quantity(sold30)}`],
    [t('columns.lasts'), onHand > 0 && lasts !== null ? t('days', { count: lasts }) : null],
    [t('lastSold'), lastSoldAt === null ? t('neverSold') : formatMoment(lastSoldAt)],
    [t('lastCounted'), lastCountedAt === null ? t('neverCounted') : formatMoment(lastCountedAt)],
  ]
  return (
    <>
      <div className="stock-item">
        <Facts facts={facts} />
        <StockGraph itemId={itemId} />
        {onOrder > 0 && may('manager') && <OpenOrders itemId={itemId} />}
      </div>
      {/* While records wait, the difference is that of the records. */}
      {atAuthority !== null && onHand !== atAuthority && level.waiting === 0 && (
        <Note
          tone="wait"
          title={t(atAuthority > onHand ? 'settle.more' : 'settle.less', {
            quantity: `${quantity(Math.abs(atAuthority - onHand))} ${unitSign(quantityUnit)}`,
          })}
          acts={may('manager') && <Button onPress={() => setSettling(true)}>{t('settle.open')}</Button>}
        >
          {t('settle.why')}
        </Note>
      )}
      {settling && <SettleDialog level={level} onClose={() => setSettling(false)} />}
    </>
  )
}

/** More would push the movements off the screen. */
const mostOrders = 4

function OpenOrders({ itemId }: { itemId: number }) {
  const t = useWords(words)
  const { data } = useCall('order.list', { itemId, limit: mostOrders })
  return (
    <div className="stock-orders">
      {data?.orders.map(({ id, number, supplier }) => (
        <Button key={id} onPress={() => navigate('stock', { order: String(id) })}>
          {t('openOrder', { number, supplier: supplier.name })}
        </Button>
      ))}
    </div>
  )
}
