import { useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Pills } from '../../components/Pills.tsx'
import { formatDay, wireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

interface DayChoiceProps {
  /** Noon of the day, epoch milliseconds; null: all days. */
  day: number | null
  onChange: (day: number | null) => void
}

/** Noon, so that a day more or less stays a day when clocks change. */
function noon(moment: number, days = 0): number {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 12).getTime()
}

/** `2026-11-20` of the local day, as a date input has it. */
function dateValue(moment: number): string {
  const day = wireDay(moment)
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
}

/** All days, or one of them. */
export function DayChoice({ day, onChange }: DayChoiceProps) {
  const t = useWords(words)
  const picker = useRef<HTMLInputElement>(null)
  const today = noon(Date.now())
  const isToday = day !== null && wireDay(day) === wireDay(today)
  return (
    <fieldset className="receipts-day" aria-label={t('day.label')}>
      <Pills
        label={t('day.label')}
        value={day === null ? 'all' : isToday ? 'today' : 'other'}
        onChange={(choice) => onChange(choice === 'today' ? today : null)}
        pills={[
          { id: 'all', label: t('day.all') },
          { id: 'today', label: t('day.today') },
        ]}
      />
      <IconButton
        icon="left"
        variant="normal"
        label={t('day.earlier')}
        onPress={() => onChange(noon(day ?? today, -1))}
      />
      <span className="receipts-picker">
        <Button icon="calendar" onPress={() => picker.current?.showPicker()}>
          {day === null ? t('day.pick') : formatDay(day)}
        </Button>
        <input
          ref={picker}
          className="receipts-date"
          type="date"
          tabIndex={-1}
          aria-label={t('day.pick')}
          max={dateValue(today)}
          value={day === null ? '' : dateValue(day)}
          onChange={({ target: { value } }) =>
            onChange(value === '' ? null : new Date(`${value}T12:00`).getTime())
          }
        />
      </span>
      <IconButton
        icon="right"
        variant="normal"
        label={t('day.later')}
        disabled={day === null || isToday}
        onPress={() => onChange(noon(day ?? today, 1))}
      />
    </fieldset>
  )
}
