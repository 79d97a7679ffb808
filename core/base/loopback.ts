import { isIP, isIPv6 } from 'node:net'

/** True for an address that only programs on this computer can reach. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

/** Formats a host for an address: IPv6 in brackets. */
export const inUrl = (address: string): string => (isIPv6(address) ? `[${address}]` : address)
