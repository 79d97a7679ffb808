import { useState } from 'react'
import { dayMs } from '../../../core/fiscal/dates.ts'
import { Button } from '../../components/Button.tsx'
import type { BarNote } from '../../components/Note.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useNow } from '../../window/useNow.ts'
import { words } from './words.ts'

/** A shift that was left open for more than a day, until a person dismisses the note; again after the next unlock. */
export function useLongShift(): BarNote[] {
  const t = useWords(words)
  const { data } = useCall('shift.state', {})
  const now = useNow(60_000)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const open = data?.open
  if (!open || open.number === dismissed || now - open.openedAt < dayMs) return []
  const values = { number: open.number, time: formatMoment(open.openedAt) }
  return [
    {
      key: 'shift',
      tone: 'wait',
      title: t('longOpen', values),
      children: t('longOpenTodo'),
      acts: (
        <>
          <Button onPress={() => navigate('shift')}>{t('toShift')}</Button>
          <Button onPress={() => setDismissed(open.number)}>{t('later')}</Button>
        </>
      ),
    },
  ]
}
