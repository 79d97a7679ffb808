/**
 * The authority's dates are Nairobi time, UTC+3 all year. Nothing here uses the computer's time zone. Internally,
 * time is epoch milliseconds.
 */
export const nairobiOffset = 3 * 60 * 60 * 1000

/** Milliseconds of any day: Nairobi has no daylight saving time. */
export const dayMs = 24 * 60 * 60 * 1000

/** Returns midnight in Nairobi before a moment. */
export const startOfDay = (time: number): number =>
  Math.floor((time + nairobiOffset) / dayMs) * dayMs - nairobiOffset

/** `YYYYMMDD`. */
export function toWireDate(time: number): string {
  const { year, month, day } = parts(time)
  return `${year}${month}${day}`
}

/** `yyyyMMddHHmmss`. */
export function toWireDateTime(time: number): string {
  const { hour, minute, second } = parts(time)
  return `${toWireDate(time)}${hour}${minute}${second}`
}

/** Parses `YYYYMMDD` to the start of that day in Nairobi; null if it is no calendar day. */
export function parseWireDate(text: string): number | null {
  return fromDigits(/^(\d{4})(\d{2})(\d{2})$/.exec(text))
}

/**
 * Parses `yyyyMMddHHmmss`, or the long form `YYYY-MM-DD HH:MM:SS.s` of the authority's queries (`authority §1.4` no.
 * 21); null if it is neither. Fractions of a second are dropped.
 */
export function parseWireDateTime(text: string): number | null {
  return fromDigits(
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text) ??
      /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?$/.exec(text),
  )
}

/** `dd/mm/yyyy`, as on paper. */
export function toPaperDate(time: number): string {
  const { year, month, day } = parts(time)
  return `${day}/${month}/${year}`
}

/** `hh:mm:ss`, as on paper. */
export function toPaperTime(time: number): string {
  const { hour, minute, second } = parts(time)
  return `${hour}:${minute}:${second}`
}

function parts(time: number) {
  const date = new Date(time + nairobiOffset)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    year: String(date.getUTCFullYear()).padStart(4, '0'),
    month: two(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
  }
}

function fromDigits(found: RegExpExecArray | null): number | null {
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  const time = Date.UTC(year, month - 1, day, hour, minute, second) - nairobiOffset
  const back = toWireDateTime(time)
  const given = found.slice(1).join('').padEnd(14, '0')
  return back === given ? time : null
}
