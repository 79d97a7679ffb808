import { countPrintJobs } from '../../../db/profile/printJobs.ts'
import { ok } from '../../contract/errors.ts'
import type { DirectPrinter } from '../../contract/printer.ts'
import type { KnownPrinter } from '../../printing/direct/printers.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Handler } from '../shared/handler.ts'

/** A printer with the number of this profile's papers that wait for it. */
export const viewOf = ({ db }: Pick<Profile, 'db'>, printer: KnownPrinter): DirectPrinter => {
  const { waiting = 0, unknown = 0 } = countPrintJobs(db).find((each) => each.printer_id === printer.id) ?? {}
  return { ...printer, waiting, unknown }
}

export const printerState: Handler<'printer.state'> = (_, { profile }) =>
  ok({ printers: profile.printers.all().map((printer) => viewOf(profile, printer)) })
