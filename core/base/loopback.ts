import { isIP, isIPv6 } from 'node:net'

/** Only programs on this computer reach such an address. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

/** As it stands in an address: IPv6 in brackets. */
export const inUrl = (address: string): string => (isIPv6(address) ? `[${address}]` : address)
