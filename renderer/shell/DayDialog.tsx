import { useState } from 'react'
import { dayMs, parseWireDate, toWireDate } from '../../core/fiscal/dates.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { DayField } from '../components/fields/DayField.tsx'
import { Pills } from '../components/Pills.tsx'
import { common } from '../i18n/common.ts'
import { formatDay } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useAct } from '../queries/calls.ts'

interface DayDialogProps {
  doubt: { clock: number; known: number | null; from: string; to: string }
  onClose: () => void
}

export function DayDialog({ doubt, onClose }: DayDialogProps) {
  const t = useWords(common)
  const { clock, known, from, to } = doubt
  const give = useAct('day.give')
  // The last day that is known, the one after it, and what the computer says.
  const days = known === null ? [clock] : [known, known + dayMs, clock]
  const offered = [...new Set(days.map(toWireDate))].filter((day) => day >= from && day <= to)
  // None is chosen beforehand: a wrong one must not be confirmed unread.
  const [day, setDay] = useState('')
  const moment = parseWireDate(day)
  function choose(chosen: string) {
    give.reset()
    setDay(chosen)
  }
  return (
    <Dialog
      title={t('day.which')}
      role="alertdialog"
      size="small"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('day.later')}
          </Button>
          <Button
            size={48}
            variant="primary"
            disabled={moment === null}
            pending={give.isPending}
            onPress={() => give.mutate({ day })}
          >
            {moment === null ? t('day.choose') : t('day.itIs', { day: formatDay(moment) })}
          </Button>
        </>
      }
    >
      <p>
        {t('day.why', { clock: formatDay(clock) })}{' '}
        {known !== null && t('day.known', { day: formatDay(known) })}
      </p>
      <Pills
        label={t('day.which')}
        value={day}
        onChange={choose}
        pills={offered.map((each) => ({ id: each, label: formatDay(parseWireDate(each) ?? 0) }))}
      />
      <DayField
        label={t('day.other')}
        value={moment}
        min={parseWireDate(from) ?? 0}
        max={parseWireDate(to) ?? 0}
        onChange={(chosen) => choose(toWireDate(chosen))}
      />
      <FailureNote error={give.error} />
    </Dialog>
  )
}
