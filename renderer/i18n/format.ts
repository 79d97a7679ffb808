/**
 * Times, days and ages as the shop says them. Moments are epoch milliseconds; they are shown as Nairobi's clock has
 * them, as on the receipt and at the authority, whatever the time zone of this computer.
 */
import { dayMs, parseWireDate, startOfDay } from '../../core/fiscal/dates.ts'
import { common } from './common.ts'
import { language, say } from './index.ts'
import { tillNow } from './tillTime.ts'

const locales = { en: 'en-GB', sw: 'sw-KE' } as const

/** BCP 47, for calendars. */
export const locale = (): string => locales[language()]

const formats = new Map<string, Intl.DateTimeFormat>()

function format(moment: number, name: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${language()} ${name}`
  let found = formats.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(locales[language()], { timeZone: 'Africa/Nairobi', ...options })
    formats.set(key, found)
  }
  return found.format(moment)
}

/** `14:02`. */
export const formatTime = (moment: number): string =>
  format(moment, 'time', { hour: '2-digit', minute: '2-digit', hour12: false })

/** `14:02:09`. */
export const formatTimeExact = (moment: number): string =>
  format(moment, 'exact', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })

/** `20 Nov 2026`. */
export const formatDay = (moment: number): string =>
  format(moment, 'day', { day: 'numeric', month: 'short', year: 'numeric' })

/** The day of a `YYYYMMDD`; other text as it is. */
export const formatWireDay = (text: string): string => {
  const day = parseWireDate(text)
  return day === null ? text : formatDay(day)
}

/** The time of today, `tomorrow 14:05`, `yesterday 09:10`, else `18 Nov 14:05`. */
export function formatMoment(moment: number, now = tillNow()): string {
  const time = formatTime(moment)
  const days = (startOfDay(moment) - startOfDay(now)) / dayMs
  if (days === 0) return time
  if (days === 1) return say(common, 'time.tomorrow', { time })
  if (days === -1) return say(common, 'time.yesterday', { time })
  return `${format(moment, 'dayOfYear', { day: 'numeric', month: 'short' })} ${time}`
}

/** A length of time in milliseconds, in its largest unit: `just now`, `12 min`, `3 h`, `2 days`. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return say(common, 'age.now')
  if (minutes < 60) return say(common, 'age.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return say(common, 'age.hours', { count: hours })
  return say(common, 'age.days', { count: Math.floor(hours / 24) })
}

/** Time left in milliseconds: `22 s`, `4:05`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < 60) return say(common, 'age.seconds', { count: seconds })
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Lists are counted no further than one more than this. */
const countedAtMost = 1000

/** `412`, `1,000+`. */
export const shownCount = (count: number): string =>
  count > countedAtMost ? `${countedAtMost.toLocaleString('en')}+` : count.toLocaleString('en')
