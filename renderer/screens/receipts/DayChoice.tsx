import { dayMs, startOfDay } from '../../../core/fiscal/dates.ts'
import { DayField } from '../../components/fields/DayField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Pills } from '../../components/Pills.tsx'
import { useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { words } from './words.ts'
import './dayChoice.css'

interface DayChoiceProps {
  /** Midnight before the day in Nairobi, epoch milliseconds; null: all days. */
  day: number | null
  onChange: (day: number | null) => void
  /** false: one day has to be chosen. */
  all?: boolean
}

/** All days, or one of them. */
export function DayChoice({ day, onChange, all = true }: DayChoiceProps) {
  const t = useWords(words)
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
      <DayField label={t('day.pick')} value={day} max={today} onChange={onChange} />
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
