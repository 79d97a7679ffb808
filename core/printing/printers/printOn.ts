import type { Printer, PrintJob } from '../../base/ports.ts'
import type { PrinterChoice } from '../../contract/workspace.ts'

/** Prints on the chosen printer, or writes a PDF and returns its path. */
export const printOn = async (
  printer: Printer,
  { kind, name }: Pick<PrinterChoice, 'name'> & { kind: 'pdf' | 'system' },
  job: PrintJob,
): Promise<{ ok: true; file: string | null } | { ok: false; reason: string }> => {
  if (kind === 'pdf') return printer.pdf(job)
  const printed = await printer.print({ ...job, ...(name ? { printerName: name } : {}) })
  return printed.ok ? { ok: true, file: null } : printed
}
