import { useRef } from 'react'
import { dayMs, parseWireDate, startOfDay, toWireDate } from '../../../core/fiscal/dates.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Pills } from '../../components/Pills.tsx'
import { formatDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { words } from './words.ts'

interface DayChoiceProps {
  /** Midnight before the day in Nairobi, epoch milliseconds; null: all days. */
  day: number | null
  onChange: (day: number | null) => void
  /** false: one day has to be chosen. */
  all?: boolean
}

/** `2026-11-20`, as a date input has it. */
const dateValue = (day: number) => toWireDate(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

/** All days, or one of them. */
export function DayChoice({ day, onChange, all = true }: DayChoiceProps) {
  const t = useWords(words)
  const picker = useRef<HTMLInputElement>(null)
  const today = startOfDay(tillNow())
  const isToday = day === today
  return (
    <fieldset className="receipts-day" aria-label={t('day.label')}>
      <Pills
        label={t('day.label')}
        value={day === null ? 'all' : isToday ? 'today' : 'other'}
        onChange={(choice) => onChange(choice === 'today' ? today : null)}
        pills={[
          ...(all ? [{ id: 'all' as const, label: t('day.all') }] : []),
          { id: 'today', label: t('day.today') },
        ]}
      />
      <IconButton
        icon="left"
        variant="normal"
        label={t('day.earlier')}
        onPress={() => onChange((day ?? today) - dayMs)}
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
          onChange={({ target: { value } }) => onChange(parseWireDate(value.replaceAll('-', '')))}
        />
      </span>
      <IconButton
        icon="right"
        variant="normal"
        label={t('day.later')}
        disabled={day === null || isToday}
        onPress={() => onChange((day ?? today) + dayMs)}
      />
    </fieldset>
  )
}
