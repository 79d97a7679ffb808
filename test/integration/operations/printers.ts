/** Direct printers for tests: real sockets and paper. */
import { onTestFinished, vi } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { directPrinters } from '../../../core/printing/direct/directPrinters.ts'
import { printTiming } from '../../../core/printing/direct/timing.ts'
import { type PaperPrinter, startPaperPrinter } from '../../support/paper/printer.ts'
import { type CleanUp, type Shop, startShop } from './shop.ts'

/** As in a shop, in moments. A busy machine needs a while for a whole receipt. */
export const quickPrinting = {
  ...printTiming,
  floorMs: 1_500,
  // This process also draws what the printer gets. A picture takes seconds on a busy computer.
  perByteMs: 1,
  connectMs: 2_000,
  stateMs: 1_000,
  retryMs: 30,
  retryCapMs: 60,
  stopMs: 100,
  checkMs: 50,
  sharedMs: 1_000,
}

/** A shop that prints on direct printers, with an item. */
export const shopWithPrinters = async (cleanUp: CleanUp) => {
  const shop = await startShop({
    cleanUp,
    ports: { direct: directPrinters(quickPrinting) },
    timing: { direct: quickPrinting },
  })
  const item = await shop.stocked({ onHand: 1_000_000, name: 'Unga wa ugali' })
  await shop.ok('settings.save', { printer: { kind: 'direct' } })
  return { shop, item }
}

type Fields = InputOf<'printer.save'>
export const savePrinter = async (
  shop: Pick<Shop, 'ok'>,
  { port }: PaperPrinter,
  fields: Partial<Fields> = {},
) => {
  const { printer } = await shop.ok('printer.save', {
    name: `Printer ${port}`,
    connection: { kind: 'network', host: '127.0.0.1', port },
    language: 'esc-pos',
    columns: 48,
    paper: '80mm',
    codePage: 'ascii',
    cut: true,
    qr: 'printer',
    uses: ['receipts'],
    drawer: false,
    failover: null,
    ...fields,
  })
  return printer
}

export const startPrinter = async (options: Parameters<typeof startPaperPrinter>[0] = {}) => {
  const printer = await startPaperPrinter(options)
  onTestFinished(() => printer.close())
  return printer
}

export const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 15 })
