import type { OutputOf } from '../../../core/contract/index.ts'
import { dayMs, parseWireDate, startOfDay } from '../../../core/fiscal/dates.ts'
import { quantity } from '../../components/Amount.tsx'
import { useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

type History = OutputOf<'stock.history'>

const shownDays = 90
const size = { width: 360, height: 64 }

/** The stock at the end of each of the shown days, the oldest first. */
const byDay = ({ before, days }: History, today: number): number[] => {
  const ends = new Map(
    days.map(({ day, onHand }) => [Math.round((today - (parseWireDate(day) ?? today)) / dayMs), onHand]),
  )
  let onHand = before
  return Array.from({ length: shownDays }, (_, index) => {
    onHand = ends.get(shownDays - 1 - index) ?? onHand
    return onHand
  })
}

/** The stock of an item over the last days, as steps. */
export function StockGraph({ itemId }: { itemId: number }) {
  const t = useWords(words)
  const { data } = useCall('stock.history', { itemId, days: shownDays })
  if (!data) return null
  const stock = byDay(data, startOfDay(tillNow()))
  const [most, least] = [Math.max(...stock, 0), Math.min(...stock, 0)]
  const x = (index: number) => (index * size.width) / (shownDays - 1)
  const y = (onHand: number) => size.height - ((onHand - least) * size.height) / (most - least || 1)
  const steps = stock.map((onHand, index) => `H ${x(index).toFixed(1)} V ${y(onHand).toFixed(1)}`).join(' ')
  const now = stock.at(-1) ?? 0
  return (
    <figure className="stock-graph">
      <svg
        viewBox={`0 -2 ${size.width} ${size.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('graph.label', {
          days: shownDays,
          most: quantity(most),
          least: quantity(least),
          now: quantity(now),
        })}
      >
        <path className="stock-graph-zero" d={`M 0 ${y(0).toFixed(1)} H ${size.width}`} />
        <path className="stock-graph-line" d={`M 0 ${y(stock[0] ?? 0).toFixed(1)} ${steps}`} />
      </svg>
      <figcaption>
        <span>{t('graph.since', { count: shownDays })}</span>
        <span>{t('graph.most', { most: quantity(most) })}</span>
      </figcaption>
    </figure>
  )
}
