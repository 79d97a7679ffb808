import type { Costs } from '../../../core/contract/item.ts'
import { roundHalfUp } from '../../../core/fiscal/money.ts'
import { money } from '../../components/Amount.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Note } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

/** What remains of the price above the average cost, percent; null: no cost or no price is known. */
export const marginOf = (price: number | null, { average }: Costs): number | null =>
  average === null || !price ? null : roundHalfUp((price - average) * 100, price)

/** What a unit costs the shop, and what remains of the price. For managers. */
export function ItemCosts({ costs, price }: { costs: Costs; price: number | null }) {
  const t = useWords(words)
  const { last, average } = costs
  if (last === null || average === null) return null
  const margin = marginOf(price, costs)
  const cost = Math.max(last, average)
  return (
    <>
      <Facts
        facts={[
          [t('costs.last'), money(last)],
          [t('costs.average'), money(average)],
          [t('costs.margin'), margin === null ? null : `${margin} %`.replace('-', '−')],
        ]}
      />
      {price !== null && price < cost && <Note tone="wait" title={t('costs.below', { cost: money(cost) })} />}
    </>
  )
}
