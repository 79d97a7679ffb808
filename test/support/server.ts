/** A real HTTP server on any free port, around whatever host a test brings. */
import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Log } from '../../core/base/ports.ts'
import type { Host } from '../../core/host/host.ts'
import type { Page } from '../../core/http/pages.ts'
import { startServer } from '../../core/http/server.ts'
import { createWindows } from '../../core/http/windows.ts'
import { randomIds } from '../../core/platform/nodePorts.ts'

export interface LogLine {
  level: string
  fields: object
  message: string
}

/** A log that keeps what it is given. */
export const memoryLog = (): Log & { lines: LogLine[] } => {
  const lines: LogLine[] = []
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: () => Record<string, unknown>
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** A request with exactly the headers given: unlike `fetch`, also a foreign `Host` or `Origin`. */
export const ask = (url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> => {
  const payload =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method, headers: { ...type, ...headers }, agent: false },
      (response) => {
        text(response).then((content) => {
          const { statusCode = 0, headers } = response
          resolve({ status: statusCode, headers, text: content, json: () => JSON.parse(content) })
        }, reject)
      },
    )
    request.on('error', reject)
    request.end(payload)
  })
}

/** Sends bytes as they are and answers all that comes back until the server hangs up. */
export const askRaw = (url: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return text(socket)
}

export interface TestServer extends AsyncDisposable {
  url: string
  log: ReturnType<typeof memoryLog>
  /** Trades a fresh token for a window's cookie. */
  openWindow(): Promise<string>
  mint(): string
}

export const startTestServer = async (
  host: Host,
  options: {
    pages?: Map<string, Page>
    now?: () => number
    perSecond?: number
    /** Stands still where a limit must not depend on how fast this machine is. */
    limitNow?: () => number
  } = {},
): Promise<TestServer> => {
  const log = memoryLog()
  const windows = createWindows(randomBytes(32), {
    now: options.now ?? Date.now,
    monotonic: () => performance.now(),
  })
  const bridge = { windows, pages: options.pages ?? new Map<string, Page>() }
  // Tests ask faster than any program; those of the limit set one.
  const { perSecond = 0 } = options
  const now = options.limitNow ?? (() => performance.now())
  const server = await startServer(host, { port: 0, log, ids: randomIds, bridge, perSecond, now })
  return {
    url: server.url,
    log,
    mint: windows.mint,
    openWindow: async () => {
      const answer = await ask(`${server.url}/bridge/session`, {
        method: 'POST',
        body: { token: windows.mint() },
      })
      return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    },
    [Symbol.asyncDispose]: server.close,
  }
}
