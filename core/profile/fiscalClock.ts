/**
 * The profile's one clock. Dates of documents, days of reports and all stored times come from it. It carries the
 * authority's time of the last response forward with a clock that counts sleep and that nobody can set. If there was
 * no response since the computer started, the computer's clock counts, as long as nothing known contradicts it.
 */

import type { Clock, Log } from '../base/ports.ts'
import { dayMs, parseWireDate, startOfDay, toWireDate } from '../fiscal/dates.ts'

/** A known moment, and the computer's clocks at that moment. */
export interface Contact {
  /** Epoch milliseconds. */
  time: number
  /** Milliseconds since the computer started. */
  uptime: number
  /** The computer's clock, epoch milliseconds. */
  wall: number
  boot: string | null
  source: 'authority' | 'person'
  /** Id of the newest document then; 0 = none. */
  document: number
}

export interface FiscalClockOptions {
  clock: Clock
  /** The last known moment, stored in the profile's database. */
  kept: { get(): Contact | null; set(contact: Contact): void }
  /** The newest document. */
  newest(): { id: number; soldAt: number } | undefined
  log: Log
  /** Called after a jump of more than a minute, and when the date is no longer uncertain. */
  changed(): void
  /** Called when a time of the authority needs a second response. */
  unconfirmed(): void
  /** Called when the authority's own clock jumped and Kaunta accepted it. Epoch milliseconds. */
  jumped(from: number, to: number): void
}

/** The computer's time and the last known time, epoch milliseconds. */
interface UncertainDate {
  clock: number
  known: number | null
}

export interface FiscalClock {
  /** Epoch milliseconds. */
  now(): number
  /** As {@link FiscalClock.now}, for the date of a document. Throws {@link UncertainDateError}. */
  sure(): number
  /** null: the date is certain. */
  uncertainty(): UncertainDate | null
  /** A response contained the authority's time. `tookMs`: the duration of the request. */
  heard(time: number, tookMs: number): void
  /** As {@link FiscalClock.now}, if the authority said it since the computer's start; otherwise null. */
  heardNow(): number | null
  /** A person enters the date, `YYYYMMDD`. Returns false, and changes nothing, if it cannot be that date. */
  give(day: string): boolean
  /** The range of dates that {@link FiscalClock.give} accepts, `YYYYMMDD`. */
  givable(): { from: string; to: string }
}

/** A document needs a date while the date is uncertain. Nothing of it is stored. */
export class UncertainDateError extends Error {
  constructor() {
    super('The date is uncertain')
  }
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** Kaunta did not exist before this date, so a clock before it was reset. */
const notBefore = Date.UTC(2026, 0, 1)
/** Clocks within this difference agree: the authority sends whole seconds, and a response takes time. */
const agreeMs = 2 * minuteMs
/** A shop that is closed over Easter, Thursday evening to Tuesday morning, need not confirm the date. */
const closedMs = 5 * dayMs
/** A clock that was wrong by up to this may still be. A larger difference means that it was reset. */
const offsetAtMostMs = 36 * hourMs
/** The authority may correct its clock by this much at once. A larger jump needs a second response. */
const believedMs = dayMs
/** A typing error gives another year. A till without any known date may start in any of the next years. */
const laterAtMostMs = 366 * dayMs
const newAtMostMs = 20 * laterAtMostMs

export const createFiscalClock = (options: FiscalClockOptions): FiscalClock => {
  const { clock, kept, newest, log, changed, unconfirmed, jumped: authorityJumped } = options
  const carrier = () => Math.floor(clock.uptime() ?? clock.monotonic())

  /** True if the computer was not restarted since that contact. */
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
  /** The latest known moment; null: none. */
  let known: number | null = Math.max(last?.time ?? 0, isLater ? document.soldAt : 0) || null
  let suspect: { time: number; at: number } | null = null

  const carried = (contact: Contact) => contact.time + (carrier() - contact.uptime)
  /** Without a clock that counts sleep, a gap means sleep or a changed clock. */
  const hasGap = (contact: Contact) =>
    clock.uptime() === null && Math.abs(clock.now() - contact.wall - (carrier() - contact.uptime)) > agreeMs
  const fits = (time: number) =>
    time >= Math.max(notBefore, (known ?? 0) - agreeMs) && (known === null || time <= known + closedMs)

  /**
   * Uses the computer's clock, with and without its difference at the last contact. Certain if both give the same
   * day.
   */
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
      // Kaunta knows the time while it runs, and stores it with the next response.
      log.warn({ err: error }, 'the time could not be stored')
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
  /** True if a second response agrees. */
  const isConfirmed = (time: number): boolean =>
    suspect !== null && Math.abs(time - suspect.time - (carrier() - suspect.at)) <= minuteMs

  const givable = () => ({
    from: toWireDate(Math.max(notBefore, last?.source === 'authority' ? last.time : 0)),
    to: toWireDate(known === null ? notBefore + newAtMostMs : known + laterAtMostMs),
  })

  return {
    now,
    sure: () => {
      if (!isSure()) throw new UncertainDateError()
      const time = now()
      known = Math.max(known ?? 0, time)
      return time
    },
    heardNow: () => (anchor?.source === 'authority' && isSure() ? now() : null),
    uncertainty: () => (isSure() ? null : { clock: clock.now(), known }),
    heard: (time, tookMs) => {
      if (!isBelieved(time)) {
        const difference = { authority: new Date(time).toISOString(), here: new Date(now()).toISOString() }
        if (!isConfirmed(time)) {
          suspect = { time, at: carrier() }
          log.warn(difference, 'the authority sent a time far from the known one; it is asked once more')
          return unconfirmed()
        }
        log.warn(difference, 'the authority confirmed the time, which is used from now on')
        if (anchor?.source === 'authority' && isSure()) authorityJumped(now(), time)
      }
      // The authority sends whole seconds, and the response took time. A time within both limits is right, and the
      // clock never steps back.
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
