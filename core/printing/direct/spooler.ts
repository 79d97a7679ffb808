/**
 * Prints the papers of one profile on direct printers: those of one printer in order, each once. Nothing waits for
 * it. Core/README.md has the states of a print job.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/engine/sqlite.ts'
import {
  beginPrintJob,
  endPrintJob,
  insertPrintJob,
  interruptedPrintJobs,
  keepWaiting,
  makeUnknown,
  movePrintJobs,
  nextPrintJob,
  type PrintJob,
  printersWanted,
} from '../../../db/profile/printJobs.ts'
import type { Clock, DirectOutcome, DirectPrinters, DirectState, Log } from '../../base/ports.ts'
import type { PrintJobKind, PrintJobReason } from '../../contract/printer.ts'
import { bytesOf, type PrintContent } from './content.ts'
import type { KnownPrinter, Printers } from './printers.ts'
import type { PrintTiming } from './timing.ts'

/** How long a drawer may take to open, milliseconds. Later nobody stands at it. */
const pulseMs = 5_000
/** Between two attempts to store an outcome, milliseconds. */
const storeAgainMs = 5_000

/** A QR code as a picture is the longest command, bytes. */
const longestCommand = 16_384

export interface NewPrintJob {
  what: PrintJobKind
  /** As on the paper. */
  title: string
  content: PrintContent
  /** Id of the row in `print`, of a receipt. */
  printId?: number
  author: string
}

export interface Spooler {
  /**
   * Stores a paper for a printer in the open transaction, and returns the job's id. It prints once that is committed.
   */
  add(printer: KnownPrinter, job: NewPrintJob): number
  /** Opens the drawer on this printer, now or not at all. Call it in the transaction of the act that opens it. */
  pulse(printer: KnownPrinter, author: string): number
  /** Something changed: tries the printers whose pause is over, or all if `atOnce`. */
  wake(atOnce?: boolean): void
  start(): void
  /** Waits a moment for what prints now. The outcome of what does not end is unknown. */
  stop(): Promise<void>
}

const untold: DirectState = { trouble: null, paperLow: false, answers: null, detail: null }

interface Pause {
  tries: number
  /** `clock.monotonic()`. */
  until: number
}

const why = (reason: PrintJobReason | null, { detail }: Pick<DirectState, 'detail'>) => ({ reason, detail })

export const createSpooler = (by: {
  db: Db
  printers: Printers
  direct: Pick<DirectPrinters, 'print'>
  clock: Clock
  log: Log
  timing: PrintTiming
  /** A job changed; `printId`: of a receipt whose outcome may be known now. */
  changed(printId: number | null): void
}): Spooler => {
  const { db, printers, direct, clock, log, timing, changed } = by
  /** Printers that print now. */
  const running = new Map<string, Promise<void>>()
  const pauses = new Map<string, Pause>()
  /** Printers that may have a job in part, and so many bytes of the command that they read. */
  const halves = new Map<string, number>()
  let stopped = true
  let cancelTimer: (() => void) | undefined
  let isAsked = false
  /** The database may be closed. */
  let isOver = false

  /**
   * Stores an outcome, again and again if the disk refuses: the paper may be out already. Returns false if it is not
   * stored yet.
   */
  const store = (job: PrintJob, write: () => void): boolean => {
    if (isOver) return false
    try {
      db.transaction(write)
      changed(job.print_id)
      return true
    } catch (error) {
      log.error({ err: error, job: job.id }, 'the outcome of a print could not be stored')
      clock.after(storeAgainMs, () => {
        if (!stopped) store(job, write)
      })
      return false
    }
  }
  const end = (job: PrintJob, state: 'printed' | 'failed', reason: ReturnType<typeof why> | null): boolean =>
    store(job, () => {
      const at = clock.now()
      endPrintJob(db, job.id, { from: ['waiting', 'sending'], state, at, by: null, ...reason })
    })
  /** Ends a job that never prints. Throws if the disk refuses: its printer would be handed the same job at once. */
  const giveUp = (job: PrintJob, reason: PrintJobReason, detail: string | null): void => {
    if (!end(job, 'failed', { reason, detail }))
      throw new Error(`The end of the print ${job.id} is not stored`)
  }
  const settle = (job: PrintJob, outcome: DirectOutcome): void => {
    const { state } = outcome
    if (outcome.is === 'printed') end(job, 'printed', null)
    else if (outcome.is === 'unsent') store(job, () => keepWaiting(db, job.id, why(state.trouble, state)))
    // Nobody looks for a drawer that may have opened.
    else if (job.what === 'pulse') end(job, 'failed', why(outcome.reason, state))
    else store(job, () => makeUnknown(db, job.id, why(outcome.reason, state)))
  }
  const begin = async (job: PrintJob, sha256: string): Promise<boolean> => {
    if (stopped || !db.transaction(() => beginPrintJob(db, job, sha256))) return false
    changed(null)
    await db.durable()
    return true
  }
  const isLate = ({ expires_at }: PrintJob): boolean => expires_at !== null && expires_at < clock.now()

  const printOne = async (
    job: PrintJob,
    printer: KnownPrinter,
    bytes: Uint8Array,
  ): Promise<DirectOutcome> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { connection, language } = printer
    // A test page asks also a printer that told nothing until now.
    const answers = job.what === 'test' ? null : printer.answers
    const release = printers.hold(printer.id)
    try {
      return await direct.print({
        ...{ connection, language, answers, bytes: afterHalf(printer, bytes), title: job.title },
        begin: () => begin(job, sha256),
        told: (state) => printers.told(printer.id, state),
      })
    } finally {
      release()
    }
  }
  /** Ends a command of the job before, which would take this one for its data. Printers ignore zeros elsewhere. */
  const afterHalf = ({ id }: KnownPrinter, bytes: Uint8Array): Uint8Array => {
    const half = halves.get(id)
    return half === undefined ? bytes : Buffer.concat([Buffer.alloc(half), bytes])
  }
  /** null: it cannot be made, and must not hold up the others. */
  const made = (job: PrintJob, printer: KnownPrinter): Uint8Array | null => {
    try {
      return bytesOf(job.content ?? '', printer)
    } catch (error) {
      log.error({ err: error, job: job.id }, 'a paper could not be made')
      giveUp(job, 'fault', error instanceof Error ? error.message : String(error))
      return null
    }
  }
  /** A printer that gets the papers of this one now; undefined: they wait. */
  const standInOf = ({ failover }: KnownPrinter): KnownPrinter | undefined => {
    const other = failover === null ? undefined : printers.find(failover)
    return other?.trouble === null ? other : undefined
  }
  const pause = (id: string): void => {
    const tries = (pauses.get(id)?.tries ?? 0) + 1
    const ms = Math.min(timing.retryMs * 2 ** Math.min(tries - 1, 20), timing.retryCapMs)
    pauses.set(id, { tries, until: clock.monotonic() + ms })
  }
  /** Moves what waits to another printer if there is one that prints. */
  const handOver = (printer: KnownPrinter): boolean => {
    const other = standInOf(printer)
    if (!other || movePrintJobs(db, { from: printer.id }, other) === 0) return false
    changed(null)
    ask()
    return true
  }

  /** Prints what waits for one printer until nothing does, or it cannot print. */
  const pump = async (id: string): Promise<void> => {
    while (!stopped) {
      const job = nextPrintJob(db, id)
      if (!job) return
      if (isLate(job)) {
        giveUp(job, 'late', null)
        continue
      }
      const printer = printers.find(id)
      if (!printer) {
        if (job.reason !== 'noPrinter')
          store(job, () => keepWaiting(db, job.id, { reason: 'noPrinter', detail: null }))
        return pause(id)
      }
      if (printer.trouble && handOver(printer)) continue
      const bytes = made(job, printer)
      if (!bytes) continue
      const outcome = await printOne(job, printer, bytes)
      settle(job, outcome)
      printers.told(id, outcome.state)
      if (outcome.is === 'printed') halves.delete(id)
      if (outcome.is === 'unknown') halves.set(id, Math.min(bytes.length, longestCommand))
      if (outcome.is !== 'unsent') {
        pauses.delete(id)
        continue
      }
      // Cancelled or moved before its first byte.
      if (outcome.state.trouble === null) continue
      pause(id)
      const now = printers.find(id)
      if (!now || !handOver(now)) return
    }
  }
  const start = (id: string): void => {
    const work = pump(id)
      .catch((error: unknown) => {
        log.error({ err: error, printer: id }, 'a print failed')
        pause(id)
      })
      .finally(() => {
        running.delete(id)
        ask()
      })
    running.set(id, work)
  }
  const look = (): void => {
    cancelTimer?.()
    if (stopped) return
    let next = Number.POSITIVE_INFINITY
    for (const id of printersWanted(db)) {
      if (running.has(id)) continue
      const until = pauses.get(id)?.until ?? 0
      if (until > clock.monotonic()) next = Math.min(next, until)
      else start(id)
    }
    if (next < Number.POSITIVE_INFINITY) cancelTimer = clock.after(next - clock.monotonic(), ask)
  }
  /** Looks once after the present turn, when its transactions are committed. */
  const ask = (): void => {
    if (isAsked || stopped) return
    isAsked = true
    setImmediate(() => {
      isAsked = false
      try {
        look()
      } catch (error) {
        log.error({ err: error }, 'the waiting prints could not be read')
        cancelTimer = clock.after(storeAgainMs, ask)
      }
    })
  }
  const add: Spooler['add'] = (printer, { what, title, content, printId, author }) => {
    const at = clock.now()
    const id = insertPrintJob(db, {
      print_id: printId ?? null,
      what,
      title,
      printer_id: printer.id,
      printer_name: printer.name,
      content: JSON.stringify(content),
      made_at: at,
      expires_at: what === 'pulse' ? at + pulseMs : null,
      author_name: author,
    })
    changed(null)
    ask()
    return id
  }
  return {
    add,
    pulse: (printer, author) =>
      add(printer, { what: 'pulse', title: printer.name, content: { kind: 'pulse' }, author }),
    wake: (atOnce = false) => {
      if (atOnce) pauses.clear()
      ask()
    },
    start: () => {
      stopped = false
      for (const job of interruptedPrintJobs(db)) {
        halves.set(job.printer_id, longestCommand)
        settle(job, { is: 'unknown', reason: 'ended', state: untold })
      }
      ask()
    },
    stop: async () => {
      stopped = true
      cancelTimer?.()
      const { promise: timeUp, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(timing.stopMs, resolve)
      await Promise.race([timeUp, Promise.allSettled(running.values())])
      cancel()
      isOver = true
    },
  }
}
