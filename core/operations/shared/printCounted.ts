import type { Db } from '../../../db/engine/sqlite.ts'
import { nextNumber, takeNumber } from '../../../db/profile/lanes.ts'
import type { Reply } from '../../contract/errors.ts'
import { ok } from '../../contract/errors.ts'
import type { Settings } from '../../contract/workspace.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import type { ProfileContext } from '../context.ts'
import { printReportOn } from './printReportOn.ts'

/** `series` counts the prints; null: each print is another paper. */
export interface Paper {
  series: string | null
  /** `copy`: earlier prints of the series. Called inside a transaction. */
  model(copy: number): ReceiptModel
  /** Called in the transaction that counts the print. */
  counted?(copy: number): void
}

/** Series that are on a printer now. A second print of one at that moment must not be an original too. */
const printing = new WeakMap<Db, string[]>()

/** Prints a paper that is an original once, and a COPY afterwards. A print that failed does not count. */
export const printCounted = async (
  { profile, db, ports }: ProfileContext,
  asked: { target?: Settings['printer']['kind'] | undefined; paper?: Settings['paper'] | undefined },
  paperOf: () => Reply<Paper>,
): Promise<Reply<{ copy: number; html: string | null; file: string | null }>> => {
  const { printer, ...settings } = profile.settings()
  const kind = asked.target ?? printer.kind
  const underway = printing.get(db) ?? []
  printing.set(db, underway)
  const started = db.transaction(() => {
    const made = paperOf()
    if (!made.ok) return made
    const { series, model, counted } = made.data
    const others = underway.filter((name) => name === series).length
    const copy = series === null ? 0 : nextNumber(db, series) - 1 + others
    // A page in a window's own dialogue counts at once: nobody says later whether it came out.
    if (series !== null && kind === 'window') {
      takeNumber(db, series)
      counted?.(copy)
    }
    return ok({ copy, series, counted, model: model(copy) })
  })
  if (!started.ok) return started
  const { copy, series, counted, model } = started.data
  const where = { printer: { ...printer, kind }, paper: asked.paper ?? settings.paper }
  const counts = kind === 'window' ? null : series
  if (counts !== null) underway.push(counts)
  try {
    const printed = await printReportOn(ports, model, where)
    if (!printed.ok) return printed
    if (counts !== null) {
      db.transaction(() => {
        takeNumber(db, counts)
        counted?.(copy)
      })
    }
    return ok({ copy, ...printed.data })
  } finally {
    if (counts !== null) underway.splice(underway.indexOf(counts), 1)
  }
}
