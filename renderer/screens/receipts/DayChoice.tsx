import { useId } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { Pills } from '../../components/Pills.tsx'
import { wireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

interface DayChoiceProps {
  /** Any moment of the day, epoch milliseconds; null: all days. */
  day: number | null
  onChange: (day: number | null) => void
}

/** Noon, so that a day more or less stays a day when clocks change. */
function noon(moment: number, days = 0): number {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 12).getTime()
}

/** All days, or one of them. */
export function DayChoice({ day, onChange }: DayChoiceProps) {
  const t = useWords(words)
  const input = useId()
  const today = noon(Date.now())
  const choice = day === null ? 'all' : wireDay(day) === wireDay(today) ? 'today' : 'other'
  return (
    <fieldset className="receipts-day" aria-label={t('day.label')}>
      <Pills
        label={t('day.label')}
        value={choice}
        onChange={(next) => onChange(next === 'today' ? today : null)}
        pills={[
          { id: 'all', label: t('day.all') },
          { id: 'today', label: t('day.today') },
        ]}
      />
      <IconButton
        icon="back"
        label={t('day.earlier')}
        onPress={() => onChange(noon(day ?? today, day === null ? 0 : -1))}
      />
      <label className="visually-hidden" htmlFor={input}>
        {t('day.pick')}
      </label>
      <input
        id={input}
        className="field-box receipts-date"
        type="date"
        max={dateValue(today)}
        value={day === null ? '' : dateValue(day)}
        onChange={({ target }) => onChange(target.valueAsNumber ? noon(parseDate(target.value)) : null)}
      />
      <span className="receipts-later">
        <IconButton
          icon="back"
          label={t('day.later')}
          disabled={day === null || wireDay(day) >= wireDay(today)}
          onPress={() => onChange(noon(day ?? today, 1))}
        />
      </span>
    </fieldset>
  )
}

/** `2026-11-20` of the local day, as a date input has it. */
function dateValue(moment: number): string {
  const day = wireDay(moment)
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
}

/** The local noon of `2026-11-20`. */
const parseDate = (value: string): number => new Date(`${value}T12:00`).getTime()
