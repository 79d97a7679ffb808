import { fail, ok } from '../../contract/errors.ts'
import type { PrinterConnection } from '../../contract/printer.ts'
import { isPrivate } from '../../printing/direct/findPrinters.ts'
import type { Handler } from '../shared/handler.ts'
import { mostPrinters } from './list.ts'

const titleOf = (connection: PrinterConnection): string => {
  if (connection.kind === 'network') return `${connection.host}:${connection.port}`
  return connection.kind === 'queue' ? connection.name : connection.path
}

export const findPrinters: Handler<'printer.find'> = async ({ network, near }, { ports }) => {
  if (near !== undefined && !isPrivate(near)) {
    return fail(
      '003',
      'printer.notPrivate',
      `${near} is not in a network of a shop. Enter one such as 192.168.1.1.`,
      {
        field: 'near',
        params: { near },
      },
    )
  }
  const [inNetwork, local, listed] = await Promise.all([
    network || near !== undefined ? ports.direct.inNetwork(near ?? null) : [],
    ports.direct.ports(),
    ports.printer.list(),
  ])
  // A system without a list of printers may have the others.
  const queues = listed.ok ? listed.printers.slice(0, mostPrinters) : []
  return ok({
    found: [
      ...[...inNetwork, ...local].map((connection) => ({ connection, title: titleOf(connection) })),
      ...queues.map(({ name, title }) => ({ connection: { kind: 'queue' as const, name }, title })),
    ],
  })
}
