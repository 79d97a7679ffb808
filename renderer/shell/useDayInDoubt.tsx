import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import type { BarNote } from '../components/Note.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { setTillOffset } from '../i18n/tillTime.ts'
import { useCall } from '../queries/calls.ts'
import { late } from '../window/late.ts'

/** Its calendar is a tenth of what the first screen would load. */
const DayDialog = late(async () => (await import('./DayDialog.tsx')).DayDialog)

/** Asks once for the date; who does not answer sees in the bar why selling waits. */
export function useDayInDoubt(): { dialog: ReactNode; notes: BarNote[] } {
  const t = useWords(common)
  const { data: status } = useCall('status.get', {})
  const [later, setLater] = useState(false)
  const offset = status?.clockOffsetMs ?? 0
  useEffect(() => setTillOffset(offset), [offset])
  const doubt = status?.dayInDoubt
  if (!doubt) return { dialog: null, notes: [] }
  if (!later) {
    const dialog = <DayDialog doubt={doubt} onClose={() => setLater(true)} />
    return { dialog, notes: [] }
  }
  const note: BarNote = {
    key: 'day',
    tone: 'bad',
    title: t('day.unknown'),
    children: t('day.unknownTodo'),
    acts: <Button onPress={() => setLater(false)}>{t('day.say')}</Button>,
  }
  return { dialog: null, notes: [note] }
}
