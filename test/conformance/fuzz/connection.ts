/** One connection that sends bytes as they are and reads answers of HTTP/1.1; opened again when the other side hangs up. */
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Exchange {
  /** In order; more than one when the bytes were more than one request. */
  answers: RawAnswer[]
  /** The other side hung up after them. */
  closed: boolean
}

/** Takes an answer off the front of what has come, when it is whole. */
const takeAnswer = (bytes: Buffer, method: string): { answer: RawAnswer; rest: Buffer } | null => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  let rest = bytes.subarray(end + 4)
  const none = method === 'HEAD' || status === 204 || status === 304 || status < 200
  if (none) return { answer: { status, headers, body: '' }, rest }
  if (headers['transfer-encoding'] === 'chunked') {
    const chunks: Buffer[] = []
    for (;;) {
      const line = rest.indexOf('\r\n')
      if (line < 0) return null
      const size = Number.parseInt(rest.subarray(0, line).toString('latin1'), 16)
      if (rest.length < line + 4 + size) return null
      chunks.push(rest.subarray(line + 2, line + 2 + size))
      rest = rest.subarray(line + 4 + size)
      if (size === 0) return { answer: { status, headers, body: Buffer.concat(chunks).toString() }, rest }
    }
  }
  const length = Number(headers['content-length'] ?? 0)
  if (rest.length < length) return null
  return {
    answer: { status, headers, body: rest.subarray(0, length).toString() },
    rest: rest.subarray(length),
  }
}

export interface Connection {
  /**
   * Sends one request and reads its answer. `finish` closes our half afterwards, for bytes that leave the other side
   * waiting for more: everything that comes until it hangs up is read. Rejects when it takes longer than `withinMs`.
   */
  exchange(bytes: Buffer, options: { method: string; finish: boolean; withinMs: number }): Promise<Exchange>
  close(): void
  /** How often a connection had to be made. */
  opened(): number
}

export const openConnection = (port: number): Connection => {
  let socket: Socket | null = null
  let opened = 0
  const ready = (): Promise<Socket> => {
    if (socket && !socket.destroyed && socket.writable) return Promise.resolve(socket)
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    const fresh = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(fresh))
    opened += 1
    fresh.once('error', reject)
    socket = fresh
    return promise
  }
  const drop = () => {
    socket?.destroy()
    socket = null
  }
  const exchange: Connection['exchange'] = async (bytes, { method, finish, withinMs }) => {
    const open = await ready()
    const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
    const answers: RawAnswer[] = []
    let pending = Buffer.alloc(0)
    const timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs)
    const take = () => {
      for (;;) {
        const taken = takeAnswer(pending, method)
        if (!taken) return
        pending = Buffer.from(taken.rest)
        if (taken.answer.status >= 200) answers.push(taken.answer)
      }
    }
    const onData = (data: Buffer) => {
      pending = Buffer.concat([pending, data])
      take()
      if (answers.length > 0 && !finish && answers.at(-1)?.headers['connection'] !== 'close')
        resolve({ answers, closed: false })
    }
    const onEnd = () => {
      take()
      resolve({ answers, closed: true })
    }
    // A side that has answered and hung up resets what we are still sending.
    const onError = () => onEnd()
    open.on('data', onData).once('end', onEnd).once('close', onEnd).on('error', onError)
    open.write(bytes)
    if (finish) open.end()
    try {
      const result = await promise
      if (result.closed) drop()
      return result
    } catch (error) {
      drop()
      throw error
    } finally {
      clearTimeout(timer)
      open.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError)
    }
  }
  return { exchange, close: drop, opened: () => opened }
}
