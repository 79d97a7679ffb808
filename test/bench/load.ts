/**
 * Sends sales over so many connections, each one after the other, from a process of its own. Bare sockets and bytes made
 * beforehand: what is measured is the other side. One line of JSON asks for a run, one line answers it.
 */
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { quantile } from './measure.ts'

export interface LoadOrder {
  url: string
  headers: Record<string, string>
  /** With {@link numberHole} where the number goes. */
  body: string
  /** The first number; each request has the next. */
  from: number
  requests: number
  connections: number
}

export interface LoadFigures {
  perSecond: number
  p50: number
  p95: number
  p99: number
}

/** As long as every number that takes its place. */
export const numberHole = 'N000000000'

const endOfHead = '\r\n\r\n'

/** Sends on one connection until nothing is left; answers what each took, milliseconds. */
const oneConnection = (port: number, next: () => Buffer | null): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const took: number[] = []
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let sentAt = 0
    let received = ''
    const send = () => {
      const request = next()
      if (!request) {
        socket.destroy()
        resolve(took)
        return
      }
      received = ''
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (text: string) => {
      received += text
      const head = received.indexOf(endOfHead)
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (received.length < head + endOfHead.length + length) return
      if (!received.startsWith('HTTP/1.1 202')) reject(new Error(received))
      took.push(performance.now() - sentAt)
      send()
    })
  })

const run = async ({ url, headers, body, from, requests, connections }: LoadOrder): Promise<LoadFigures> => {
  const { port, host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const all = Array.from({ length: requests }, (_, index) =>
    Buffer.from(head + body.replace(numberHole, `N${String(from + index).padStart(9, '0')}`)),
  )
  let sent = 0
  const start = performance.now()
  const took = await Promise.all(
    Array.from({ length: connections }, () => oneConnection(Number(port), () => all[sent++] ?? null)),
  )
  const seconds = (performance.now() - start) / 1000
  const sorted = took.flat().sort((a, b) => a - b)
  return {
    perSecond: requests / seconds,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  }
}

if (import.meta.main) {
  process.stdout.write('{"ready":true}\n')
  createInterface({ input: process.stdin }).on('line', (line) => {
    void run(JSON.parse(line) as LoadOrder).then(
      (figures) => process.stdout.write(`${JSON.stringify(figures)}\n`),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  })
}
