import { type CalendarDate, isSameDay, parseDate } from '@internationalized/date'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { parseWireDate, toWireDate } from '../../../core/fiscal/dates.ts'
import { formatDay, locale } from '../../i18n/format.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { Button } from '../Button.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import './DayField.css'

interface DayFieldProps {
  /** What the day is for; shown until one is chosen. */
  label: string
  /** Midnight before the day in Nairobi, epoch milliseconds; null: none is chosen. */
  value: number | null
  onChange: (day: number) => void
  /** The first and the last day that can be chosen, epoch milliseconds. */
  min?: number
  max?: number
}

const toDate = (moment: number): CalendarDate =>
  parseDate(toWireDate(moment).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))

/** A day, chosen on a calendar in the language of the screen: a browser's own has days too small for a finger. */
export function DayField({ label, value, onChange, min, max }: DayFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const today = toDate(tillNow())
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button icon="calendar" {...(value !== null && { label: `${label}: ${formatDay(value)}` })}>
        {value === null ? label : formatDay(value)}
      </Button>
      <Popover className="day-popover" aria-label={label}>
        <div className="day-dialog">
          <I18nProvider locale={locale()}>
            <Calendar
              aria-label={label}
              firstDayOfWeek="mon"
              autoFocus
              value={value === null ? null : toDate(value)}
              defaultFocusedValue={toDate(value ?? tillNow())}
              {...(min !== undefined && { minValue: toDate(min) })}
              {...(max !== undefined && { maxValue: toDate(max) })}
              onChange={(date) => {
                const day = date && parseWireDate(date.toString().replaceAll('-', ''))
                if (day !== null) onChange(day)
                setIsOpen(false)
              }}
            >
              <div className="day-head">
                <Turn slot="previous" icon="left" />
                <CalendarHeading className="day-month" />
                <Turn slot="next" icon="right" />
              </div>
              <CalendarGrid weekdayStyle="short">
                <CalendarGridHeader>
                  {(day) => <CalendarHeaderCell className="day-name">{day}</CalendarHeaderCell>}
                </CalendarGridHeader>
                <CalendarGridBody>
                  {(date) => (
                    <CalendarCell
                      className="day-cell"
                      date={date}
                      data-now={isSameDay(date, today) || undefined}
                    />
                  )}
                </CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </I18nProvider>
        </div>
      </Popover>
    </DialogTrigger>
  )
}

function Turn({ slot, icon }: { slot: 'previous' | 'next'; icon: IconName }) {
  return (
    <AriaButton className="button icon-button" data-variant="quiet" data-size={44} slot={slot}>
      <Icon name={icon} />
    </AriaButton>
  )
}
