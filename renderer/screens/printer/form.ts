import type { InputOf } from '../../../core/contract/index.ts'
import type { DirectPrinter, PrinterConnection } from '../../../core/contract/printer.ts'

/** A direct printer as it is entered; without an id it is a new one. */
export type PrinterForm = Required<Omit<InputOf<'printer.save'>, 'id' | 'connection'>> & {
  id?: string
  connection: PrinterConnection
}

/** Receipt printers listen here. */
const usualPort = 9100

/** Reads `192.168.1.50` or `192.168.1.50:9101`. */
export function networkAt(typed: string): PrinterConnection {
  const [, host = typed, port] = /^([^:]*):(\d{1,5})$/.exec(typed.trim()) ?? []
  return { kind: 'network', host, port: port === undefined ? usualPort : Number(port) }
}

export const addressOf = (connection: PrinterConnection): string => {
  if (connection.kind === 'network') {
    const { host, port } = connection
    return port === usualPort ? host : `${host}:${port}`
  }
  return connection.kind === 'queue' ? connection.name : connection.path
}

/** What most shops have: 80 mm, with a cutter. The first printer prints receipts and opens the drawer. */
export const printerAt = (
  connection: PrinterConnection,
  name: string,
  others: readonly DirectPrinter[],
): PrinterForm => ({
  name: name.slice(0, 60),
  connection,
  language: 'esc-pos',
  columns: 48,
  paper: '80mm',
  codePage: 'ascii',
  cut: true,
  qr: 'printer',
  uses: others.some(({ uses }) => uses.includes('receipts')) ? [] : ['receipts'],
  drawer: !others.some(({ drawer }) => drawer),
  failover: null,
})
