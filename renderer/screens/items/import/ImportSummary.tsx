import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'
import type { ImportRun } from './useImport.ts'

interface ImportSummaryProps {
  run: ImportRun
  total: number
  /** Rows of the file that never came so far. */
  unread: number
  onCheckAgain: () => void
}

/** How far it is, then how many items are made, changed, left as they are, and left out. */
export function ImportSummary({ run, total, unread, onCheckAgain }: ImportSummaryProps) {
  const t = useWords(words)
  const { state, outcomes, error } = run
  if (state === 'checking' || state === 'importing') {
    const values = { done: outcomes.length, total }
    return (
      <>
        <p role="status">{t(`import.${state}`, values)}</p>
        <progress
          className="items-import-progress"
          aria-label={t('import.title')}
          max={total}
          value={outcomes.length}
        />
      </>
    )
  }
  if (error && state === 'checked')
    return <FailureNote error={error} acts={<Retry onPress={onCheckAgain} />} />
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const failed = count('failed') + unread
  const figures = [
    ...(['made', 'changed', 'same'] as const).map((outcome) => ({ outcome, count: count(outcome) })),
    { outcome: 'failed' as const, count: failed },
  ]
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => t(`import.${outcome}`, { count }))
  const sentences = [
    `${figures.join(', ')}.`,
    ...(state !== 'checked' && count('made') + count('changed') > 0 ? [t('import.sent')] : []),
    ...(state === 'stopped' ? [t('import.again')] : []),
  ]
  return (
    <>
      <FailureNote error={error} />
      <Note tone={failed > 0 || state === 'stopped' ? 'wait' : 'ok'} title={t(`import.${state}`)}>
        {sentences.join(' ')}
      </Note>
    </>
  )
}
