import type { Db } from '../../../db/engine/sqlite.ts'
import { nextNumber, takeNumber } from '../../../db/profile/lanes.ts'
import type { Reply } from '../../contract/errors.ts'
import { ok } from '../../contract/errors.ts'
import type { PrinterUse } from '../../contract/printer.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import type { ProfileContext } from '../context.ts'
import { printReportOn, spoolReport } from './printReportOn.ts'
import { printWhere, type Wished } from './printWhere.ts'

/** `series` counts the prints; null: each print is another paper. */
export interface Paper {
  series: string | null
  /** Which direct printer it is for; absent: `reports`. */
  use?: PrinterUse
  /** `copy`: earlier prints of the series. Called inside a transaction. */
  model(copy: number): ReceiptModel
  /** Called in the transaction that counts the print. */
  counted?(copy: number): void
}

/** Series that are on a printer now. A second print of one at that moment must not be an original too. */
const printing = new WeakMap<Db, string[]>()

/** Prints a paper that is an original once, and a COPY afterwards. A page that failed does not count. */
export const printCounted = async (
  context: ProfileContext,
  asked: Wished,
  paperOf: () => Reply<Paper>,
): Promise<Reply<{ copy: number; html: string | null; file: string | null }>> => {
  const { profile, db } = context
  const underway = printing.get(db) ?? []
  printing.set(db, underway)
  const started = db.transaction(() => {
    const made = paperOf()
    if (!made.ok) return made
    const { series, model, counted, use = 'reports' } = made.data
    const where = printWhere(profile, asked, use)
    const others = underway.filter((name) => name === series).length
    const copy = series === null ? 0 : nextNumber(db, series) - 1 + others
    const count = () => {
      if (series === null) return
      takeNumber(db, series)
      counted?.(copy)
    }
    const paper = { copy, series, count, where, model: model(copy) }
    // A page in a window's own dialogue counts at once: nobody says later whether it came out. So does a print job,
    // which prints sooner or later.
    if (where.kind === 'window' || where.kind === 'direct') count()
    const done = where.kind === 'direct' ? spoolReport(context, paper.model, where) : null
    return ok({ ...paper, done })
  })
  if (!started.ok) return started
  const { copy, series, count, model, where, done } = started.data
  if (done) return ok({ copy, ...done })
  const counts = where.kind === 'window' ? null : series
  if (counts !== null) underway.push(counts)
  try {
    const printed = await printReportOn(context, model, where)
    if (!printed.ok) return printed
    if (counts !== null) db.transaction(count)
    return ok({ copy, ...printed.data })
  } finally {
    if (counts !== null) underway.splice(underway.indexOf(counts), 1)
  }
}
