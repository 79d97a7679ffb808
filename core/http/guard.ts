/** Decides from a request's headers, before anything else reads it, whether it may reach the local server. */

import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { inUrl, isLoopback } from '../base/loopback.ts'
import { type Failure, fail } from '../contract/errors.ts'

export interface Refusal {
  status: number
  error: Failure
}

const localNames = ['127.0.0.1', 'localhost', '[::1]'] as const

const refuse = (status: number, message: string): Refusal => ({
  status,
  error: fail('003', 'request.refused', message).error,
})

/** Our end of a connection. */
export interface OwnEnd {
  localAddress?: string | undefined
  localPort?: number | undefined
}

/**
 * Returns this computer's valid names on a connection: its loopback names, or for another computer the address used,
 * or its name.
 */
const namesOf = ({ localAddress = '' }: OwnEnd): string[] => {
  const reached = localAddress.replace(/^::ffff:(?=\d+\.)/, '')
  const names = [...new Set([...localNames, inUrl(reached || localNames[0])])]
  if (reached === '' || isLoopback(reached)) return names
  const name = hostname().toLowerCase()
  return [...names, name, `${name}.local`]
}

/** More headers than any program or browser sends. */
const mostHeaders = 100

/** Finds what two parsers could read in two ways. No program and no browser sends such a request. */
const ambiguity = ({ rawHeaders, url = '', headers }: Asked): Refusal | null => {
  if (rawHeaders.length > 2 * mostHeaders) return refuse(431, `More than ${mostHeaders} headers are not read`)
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return refuse(400, 'Host: send it once')
  if (!/^(\/(?!\/)|\*$)/.test(url)) return refuse(400, 'The address must begin with one slash')
  const { 'transfer-encoding': encoding } = headers
  return encoding === undefined || encoding.toLowerCase() === 'chunked'
    ? null
    : refuse(400, 'Transfer-Encoding: only chunked is read')
}

/** The origin of the page that a browser came from. */
const originOf = (referer: string): string => (URL.canParse(referer) ? new URL(referer).origin : 'null')

/** A request as Node parsed it. */
export type Asked = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>

/**
 * Returns null if the request is allowed. Only our own names with our own port count as `Host`: a foreign site whose
 * name resolves to this computer (DNS rebinding) still sends its own name. A browser's page must be ours. `others`:
 * names that a proxy forwards, in lower case.
 */
export const refusalOf = (asked: Asked, end: OwnEnd, others: readonly string[] = []): Refusal | null => {
  const { headers } = asked
  const port = end.localPort ?? 0
  const host = (headers.host ?? '').toLowerCase()
  const names = namesOf(end)
  const isOurs = names.some((name) => host === `${name}:${port}` || (port === 80 && host === name))
  const isProxys = others.some((name) => host === name || host.replace(/:\d+$/, '') === name)
  if (!isOurs && !isProxys) {
    const served = [...names.map((name) => `${name}:${port}`), ...others].join(', ')
    return refuse(421, `Host: only ${served} are served here; --allowed-host adds the name of a proxy`)
  }
  const unclear = ambiguity(asked)
  if (unclear) return unclear
  const { origin, referer } = headers
  const own = isProxys ? [`http://${host}`, `https://${host}`] : [`http://${host}`]
  if (origin !== undefined && !own.includes(origin)) {
    return refuse(403, 'Origin: pages of other sites are not allowed')
  }
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return refuse(403, 'Sec-Fetch-Site: pages of other sites are not allowed')
  }
  // Browsers without Sec-Fetch-Site. An empty referrer says nothing.
  if (referer && !own.includes(originOf(referer))) {
    return refuse(403, 'Referer: pages of other sites are not allowed')
  }
  return null
}
