/**
 * The seat of a branch's signer: one process may talk to the authority for the branch. Each taking raises the epoch. A
 * signer asks before it sends whether its epoch is still the branch's, and stops if it is not.
 */
import type { HubDb } from '../../db/hub/postgres.ts'
import { type FactOf, holdsSeat, noteSending, releaseSeat, type Seat } from '../../db/hub/signers.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { Fence } from '../queue/fence.ts'

/** Milliseconds. */
export interface SeatTiming {
  /** An answer counts for this long. */
  freshMs: number
  /** A signer that got no answer for this long sends nothing. */
  silenceMs: number
  /** Before it asks again. */
  againMs: number
  /** The longest request to the authority. */
  requestMs: number
}

export const seatTiming: SeatTiming = { freshMs: 5_000, silenceMs: 60_000, againMs: 1_000, requestMs: 45_000 }

/** Milliseconds after a taking during which the signer before may still send, if nobody heard it stop. */
export const waitAfter = ({ silenceMs, requestMs }: SeatTiming): number => silenceMs + requestMs

export interface SeatKeeper extends Fence {
  /** True once another holds the seat. It never comes back in this process. */
  isLost(): boolean
  /** Gives the seat back. Call it when nothing is under way. */
  release(): Promise<void>
}

export interface SeatOptions {
  hub: HubDb
  seat: Seat
  clock: Pick<Clock, 'now' | 'monotonic'>
  log: Log
  timing: SeatTiming
  /** Milliseconds during which nothing is sent. */
  waitMs: number
  /** The tills' documents that a row of ours is for. */
  askers(submissionId: number): FactOf[]
  /** Another holds the seat. */
  lost(): void
}

export const keepSeat = (options: SeatOptions): SeatKeeper => {
  const { hub, seat, clock, log, timing, waitMs, askers } = options
  const opensAt = clock.monotonic() + waitMs
  /** When the request began that was answered with yes. */
  let answeredAt = clock.monotonic()
  let askedAt = Number.NEGATIVE_INFINITY
  let lost = false
  let asking: Promise<void> | null = null

  const lose = (): void => {
    if (lost) return
    lost = true
    log.error({ epoch: seat.epoch }, 'another signer signs for the branch; this one stops')
    options.lost()
  }
  const ask = async (): Promise<void> => {
    const startedAt = clock.monotonic()
    askedAt = startedAt
    try {
      if (await holdsSeat(hub, seat, clock.now())) answeredAt = startedAt
      else lose()
    } catch (error) {
      log.warn({ err: error }, 'the hub could not be asked whether this signer still signs for the branch')
    }
  }
  const askOnce = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
  const closedMs = async (): Promise<number> => {
    const now = clock.monotonic()
    if (lost) return timing.silenceMs
    if (now < opensAt) return Math.ceil(opensAt - now)
    const isFresh = (): boolean => clock.monotonic() - answeredAt < timing.freshMs
    if (!isFresh() && now - askedAt >= timing.againMs) await askOnce()
    else if (asking && !isFresh()) await asking
    if (lost) return timing.silenceMs
    return clock.monotonic() - answeredAt < timing.silenceMs ? 0 : timing.againMs
  }
  /** A stock record cannot be looked up, so the hub knows of each before it is sent. */
  const note = async (row: Submission, number: number): Promise<number> => {
    const startedAt = clock.monotonic()
    try {
      if (await noteSending(hub, seat, askers(row.id), { number, now: clock.now() })) {
        answeredAt = startedAt
        return 0
      }
      lose()
      return timing.silenceMs
    } catch (error) {
      log.warn({ err: error }, 'the hub could not be told which stock record is sent next')
      return timing.againMs
    }
  }
  return {
    closedMs,
    closedForMs: async (row, number) => {
      const ms = await closedMs()
      return ms > 0 || row.kind !== 'stockRecord' || number === null ? ms : note(row, number)
    },
    isLost: () => lost,
    release: async () => {
      if (!lost) await releaseSeat(hub, seat, clock.now())
    },
  }
}
