/** Who may talk to the local server at all: decided from a request's headers, before anything else looks at it. */
import type { IncomingHttpHeaders } from 'node:http'
import { type Failure, fail } from '../contract/errors.ts'

export interface Refusal {
  status: number
  error: Failure
}

const localNames = ['127.0.0.1', 'localhost', '[::1]']

const refuse = (status: number, message: string): Refusal => ({
  status,
  error: fail('003', 'request.refused', message).error,
})

/**
 * Null when the request may go on. Only our own names with our own port count as `Host`: a foreign site that has
 * pointed its name at this computer (DNS rebinding) still sends its own name. A browser's page must be ours.
 */
export const refusalOf = (headers: IncomingHttpHeaders, port: number): Refusal | null => {
  const host = headers.host ?? ''
  const isOurs = localNames.some((name) => host === `${name}:${port}` || (port === 80 && host === name))
  if (!isOurs) return refuse(421, `Host: only 127.0.0.1:${port} and localhost:${port} are served here`)
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${host}`) {
    return refuse(403, 'Origin: pages of other sites are not let in')
  }
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return refuse(403, 'Sec-Fetch-Site: pages of other sites are not let in')
  }
  return null
}
