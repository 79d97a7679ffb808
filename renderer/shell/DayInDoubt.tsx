import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Note } from '../components/Note.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { setTillOffset } from '../i18n/tillTime.ts'
import { useCall } from '../queries/calls.ts'

/** Its calendar is a tenth of what the first screen would load. */
const DayDialog = lazy(async () => ({ default: (await import('./DayDialog.tsx')).DayDialog }))

/** Asks once which day it is; who does not answer sees why selling waits. */
export function DayInDoubt() {
  const t = useWords(common)
  const { data: status } = useCall('status.get', {})
  const [later, setLater] = useState(false)
  const offset = status?.clockOffsetMs ?? 0
  useEffect(() => setTillOffset(offset), [offset])
  const doubt = status?.dayInDoubt
  if (!doubt) return null
  if (!later) {
    return (
      <Suspense fallback={null}>
        <DayDialog doubt={doubt} onClose={() => setLater(true)} />
      </Suspense>
    )
  }
  return (
    <Note
      tone="bad"
      title={t('day.unknown')}
      acts={<Button onPress={() => setLater(false)}>{t('day.say')}</Button>}
    >
      {t('day.unknownTodo')}
    </Note>
  )
}
