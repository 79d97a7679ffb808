/** Looks for printers: in the network on request, and what this computer has. */
import { readdir } from 'node:fs/promises'
import { connect, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { PrinterConnection } from '../../contract/printer.ts'
import { serialPorts } from '../../hardware/serial.ts'

const port = 9100
/** For one address, milliseconds. */
const patienceMs = 300
/** Addresses that are asked at the same time: a router of a shop stays at ease. */
const atOnce = 32

/** Nobody searches the internet with a till. */
const privateForm = /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./

export const isPrivate = (address: string): boolean => isIPv4(address) && privateForm.test(address)

const ownAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))?.address ??
  null

const answers = (host: string): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port })
  socket.setTimeout(patienceMs, () => resolve(false))
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** Returns the printers among the 254 neighbours of an address, or of this computer. Sends them nothing. */
export const printersInNetwork = async (near: string | null): Promise<PrinterConnection[]> => {
  const own = near ?? ownAddress()
  if (own === null || !isPrivate(own)) return []
  const [first, second, third] = own.split('.')
  const hosts = Array.from({ length: 254 }, (_, index) => `${first}.${second}.${third}.${index + 1}`)
  const found: PrinterConnection[] = []
  const work = hosts.values()
  const ask = async () => {
    for (const host of work) if (await answers(host)) found.push({ kind: 'network', host, port })
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return found.toSorted((a, b) => hosts.indexOf(hostOf(a)) - hosts.indexOf(hostOf(b)))
}

const hostOf = (connection: PrinterConnection): string =>
  connection.kind === 'network' ? connection.host : ''

/** Where Linux shows printers on USB and on a parallel port. */
const devices: [folder: string, name: RegExp][] = [
  ['/dev/usb', /^lp\d+$/],
  ['/dev', /^lp\d+$/],
]

export const printersHere = async (): Promise<PrinterConnection[]> => {
  const files = await Promise.all(
    devices.map(async ([folder, name]) => {
      const names = await readdir(folder).catch(() => [])
      return names.filter((each) => name.test(each)).map((each) => `${folder}/${each}`)
    }),
  )
  const serial = await serialPorts()
  return [
    ...files.flat().map((path) => ({ kind: 'device' as const, path })),
    ...serial.map(({ path }) => ({ kind: 'serial' as const, path, baud: 9600 as const })),
  ]
}
