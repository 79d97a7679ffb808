import { findPrinters } from './find.ts'
import { listPrinters } from './list.ts'
import { removePrinter } from './remove.ts'
import { savePrinter } from './save.ts'
import { printerState } from './state.ts'
import { testPrinter } from './test.ts'

export const printerHandlers = {
  'printer.list': listPrinters,
  'printer.test': testPrinter,
  'printer.state': printerState,
  'printer.save': savePrinter,
  'printer.remove': removePrinter,
  'printer.find': findPrinters,
}
