import type { Returned as ReturnedGoods } from '../../../../core/contract/sale.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { words } from '../sale/words.ts'

/** The goods that come back in exchange, above the new lines. `onRemove`: they stay sold after all. */
export function Returned({ returned, onRemove }: { returned: ReturnedGoods; onRemove?: () => void }) {
  const t = useWords(words)
  const { id, items, refund, refundBy } = returned
  const { data } = useCall('invoice.refundOf', { id, items, refundBy })
  const title = t('exchange.returned', { number: data?.number ?? '' })
  return (
    <section className="sell-returned" aria-label={title}>
      <h2>
        <span className="sell-returned-name">{title}</span>
        <b className="numbers">{money(-refund)}</b>
        {onRemove && <IconButton icon="close" label={t('exchange.remove')} onPress={onRemove} />}
      </h2>
      {data && (
        <p>
          {data.lines.map((line) => `${quantity(line.quantity)} × ${line.name}`).join(', ')}
          {data.lessOwed > 0 && ` · ${t('exchange.lessOwed', { amount: money(data.lessOwed) })}`}
        </p>
      )}
    </section>
  )
}
