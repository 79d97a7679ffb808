import http from 'node:http'
import https from 'node:https'
import type { OffThread } from '../../base/offThread.ts'
import type { splitBody, TakenList } from './splitBody.ts'

/** Milliseconds: until the connection stands, and of silence before the request is abandoned. */
export interface Timeouts {
  connectMs: number
  answerMs: number
}

export interface Message {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string
  /** A long list may take longer: only silence counts, not the whole response. It may come in pieces. */
  long: boolean
}

/**
 * What happened to a request. `neverArrived` is certain: nothing is written before the connection stands. Every
 * failure after the first byte is `mayHaveArrived`.
 */
export type Delivery =
  | { kind: 'answered'; status: number; body: string; list?: TakenList }
  | { kind: 'neverArrived'; text: string }
  | { kind: 'mayHaveArrived'; text: string }

export interface Transport {
  /** Sends once, never repeats. Rejects only for a request that cannot be sent at all (a bad URL or header). */
  send(message: Message): Promise<Delivery>
  close(): void
}

/** Milliseconds. A connection idle for longer is not reused, because the server may have closed it unnoticed. */
const idleMs = 2_000
const largestAnswer = 64 * 1024 * 1024
/** A longer list is parsed in a worker. */
const longestAtOnce = 200_000

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'no name server can be reached',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'the request timed out',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
}

/** HTTP with connections reused between calls in quick succession. Without `offThread` no list comes in pieces. */
export function createTransport(timeouts: Timeouts, offThread?: OffThread): Transport {
  const plain = new http.Agent({ keepAlive: true, timeout: idleMs })
  const secure = new https.Agent({ keepAlive: true, timeout: idleMs })
  let closed = false

  function send(message: Message): Promise<Delivery> {
    if (closed) return Promise.resolve({ kind: 'neverArrived', text: 'The connection is closed.' })
    return new Promise((resolve) => {
      const url = new URL(message.url)
      const isSecure = url.protocol === 'https:'
      const length = String(Buffer.byteLength(message.body))
      const request = (isSecure ? https : http).request(url, {
        method: message.method,
        headers: message.body ? { ...message.headers, 'Content-Length': length } : message.headers,
        agent: isSecure ? secure : plain,
      })
      let written = false
      let timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeouts.connectMs)

      const settle = (delivery: Delivery) => {
        clearTimeout(timer)
        resolve(delivery)
      }
      const fail = (error: { code?: string; message?: string }) => {
        settle(written ? lost(error) : unsent(error))
        request.destroy()
      }
      const write = () => {
        written = true
        clearTimeout(timer)
        timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeouts.answerMs)
        request.end(message.body)
      }

      request.on('error', fail)
      request.on('socket', (socket) => {
        if (request.reusedSocket) write()
        else socket.once(isSecure ? 'secureConnect' : 'connect', write)
      })
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          if (message.long) timer.refresh()
          chunks.push(chunk)
          size += chunk.length
          if (size > largestAnswer) fail({ message: 'the response is too long' })
        })
        response.on('error', fail)
        response.on('close', () => {
          if (!response.complete) return fail({ code: 'ECONNRESET' })
          const status = response.statusCode ?? 0
          const whole = () =>
            settle({ kind: 'answered', status, body: new TextDecoder().decode(Buffer.concat(chunks)) })
          if (!message.long || !offThread || size <= longestAtOnce) return whole()
          clearTimeout(timer)
          offThread<typeof splitBody>('splitBody', chunks).result.then(
            (split) => (split ? settle({ kind: 'answered', status, ...split }) : whole()),
            whole,
          )
        })
      })
    })
  }

  return {
    send,
    close() {
      closed = true
      plain.destroy()
      secure.destroy()
    },
  }
}

function unsent(error: { code?: string; message?: string }): Delivery {
  return { kind: 'neverArrived', text: `No connection: ${reason(error)}.` }
}

function lost(error: { code?: string; message?: string }): Delivery {
  return { kind: 'mayHaveArrived', text: `The response was lost: ${reason(error)}.` }
}

function reason({ code, message }: { code?: string; message?: string }): string {
  const known = code === undefined ? undefined : reasons[code]
  if (known) return `${known} (${code})`
  return message || code || 'unknown reason'
}
