/**
 * The hub's name in the local network (DNS-SD over mDNS). A hub says it there, and a till asks for it when the hub is silent:
 * a router may have given the hub's computer another address. The till trusts no answer: it checks the hub's key as ever.
 */
import { Bonjour } from 'bonjour-service'
import type { Log } from '../base/ports.ts'

const type = 'kaunta-hub'
/** A label of DNS has at most 63 characters. The start of the key's hash is enough: the key itself is checked later. */
const nameOf = (pin: string): string => pin.slice(0, 32)

/** Says where the hub with this key is, until the returned function is called. `port`: of HTTPS. */
export const announceHub = (
  { pin, port }: { pin: string; port: number },
  log: Pick<Log, 'warn'>,
): (() => void) => {
  // Without a network, or with a firewall, tills use the addresses that they know.
  const network = new Bonjour({}, (err: unknown) =>
    log.warn({ err }, 'the local network does not hear the hub'),
  )
  // The name is of one key, so no other program has it.
  network.publish({ name: nameOf(pin), type, port, probe: false, disableIPv6: true })
  // No hub waits for it at its end: a network that is gone may never answer.
  return () => network.unpublishAll(() => network.destroy())
}

/**
 * Asks the local network for the hub with this key, for `ms` milliseconds. Returns `host:port` of each answer, the sender's
 * own address first; none if no hub answers. Rejects if this computer has no network.
 */
export const findHub = (pin: string, { ms, over }: { ms: number; over: AbortSignal }): Promise<string[]> =>
  new Promise((resolve) => {
    const found = new Set<string>()
    const end = () => {
      clearTimeout(limit)
      over.removeEventListener('abort', end)
      network.destroy()
      resolve([...found])
    }
    const limit = setTimeout(end, ms)
    over.addEventListener('abort', end)
    const network = new Bonjour({}, end)
    network.find({ type }, ({ name, port, referer, addresses = [] }) => {
      if (name !== nameOf(pin)) return
      for (const host of [...(referer ? [referer.address] : []), ...addresses]) found.add(`${host}:${port}`)
      end()
    })
  })
