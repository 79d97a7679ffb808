import { FailureNote } from '../../../components/FailureNote.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct } from '../../../queries/calls.ts'
import { words } from '../words.ts'

const choices = [0, 2, 5, 10, 30]

/** After how many minutes without a touch the till locks by itself; 0 = never. */
export function LockAfter({ minutes }: { minutes: number }) {
  const t = useWords(words)
  const save = useAct('workspace.setLockAfter')
  const all = choices.includes(minutes) ? choices : [...choices, minutes].toSorted((a, b) => a - b)
  return (
    <div className="settings-choice">
      <span className="field-label">{t('people.lockAfter')}</span>
      <Pills
        label={t('people.lockAfter')}
        value={String(minutes)}
        onChange={(chosen) => save.mutate({ minutes: Number(chosen) })}
        pills={all.map((each) => ({
          id: String(each),
          label: each === 0 ? t('people.lockNever') : t('people.lockMinutes', { count: each }),
        }))}
      />
      <p>{t('people.lockAfterText')}</p>
      <FailureNote error={save.error} />
    </div>
  )
}
