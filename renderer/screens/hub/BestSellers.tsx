import { useState } from 'react'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { useFresh } from './useFresh.ts'
import { words } from './words.ts'

const periods = { day: 1, week: 7, month: 30 } as const
type Period = keyof typeof periods

/** The goods that the branch sold most of, up to a day. */
export function BestSellers({ day }: { day: number }) {
  const t = useWords(words)
  const [period, setPeriod] = useState<Period>('day')
  const wanted = { day: toWireDate(day), days: periods[period] }
  const { data, error } = useFresh(useCall('hub.bestSellers', wanted, { keepPrevious: true }), 30_000)
  return (
    <>
      <Pills
        label={t('best.period')}
        value={period}
        onChange={setPeriod}
        pills={(['day', 'week', 'month'] as const).map((id) => ({ id, label: t(`best.${id}`) }))}
      />
      <FailureNote error={error} />
      {data?.goods.length === 0 && <p className="hub-soft">{t('best.none')}</p>}
      {data && data.goods.length > 0 && (
        <table className="hub-best numbers">
          <caption className="visually-hidden">{t('best.title')}</caption>
          <thead>
            <tr>
              <th>{t('best.name')}</th>
              <th>{t('best.quantity')}</th>
              <th>{t('best.total')}</th>
            </tr>
          </thead>
          <tbody>
            {data.goods.map(({ name, quantity: sold, total }, place) => (
              // Two items may have one name.
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
              <tr key={place}>
                <td>{name}</td>
                <td>{quantity(sold)}</td>
                <td>{money(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
