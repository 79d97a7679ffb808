import { useState } from 'react'
import { inBackground } from '../../../bridge/background.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { formatAge, formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useCall } from '../../../queries/calls.ts'
import { useNow } from '../../../window/useNow.ts'
import { words } from '../sale/words.ts'
import type { ParkedSale } from './parking.ts'

interface ParkedListProps {
  /** The present sale has lines: it is parked in exchange. */
  exchange: boolean
  /** `sure`: the hub is away, and the list says what that means. */
  onTake: (sale: ParkedSale, sure: boolean) => Promise<void>
}

/** Parked sales, the newest first; Enter resumes the marked one. */
export function ParkedList({ exchange, onTake }: ParkedListProps) {
  const t = useWords(words)
  const { data, error } = useCall('sale.parked', {})
  const now = useNow(30_000)
  const [marked, setMarked] = useState(0)
  const [taking, setTaking] = useState(false)
  const sales = data?.sales ?? []
  const silentSince = data?.silentSince ?? null

  async function take(sale: ParkedSale | undefined) {
    if (!sale || sale.takenBy || taking) return
    setTaking(true)
    await onTake(sale, silentSince !== null)
    setTaking(false)
  }
  useKeys([
    { key: '↑', run: () => setMarked(Math.max(0, marked - 1)) },
    { key: '↓', run: () => setMarked(Math.min(sales.length - 1, marked + 1)) },
    { key: 'Enter', label: t('parked.take'), run: () => inBackground(take(sales[marked])) },
  ])

  if (error) return <FailureNote error={error} />
  const note = silentSince !== null && (
    <Note tone="wait" title={t('parked.away', { time: formatMoment(silentSince) })}>
      {t('parked.awayText')}
    </Note>
  )
  if (data && sales.length === 0)
    return (
      <>
        {note}
        <Empty title={t('parked.empty')}>{t('parked.emptyText')}</Empty>
      </>
    )
  return (
    <>
      {note}
      {exchange && <p>{t('parked.swap')}</p>}
      <ul className="sell-parked">
        {sales.map((sale, index) => (
          <li key={sale.uid ?? sale.id} data-marked={index === marked || undefined}>
            <span>
              <b>{money(sale.total)}</b> · {t('cart.count', { count: sale.lines })}
              <small>
                {[
                  sale.label,
                  sale.till && t('parked.at', { till: sale.till, name: sale.cashier }),
                  formatAge(now - sale.parkedAt),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {sale.takenBy && <small>{t('parked.takenBy', sale.takenBy)}</small>}
            </span>
            {!sale.takenBy && (
              <Button
                size={48}
                pending={taking}
                variant={index === marked ? 'primary' : 'normal'}
                onPress={() => inBackground(take(sale))}
                {...(index === marked ? { keyCap: 'Enter' } : {})}
              >
                {t('parked.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
