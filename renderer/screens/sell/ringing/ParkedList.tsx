import { useState } from 'react'
import { inBackground } from '../../../bridge/background.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { formatAge } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { useCall } from '../../../queries/calls.ts'
import { useNow } from '../../../window/useNow.ts'
import { words } from '../sale/words.ts'

interface ParkedListProps {
  /** The present sale has lines: it is parked in exchange. */
  exchange: boolean
  onTake: (id: number) => Promise<void>
}

/** Parked sales, the newest first; Enter resumes the marked one. */
export function ParkedList({ exchange, onTake }: ParkedListProps) {
  const t = useWords(words)
  const { data, error } = useCall('sale.parked', {})
  const now = useNow(30_000)
  const [marked, setMarked] = useState(0)
  const [taking, setTaking] = useState(false)
  const sales = data?.sales ?? []

  async function take(id: number | undefined) {
    if (id === undefined || taking) return
    setTaking(true)
    await onTake(id)
    setTaking(false)
  }
  useKeys([
    { key: '↑', run: () => setMarked(Math.max(0, marked - 1)) },
    { key: '↓', run: () => setMarked(Math.min(sales.length - 1, marked + 1)) },
    { key: 'Enter', label: t('parked.take'), run: () => inBackground(take(sales[marked]?.id)) },
  ])

  if (error) return <FailureNote error={error} />
  if (data && sales.length === 0) return <Empty title={t('parked.empty')}>{t('parked.emptyText')}</Empty>
  return (
    <>
      {exchange && <p>{t('parked.swap')}</p>}
      <ul className="sell-parked">
        {sales.map(({ id, label, lines, total, parkedAt }, index) => (
          <li key={id} data-marked={index === marked || undefined}>
            <span>
              <b>{money(total)}</b> · {t('cart.count', { count: lines })}
              <small>
                {label} · {formatAge(now - parkedAt)}
              </small>
            </span>
            <Button
              size={48}
              pending={taking}
              variant={index === marked ? 'primary' : 'normal'}
              onPress={() => inBackground(take(id))}
              {...(index === marked ? { keyCap: 'Enter' } : {})}
            >
              {t('parked.take')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
