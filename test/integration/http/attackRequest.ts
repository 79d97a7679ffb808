/** Requests as their bytes, with credentials that would do. */
import { goodKey } from '../../support/standInHost.ts'

export interface Target {
  port: number
  /** The cookie of a window with access. */
  cookie: string
  /** A token that lets one window in. */
  token: string
}
export interface Attack {
  name: string
  bytes: string
}

export interface Parts {
  line?: string
  host?: string | null
  headers?: string[]
  body?: string
  /** The header that says how long the body is. */
  length?: string[] | null
}

export const call = '{"name":"item.search","input":{}}'
export const customer = '{"pin":"A123456789B","customerName":"X"}'

export const request = ({ line = 'GET / HTTP/1.1', host, headers = [], body = '', length }: Parts): string =>
  [
    line,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...headers,
    ...(length === undefined ? (body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []) : (length ?? [])),
    'Connection: close',
    '',
    body,
  ].join('\r\n')

/** Requests that are served as they stand: a window's call, a program's look, a program's write, both streams. */
export const goodRequests = ({ port, cookie }: Target) => {
  const host = `127.0.0.1:${port}`
  const json = 'Content-Type: application/json'
  const key = `x-api-key: ${goodKey}`
  return {
    window: { line: 'POST /bridge/call HTTP/1.1', host, headers: [`Cookie: ${cookie}`, json], body: call },
    look: { line: 'GET /api/v1/items HTTP/1.1', host, headers: [key] },
    write: { line: 'POST /api/v1/customers HTTP/1.1', host, headers: [key, json], body: customer },
    events: { line: 'GET /bridge/events HTTP/1.1', host, headers: [`Cookie: ${cookie}`] },
    stream: { line: 'GET /api/v1/events HTTP/1.1', host, headers: [key] },
  } satisfies Record<string, Parts>
}
export type Good = ReturnType<typeof goodRequests>
