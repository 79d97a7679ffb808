import { useRef, useState } from 'react'
import type { CountHead } from '../../../../core/contract/count.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { DialogKeys } from '../../../components/DialogKeys.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { notify } from '../../../components/notices.ts'
import { Pills } from '../../../components/Pills.tsx'
import { shownCount } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { words } from '../words.ts'

interface EndCountProps {
  count: CountHead
  act: 'book' | 'drop'
  onClose: () => void
}

/** Books the differences of a count, or drops it. A large difference is asked about once. */
export function EndCount({ count, act, onClose }: EndCountProps) {
  const t = useWords(words)
  const book = useAct('count.book')
  const drop = useAct('count.drop')
  const [missing, setMissing] = useState<'leave' | 'zero'>('leave')
  const requestId = useRef(crypto.randomUUID())
  const { id } = count
  const notCounted = count.missing ?? 0
  const isLarge = book.error?.failure.reason.startsWith('count.much') ?? false
  const pending = book.isPending || drop.isPending

  function end() {
    if (pending) return
    const request = { id, requestId: requestId.current }
    if (act === 'drop') {
      drop.mutate(request, { onSuccess: onClose })
      return
    }
    book.mutate(
      { ...request, missing, sure: isLarge },
      {
        onSuccess: ({ movements }) => {
          notify({ tone: 'ok', text: movements === 0 ? t('doneNone') : t('done', { count: movements }) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={t(act === 'book' ? 'count.bookTitle' : 'count.dropTitle', { number: count.number })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('count.goOn')}
          </Button>
          <Button
            size={48}
            variant={act === 'drop' || isLarge ? 'danger' : 'primary'}
            keyCap="F9"
            pending={pending}
            onPress={end}
          >
            {t(act === 'drop' ? 'count.drop' : isLarge ? 'count.bookAnyway' : 'count.book')}
          </Button>
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t(act === 'book' ? 'count.book' : 'count.drop'), run: end }]} />
      <p>
        {act === 'drop'
          ? t('count.dropText')
          : t('count.bookText', { counted: count.counted, differing: count.differing ?? 0 })}
      </p>
      {act === 'book' && notCounted > 0 && (
        <>
          <p>{t('count.missing', { count: notCounted, shown: shownCount(notCounted) })}</p>
          <Pills
            label={t('count.missing', { count: notCounted, shown: shownCount(notCounted) })}
            value={missing}
            onChange={(value) => {
              book.reset()
              setMissing(value)
            }}
            pills={[
              { id: 'leave', label: t('count.leave') },
              { id: 'zero', label: t('count.zero') },
            ]}
          />
        </>
      )}
      <FailureNote error={book.error ?? drop.error} />
    </Dialog>
  )
}
