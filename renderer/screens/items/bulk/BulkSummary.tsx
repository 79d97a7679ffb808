import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { BulkRun } from './useBulk.ts'
import { words } from './words.ts'

interface BulkSummaryProps {
  run: BulkRun
  /** Items that change and that nobody took out. */
  chosen: number
  isCurrent: boolean
  onCheckAgain: () => void
}

/** How far it is, then how many items change or were changed, and how many are left out. */
export function BulkSummary({ run, chosen, isCurrent, onCheckAgain }: BulkSummaryProps) {
  const t = useWords(words)
  const { state, outcomes, total, error } = run
  if (state === 'idle') return null
  if (state === 'checking' || state === 'running') {
    return (
      <>
        <p role="status">{t(state, { done: outcomes.length, total })}</p>
        <progress
          className="items-import-progress"
          aria-label={t('title')}
          max={total}
          value={outcomes.length}
        />
      </>
    )
  }
  if (error && state === 'checked')
    return <FailureNote error={error} acts={<Retry onPress={onCheckAgain} />} />
  const skipped = outcomes.filter(({ outcome }) => outcome === 'skipped').length
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed').length
  const left = skipped > 0 ? t('skipped', { count: skipped }) : ''
  if (state === 'checked')
    return isCurrent ? (
      <Note tone="wait" title={t('counts', { changed: chosen, total })}>
        {left}
      </Note>
    ) : null
  return (
    <>
      <FailureNote error={error} />
      <Note
        tone={state === 'done' && skipped === 0 ? 'ok' : 'wait'}
        title={
          state === 'stopped' ? t('stopped', { done: outcomes.length, total }) : t('done', { count: changed })
        }
      >
        {[left, changed > 0 ? t('sent') : ''].filter(Boolean).join(' ')}
      </Note>
    </>
  )
}
