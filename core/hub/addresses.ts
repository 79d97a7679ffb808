/** Where tills reach this computer. */
import { networkInterfaces } from 'node:os'

/** Returns `host:port` for each address that others can use. `listen`: what the hub listens on. */
export const addressesOf = (listen: string, port: number): string[] => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  const isAny = listen === '0.0.0.0' || listen === '::'
  const hosts = isAny ? (own.length > 0 ? own : ['127.0.0.1']) : [listen]
  return hosts.map((host) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`))
}
