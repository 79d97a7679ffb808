/** Direct printers of every kind on this computer: one thing at a time on each. */
import type { Direct, DirectPrinters } from '../../base/ports.ts'
import type { PrinterConnection } from '../../contract/printer.ts'
import { openDevice } from './deviceWire.ts'
import { printersHere, printersInNetwork } from './findPrinters.ts'
import { openNetwork } from './networkWire.ts'
import { printOnWire, stateOnWire } from './overWire.ts'
import { openSerial } from './serialWire.ts'
import { printOnQueue, queueState } from './systemQueue.ts'
import type { PrintTiming } from './timing.ts'
import type { OpenWire } from './wire.ts'

const wireTo = (connection: Exclude<PrinterConnection, { kind: 'queue' }>): OpenWire => {
  if (connection.kind === 'network') return openNetwork(connection)
  return connection.kind === 'device' ? openDevice(connection) : openSerial(connection)
}

export const directPrinters = (timing: PrintTiming): DirectPrinters => {
  const last = new Map<string, Promise<unknown>>()
  const inTurn = <R>({ connection }: Direct, work: () => Promise<R>): Promise<R> => {
    const key = JSON.stringify(connection)
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = done.catch(() => undefined)
    last.set(key, settled)
    settled.finally(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return done
  }
  return {
    print: (job) =>
      inTurn(job, () => {
        const { connection } = job
        if (connection.kind === 'queue') return printOnQueue(connection, job, timing)
        return printOnWire(wireTo(connection), job, timing)
      }),
    state: (printer) =>
      inTurn(printer, () => {
        const { connection } = printer
        if (connection.kind === 'queue') return queueState(connection)
        return stateOnWire(wireTo(connection), printer, timing)
      }),
    inNetwork: printersInNetwork,
    ports: printersHere,
  }
}
