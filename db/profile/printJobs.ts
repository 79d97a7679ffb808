/** Papers for direct printers: what waits, what was sent, and how it ended. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { setPrintOutcome } from './invoices.ts'
import { type ProfileSchema, profile } from './schema.ts'

type Table = ProfileSchema['print_job']
export type PrintJob = Selectable<Table>
type Why = Partial<Pick<PrintJob, 'reason' | 'detail'>>

const isOpen = sql<boolean>`state in ('waiting', 'sending', 'unknown')`
const isEnded = sql<boolean>`state in ('printed', 'failed')`

/** Ended jobs of this age go, milliseconds. What became of a receipt stays in `print`. */
const keptMs = 30 * 86_400_000
/** Removed with each new job, so that their number does not grow. */
const removedAtOnce = 20

const oldQuery = prepare((p: { before: number }) =>
  profile
    .deleteFrom('print_job')
    .where('id', 'in', (from) =>
      from
        .selectFrom('print_job')
        .select('id')
        .where(isEnded)
        .where('ended_at', '<', p.before)
        .orderBy('ended_at')
        .limit(removedAtOnce),
    ),
)

export const insertPrintJob = (db: Db, row: Insertable<Table>): number => {
  db.run(oldQuery({ before: row.made_at - keptMs }))
  return db.run(profile.insertInto('print_job').values(row)).id
}

const byId = prepare((p: { id: number }) =>
  profile.selectFrom('print_job').selectAll().where('id', '=', p.id),
)
export const printJobById = (db: Db, id: number): PrintJob | undefined => db.first(byId({ id }))

const ofPrintQuery = prepare((p: { printId: number }) =>
  profile.selectFrom('print_job').selectAll().where('print_id', '=', p.printId),
)
export const jobOfPrint = (db: Db, printId: number): PrintJob | undefined =>
  db.first(ofPrintQuery({ printId }))

const nextQuery = prepare((p: { printer: string }) =>
  profile
    .selectFrom('print_job')
    .selectAll()
    .where(isOpen)
    .where('printer_id', '=', p.printer)
    .where('state', '=', sql.lit('waiting'))
    // A customer waits at a drawer, and nobody reads the order of pulses.
    .orderBy(sql`what <> 'pulse'`)
    .orderBy('id')
    .limit(1),
)
/** Returns the job that a printer prints next. */
export const nextPrintJob = (db: Db, printer: string): PrintJob | undefined =>
  db.first(nextQuery({ printer }))

const printersQuery = prepare((_: object) =>
  profile
    .selectFrom('print_job')
    .select('printer_id')
    .distinct()
    .where(isOpen)
    .where('state', '=', sql.lit('waiting')),
)
/** Returns the printers that something waits for. */
export const printersWanted = (db: Db): string[] =>
  db.all(printersQuery({})).map(({ printer_id }) => printer_id)

/** Open jobs in the order in which they print. */
export const openPrintJobs = (db: Db, limit: number): (PrintJob & Receipt)[] =>
  db.all(withReceipt.where(isOpen).orderBy('print_job.id').limit(limit))

export const endedPrintJobs = (db: Db, limit: number): (PrintJob & Receipt)[] =>
  db.all(withReceipt.where(isEnded).orderBy('ended_at', 'desc').orderBy('print_job.id', 'desc').limit(limit))

interface Receipt {
  invoice_id: number | null
  life: ProfileSchema['print']['life'] | null
}
const withReceipt = profile
  .selectFrom('print_job')
  .leftJoin('print', 'print.id', 'print_job.print_id')
  .selectAll('print_job')
  .select(['print.invoice_id', 'print.life'])

/** Waiting and unknown jobs per printer. */
export const countPrintJobs = (db: Db): { printer_id: string; waiting: number; unknown: number }[] =>
  db.all(
    profile
      .selectFrom('print_job')
      .select('printer_id')
      .select(sql<number>`sum(state <> 'unknown')`.as('waiting'))
      .select(sql<number>`sum(state = 'unknown')`.as('unknown'))
      .where(isOpen)
      .where('what', '<>', 'pulse')
      .groupBy('printer_id'),
  )

/** A waiting job of this printer begins to print. false: it was cancelled or moved meanwhile. */
export const beginPrintJob = (db: Db, { id, printer_id }: PrintJob, sha256: string): boolean =>
  db.run(
    profile
      .updateTable('print_job')
      .set({ state: 'sending', sha256, tries: sql`tries + 1`, reason: null, detail: null })
      .where('id', '=', id)
      .where('printer_id', '=', printer_id)
      .where('state', '=', sql.lit('waiting')),
  ).changes > 0

/** Nothing of it was printed: it waits. */
export const keepWaiting = (db: Db, id: number, why: Why): void => {
  db.run(
    profile
      .updateTable('print_job')
      .set({ state: 'waiting', ...why })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'sending']),
  )
}

export const makeUnknown = (db: Db, id: number, why: Why): void => {
  db.run(
    profile
      .updateTable('print_job')
      .set({ state: 'unknown', ...why })
      .where('id', '=', id)
      .where('state', '=', sql.lit('sending')),
  )
}

/** This database may lack its last transactions: what waits may have been printed. A pulse is late by now. */
export const doubtPrintJobs = (db: Db): void => {
  db.run(
    profile
      .updateTable('print_job')
      .set({ state: 'unknown', reason: 'restored', detail: null })
      .where(isOpen)
      .where('state', '<>', sql.lit('unknown'))
      .where('what', '<>', 'pulse'),
  )
}

/**
 * Ends an open job that is in one of these states, and stores the outcome of its receipt's print. false: it is not in
 * one of them any more.
 */
export const endPrintJob = (
  db: Db,
  id: number,
  end: Why & {
    from: readonly ('waiting' | 'sending' | 'unknown')[]
    state: 'printed' | 'failed'
    at: number
    /** The person who said so; null: Kaunta saw it. */
    by: string | null
  },
): boolean =>
  db.transaction(() => {
    const { from, state, at, by, ...why } = end
    const job = printJobById(db, id)
    if (!job || !(from as readonly string[]).includes(job.state)) return false
    db.run(
      profile
        .updateTable('print_job')
        .set({ state, content: null, ended_at: at, reason: null, detail: null, ...why })
        .where('id', '=', id),
    )
    if (job.print_id !== null) setPrintOutcome(db, job.print_id, { outcome: state, by })
    return true
  })

/** Moves a waiting job, or all of a printer that are no pulses and no test pages. Returns how many. */
export const movePrintJobs = (
  db: Db,
  which: { id: number } | { from: string },
  to: { id: string; name: string },
): number => {
  const moved = profile
    .updateTable('print_job')
    .set({ printer_id: to.id, printer_name: to.name, reason: null, detail: null })
    .where('state', '=', sql.lit('waiting'))
    .where('what', 'not in', ['pulse', 'test'])
  return db.run(
    'id' in which
      ? moved.where('id', '=', which.id)
      : moved.where(isOpen).where('printer_id', '=', which.from),
  ).changes
}

/** Jobs that Kaunta was sending when it ended. */
export const interruptedPrintJobs = (db: Db): PrintJob[] =>
  db.all(
    profile
      .selectFrom('print_job')
      .selectAll()
      .where(isOpen)
      .where('state', '=', sql.lit('sending'))
      .orderBy('id'),
  )
