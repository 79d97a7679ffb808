/**
 * The one time of a profile: dates of documents, days of reports and all moments that are kept come from it. The authority's
 * time of the last answer is carried by a clock that counts sleep and that nobody can set. Where there was no answer since the
 * computer started, the computer's own date counts for as long as nothing that is known contradicts it.
 */

import type { Clock, Log } from '../base/ports.ts'
import { dayMs, parseWireDate, startOfDay, toWireDate } from '../fiscal/dates.ts'

/** A moment that was known, and what the computer's clocks said then. */
export interface Contact {
  /** Epoch milliseconds. */
  time: number
  /** Since the computer started, milliseconds. */
  uptime: number
  /** The computer's date, epoch milliseconds. */
  wall: number
  boot: string | null
  source: 'authority' | 'person'
  /** Id of the newest document then; 0 = none. */
  document: number
}

export interface FiscalClockOptions {
  clock: Clock
  /** The last moment that was known, kept in the profile's database. */
  kept: { get(): Contact | null; set(contact: Contact): void }
  /** The newest document. */
  newest(): { id: number; soldAt: number } | undefined
  log: Log
  /** Told of a jump of more than a minute, and that the day is in doubt no more. */
  changed(): void
  /** Told of a time of the authority's that needs a second answer. */
  unconfirmed(): void
  /** Called when the authority's own clock jumped and is believed; epoch milliseconds. */
  jumped(from: number, to: number): void
}

/** What the computer says, and the last moment that is known; epoch milliseconds. */
interface DayDoubt {
  clock: number
  known: number | null
}

export interface FiscalClock {
  /** Epoch milliseconds. */
  now(): number
  /** As {@link FiscalClock.now}, for what bears a date. Throws {@link DoubtfulDayError}. */
  sure(): number
  /** null: the day is sure. */
  doubt(): DayDoubt | null
  /** An answer of the authority that told its time; `tookMs`: how long it took. */
  heard(time: number, tookMs: number): void
  /** A person says which day it is, `YYYYMMDD`. Answers whether it can be that day: nothing is changed where it cannot. */
  give(day: string): boolean
  /** The days that {@link FiscalClock.give} takes, `YYYYMMDD`. */
  givable(): { from: string; to: string }
}

/** A document needs a date, and the day is in doubt: nothing of it is kept. */
export class DoubtfulDayError extends Error {
  constructor() {
    super('The day is in doubt')
  }
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** Kaunta is younger: a clock that says less was reset. */
const notBefore = Date.UTC(2026, 0, 1)
/** Clocks that differ by less agree: the authority tells whole seconds, and an answer takes its time. */
const agreeMs = 2 * minuteMs
/** A shop closed from Thursday evening until Tuesday morning, Easter's holidays, is not asked for the date. */
const closedMs = 5 * dayMs
/** A clock that was wrong by up to this may be so still; one that is further off was reset, and says nothing. */
const offsetAtMostMs = 36 * hourMs
/** The authority may correct its clock by so much at once; a larger jump needs a second answer. */
const believedMs = dayMs
/** A typing error names another year; a till that knows no date at all may be new in any of the next ones. */
const laterAtMostMs = 366 * dayMs
const newAtMostMs = 20 * laterAtMostMs

export const createFiscalClock = (options: FiscalClockOptions): FiscalClock => {
  const { clock, kept, newest, log, changed, unconfirmed, jumped: authorityJumped } = options
  const carrier = () => Math.floor(clock.uptime() ?? clock.monotonic())

  /** Does the computer run since then without a new start? */
  const isThisStart = ({ boot, uptime, wall }: Contact): boolean => {
    const up = clock.uptime()
    if (up === null || up < uptime) return false
    const id = clock.bootId()
    if (id !== null && boot !== null) return id === boot
    return Math.abs(clock.now() - up - (wall - uptime)) <= agreeMs
  }
  let last = kept.get()
  let anchor = last && isThisStart(last) ? last : null
  const document = newest()
  const isLater = document !== undefined && document.id > (last?.document ?? 0)
  /** The latest moment that is known; null: nothing ever was. */
  let known: number | null = Math.max(last?.time ?? 0, isLater ? document.soldAt : 0) || null
  let suspect: { time: number; at: number } | null = null

  const carried = (contact: Contact) => contact.time + (carrier() - contact.uptime)
  /** Without a clock that counts sleep, a gap is sleep, or somebody has set the clock. */
  const hasGap = (contact: Contact) =>
    clock.uptime() === null && Math.abs(clock.now() - contact.wall - (carrier() - contact.uptime)) > agreeMs
  const fits = (time: number) =>
    time >= Math.max(notBefore, (known ?? 0) - agreeMs) && (known === null || time <= known + closedMs)

  /** By the computer's date, and by it as far off as it was at the last contact: sure where both name one day. */
  const estimate = (): { time: number; sure: boolean } => {
    const wall = clock.now()
    const offset = last ? last.time - last.wall : 0
    const asBefore = Math.abs(offset) <= offsetAtMostMs ? [wall + offset] : []
    const possible = [...asBefore, wall].filter(fits)
    const days = new Set(possible.map(startOfDay))
    return { time: possible[0] ?? wall, sure: days.size === 1 }
  }
  const now = () => Math.floor(anchor ? carried(anchor) : estimate().time)
  const isSure = () => (anchor ? !hasGap(anchor) : estimate().sure)

  const keep = (contact: Contact): void => {
    last = contact
    try {
      kept.set(contact)
    } catch (error) {
      // It is known as long as Kaunta runs, and the next answer is kept.
      log.warn({ err: error }, 'the time could not be kept')
    }
  }
  const take = (time: number, source: Contact['source']): void => {
    const jumped = Math.abs(time - now()) > minuteMs || !isSure()
    const isNew = jumped || anchor?.source !== source || time - (last?.time ?? 0) > hourMs
    const { id = 0 } = newest() ?? {}
    anchor = { time, uptime: carrier(), wall: clock.now(), boot: clock.bootId(), source, document: id }
    known = time
    suspect = null
    if (isNew) keep(anchor)
    if (jumped) changed()
  }
  const isBelieved = (time: number): boolean => {
    const isNear = isSure() && Math.abs(time - now()) <= believedMs
    const isCarried = anchor?.source === 'authority' && isSure()
    return isNear || (!isCarried && fits(time))
  }
  /** A second answer says the same. */
  const isConfirmed = (time: number): boolean =>
    suspect !== null && Math.abs(time - suspect.time - (carrier() - suspect.at)) <= minuteMs

  const givable = () => ({
    from: toWireDate(Math.max(notBefore, last?.source === 'authority' ? last.time : 0)),
    to: toWireDate(known === null ? notBefore + newAtMostMs : known + laterAtMostMs),
  })

  return {
    now,
    sure: () => {
      if (!isSure()) throw new DoubtfulDayError()
      const time = now()
      known = Math.max(known ?? 0, time)
      return time
    },
    doubt: () => (isSure() ? null : { clock: clock.now(), known }),
    heard: (time, tookMs) => {
      if (!isBelieved(time)) {
        const difference = { authority: new Date(time).toISOString(), here: new Date(now()).toISOString() }
        if (!isConfirmed(time)) {
          suspect = { time, at: carrier() }
          log.warn(difference, 'the authority tells a time far from what was known; it is asked once more')
          return unconfirmed()
        }
        log.warn(difference, 'the authority tells the same time again, and it is believed')
        if (anchor?.source === 'authority' && isSure()) authorityJumped(now(), time)
      }
      // The authority tells whole seconds, and the answer took its time: a time within both is right, and never steps back.
      const agrees = isSure() && now() >= time && now() <= time + tookMs + 1_000
      if (!agrees) take(time, 'authority')
      else if (anchor?.source !== 'authority' || now() - (last?.time ?? 0) > hourMs) take(now(), 'authority')
    },
    give: (day) => {
      const start = parseWireDate(day)
      const { from, to } = givable()
      if (start === null || day < from || day > to) return false
      const wall = clock.now()
      const ofDay = start + (wall - startOfDay(wall))
      take(Math.max(ofDay, Math.min(known ?? 0, start + dayMs - 1)), 'person')
      return true
    },
    givable,
  }
}
