/** The direct printers of this computer, and what is known of their state. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { note } from '../../../db/workspace/audit.ts'
import {
  deletePrinter,
  insertPrinter,
  type PrinterRow,
  printerRows,
  updatePrinter,
} from '../../../db/workspace/printers.ts'
import type { Clock, Direct, DirectPrinters, DirectState, Ids, Log } from '../../base/ports.ts'
import type { DirectPrinter, PrinterUse } from '../../contract/printer.ts'
import type { PrintTiming } from './timing.ts'

/** A printer as a person set it up, with what Kaunta knows of it. */
export type KnownPrinter = Omit<DirectPrinter, 'waiting' | 'unknown'>
export type PrinterFields = Omit<KnownPrinter, 'id' | 'answers' | 'trouble' | 'paperLow'>

export interface Printers {
  all(): KnownPrinter[]
  find(id: string): KnownPrinter | undefined
  /** The printer that this is for; undefined: none is. */
  for(use: PrinterUse): KnownPrinter | undefined
  /** The printer with the drawer. */
  withDrawer(): KnownPrinter | undefined
  /** Adds a printer, or changes the one with this id. The audit trail names `by`. */
  save(id: string | undefined, fields: PrinterFields, by: string): KnownPrinter
  remove(id: string, by: string): void
  /** A printer told its state, or could not be reached. */
  told(id: string, state: DirectState): void
  /** A printer is busy with a job until the returned function is called; nobody asks it for its state meanwhile. */
  hold(id: string): () => void
  start(): void
  stop(): Promise<void>
}

/** The start of the till comes first, and then what keeps its printers from printing. Milliseconds. */
const firstCheckMs = 2_000

type Volatile = Pick<KnownPrinter, 'trouble' | 'paperLow'>
const nothingKnown: Volatile = { trouble: null, paperLow: false }

const fieldsOf = (row: PrinterRow): Omit<KnownPrinter, keyof Volatile> => ({
  id: row.id,
  name: row.name,
  connection: JSON.parse(row.connection),
  language: row.language,
  columns: row.columns,
  paper: row.paper,
  codePage: row.code_page as KnownPrinter['codePage'],
  cut: row.cut === 1,
  qr: row.qr,
  uses: JSON.parse(row.uses),
  drawer: row.drawer === 1,
  failover: row.failover,
  answers: row.answers === null ? null : row.answers === 1,
})

const columnsOf = (fields: PrinterFields) => ({
  name: fields.name,
  connection: JSON.stringify(fields.connection),
  language: fields.language,
  columns: fields.columns,
  paper: fields.paper,
  code_page: fields.codePage,
  cut: fields.cut ? (1 as const) : (0 as const),
  qr: fields.qr,
  uses: JSON.stringify(fields.uses),
  drawer: fields.drawer ? (1 as const) : (0 as const),
  failover: fields.failover,
})

/** For a profile without a computer around it. */
export const noPrinters: Printers = {
  all: () => [],
  find: () => undefined,
  for: () => undefined,
  withDrawer: () => undefined,
  save: () => {
    throw new Error('There are no printers here')
  },
  remove: () => undefined,
  told: () => undefined,
  hold: () => () => undefined,
  start: () => undefined,
  stop: async () => undefined,
}

export const createPrinters = (by: {
  db: Db
  direct: Pick<DirectPrinters, 'state'>
  clock: Clock
  ids: Ids
  log: Log
  timing: PrintTiming
  /** saved: a person saved or removed one. better: one can print again. told: any other change of a state. */
  changed(how: 'saved' | 'better' | 'told'): void
}): Printers => {
  const { db, direct, clock, ids, log, timing, changed } = by
  const known = new Map<string, Volatile>()
  const busy = new Map<string, number>()
  let stopped = true
  let cancel: (() => void) | undefined
  let checking: Promise<void> = Promise.resolve()
  /** Printers that the last look did not reach, and since when. Monotonic milliseconds. */
  let unreached: ReadonlyMap<string, number> = new Map()
  let rows: KnownPrinter[] | undefined

  const read = (): KnownPrinter[] =>
    printerRows(db).map((row) => ({ ...fieldsOf(row), ...(known.get(row.id) ?? nothingKnown) }))
  const all = (): KnownPrinter[] => {
    rows ??= read()
    return rows
  }
  const find = (id: string) => all().find((printer) => printer.id === id)
  const told: Printers['told'] = (id, { trouble, paperLow, answers }) => {
    const before = find(id)
    if (!before) return
    known.set(id, { trouble, paperLow })
    const learnt = answers !== null && before.answers !== answers
    if (learnt) updatePrinter(db, id, { answers: answers ? 1 : 0 })
    if (!learnt && before.trouble === trouble && before.paperLow === paperLow) return
    rows = undefined
    changed(before.trouble && !trouble ? 'better' : 'told')
  }
  /** Answers since when a printer is not reached that another till may be using. */
  const look = async (printer: KnownPrinter & Direct): Promise<number | null> => {
    const { id } = printer
    // One that tells nothing is asked only whether it is back.
    if (busy.get(id) || !(printer.answers || printer.trouble)) return null
    const before = known.get(id)
    const state = await direct.state(printer)
    // The end of a job tells more than a look that began before it.
    if (stopped || busy.get(id) || known.get(id) !== before) return null
    if (state.trouble === 'unreachable' && printer.trouble === null) {
      const now = clock.monotonic()
      const since = unreached.get(id) ?? now
      if (now - since < timing.sharedMs) return since
    }
    told(id, state)
    return null
  }
  /** Never rejects: the next check comes in any case. */
  const check = async (): Promise<void> => {
    const failed = (error: unknown) => log.error({ err: error }, 'a printer could not be asked for its state')
    const again = new Map<string, number>()
    const lookAt = async (printer: KnownPrinter) => {
      const since = await look(printer)
      if (since !== null) again.set(printer.id, since)
    }
    try {
      await Promise.all(all().map((printer) => lookAt(printer).catch(failed)))
    } catch (error) {
      failed(error)
    }
    unreached = again
  }
  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      checking = check().finally(() => {
        if (!stopped) arm(unreached.size > 0 ? timing.retryMs : timing.checkMs)
      })
    })
  }
  return {
    all,
    find,
    for: (use) => all().find(({ uses }) => uses.includes(use)),
    withDrawer: () => all().find(({ drawer }) => drawer),
    save: (given, fields, who) => {
      const id = given ?? ids.uuid()
      const before = given === undefined ? undefined : find(given)
      db.transaction(() => {
        for (const other of all().filter((printer) => printer.id !== id)) {
          const uses = other.uses.filter((use) => !fields.uses.includes(use))
          const drawer = other.drawer && !fields.drawer
          if (uses.length < other.uses.length || drawer !== other.drawer)
            updatePrinter(db, other.id, columnsOf({ ...other, uses, drawer }))
        }
        // Another device may answer there now.
        const row = { ...columnsOf(fields), answers: null }
        if (before) updatePrinter(db, id, row)
        else insertPrinter(db, { ...row, id, created_at: clock.now() })
        const content = { id, ...fields, ...(before ? { before: before.name } : {}) }
        note(db, { at: clock.now(), kind: 'printerSaved', subject: fields.name, who, content })
      })
      known.delete(id)
      rows = undefined
      changed('saved')
      return find(id) as KnownPrinter
    },
    remove: (id, who) => {
      const printer = find(id)
      if (!printer) return
      db.transaction(() => {
        deletePrinter(db, id)
        note(db, { at: clock.now(), kind: 'printerRemoved', subject: printer.name, who, content: { id } })
      })
      known.delete(id)
      rows = undefined
      changed('saved')
    },
    told,
    hold: (id) => {
      busy.set(id, (busy.get(id) ?? 0) + 1)
      return () => {
        busy.set(id, (busy.get(id) ?? 1) - 1)
      }
    },
    start: () => {
      stopped = false
      arm(Math.min(firstCheckMs, timing.checkMs))
    },
    stop: async () => {
      stopped = true
      cancel?.()
      await checking
    },
  }
}
