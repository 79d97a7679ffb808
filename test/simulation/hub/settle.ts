/**
 * Lets a world of simulated time wait for a real PostgreSQL. Each reply of the server is held until nothing else can happen,
 * and replies are delivered in the order of their questions. So a seed repeats itself, and a process can die between any two
 * of them.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

interface Held {
  /** Who asked: the application name of its connections. */
  of: string
  /** Resolves with what delivers the reply, once the server has answered. */
  done: Promise<() => void>
  /** Delivers the end of the connection instead. Absent: nobody else is asked. */
  fail?: () => void
}

interface Connection {
  connectionParameters: { application_name?: string }
  connection: { stream: { destroy(): void } }
}

const held: Held[] = []
const connections = new Map<string, Set<Connection>>()
const deaf = new Set<string>()
let connecting = 0
let delivered: ((of: string) => boolean) | null = null

/** Milliseconds. A question that waits for a row lock is answered after one that was asked later. */
const lockedMs = 200
const turns = 6
/** Replies of one moment. More are questions without an end, such as facts that a till sends again and again. */
const mostReplies = 20_000

const nameOf = (client: unknown): string => (client as Connection).connectionParameters.application_name ?? ''

/** From now on the replies of all connections of this process are held. */
export const holdReplies = (): void => {
  const { query, connect } = pg.Client.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  Object.assign(pg.Client.prototype, {
    connect(this: pg.Client, ...args: unknown[]) {
      const of = nameOf(this)
      const known = connections.get(of) ?? new Set()
      connections.set(of, known.add(this as unknown as Connection))
      connecting += 1
      let isOver = false
      const over = () => {
        if (!isOver) connecting -= 1
        isOver = true
      }
      for (const event of ['connect', 'error', 'end']) this.once(event, over)
      this.once('end', () => known.delete(this as unknown as Connection))
      return connect?.apply(this, args)
    },
    query(this: pg.Client, ...args: unknown[]) {
      const of = nameOf(this)
      if (deaf.has(of)) return Promise.reject(Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' }))
      const answered = query?.apply(this, args) as Promise<unknown>
      return new Promise((resolve, reject) => {
        held.push({
          of,
          done: answered.then(
            (result) => () => resolve(result),
            (error) => () => reject(error),
          ),
          fail: () => reject(new Error('Connection terminated unexpectedly')),
        })
      })
    },
  })
}

/** Work of a thread of its own. A connection to PostgreSQL signs too as it begins (`HMAC`), and nothing else happens until then. */
export const holdSignatures = (): void => {
  const sign = crypto.subtle.sign.bind(crypto.subtle)
  crypto.subtle.sign = (...args) => {
    if (args[0] === 'HMAC') return sign(...args)
    return new Promise((resolve, reject) => {
      held.push({
        of: 'signature',
        done: sign(...args).then(
          (signature) => () => resolve(signature),
          (error) => () => reject(error),
        ),
      })
    })
  }
}

const next = async (): Promise<{ of: string; deliver: () => void }> => {
  const first = held[0] as Held
  const isAnswered = await Promise.race([first.done.then(() => true), setTimeout(lockedMs, false)])
  const chosen = isAnswered ? first : await Promise.race(held.map((each) => each.done.then(() => each)))
  held.splice(held.indexOf(chosen), 1)
  return { of: chosen.of, deliver: await chosen.done }
}

/** Resolves once nothing happens any more without more time, or at once after a reply that {@link onReply} stops at. */
export const settle = async (): Promise<void> => {
  for (let replies = 0; ; ) {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    if (connecting > 0) continue
    if (held.length === 0) return
    replies += 1
    if (replies > mostReplies) throw new Error(`PostgreSQL is asked ${replies} times in one moment`)
    const { of, deliver } = await next()
    deliver()
    if (delivered?.(of)) return
  }
}

/** Waits for work that needs no time of the world. */
export const finish = async <T>(work: Promise<T>): Promise<T> => {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) await settle()
  return work
}

/** `heard` is called after each reply, with who had asked. True: the world must act before the next reply. */
export const onReply = (heard: ((of: string) => boolean) | null): void => {
  delivered = heard
}

/** The process with these connections ends. What the server was asked it does, and nobody hears of it. */
export const dropConnections = async (of: string): Promise<void> => {
  const gone = held.filter((each) => each.of === of)
  await Promise.race([Promise.all(gone.map(({ done }) => done)), setTimeout(lockedMs)])
  for (const each of gone) held.splice(held.indexOf(each), 1)
  for (const { connection } of connections.get(of) ?? []) connection.stream.destroy()
  connections.delete(of)
  deaf.delete(of)
}

const answered = () => Promise.race([Promise.all(held.map(({ done }) => done)), setTimeout(lockedMs)])

/** The connections of the processes. Each leaves `all` as it ends. */
const connectionsNow = () =>
  [...connections].flatMap(([of, all]) =>
    of === 'kaunta-hub' ? [] : [...all].map((each) => ({ all, each })),
  )

/** The server does what it was asked. Then `end` ends the connections, and nobody but its caller hears of the replies. */
export const endConnections = async (end: () => Promise<unknown>): Promise<void> => {
  while (connecting > 0) await new Promise((resolve) => setImmediate(resolve))
  await answered()
  const lost = [...held]
  const before = connectionsNow()
  const ending = end()
  while (held.length === lost.length) await new Promise((resolve) => setImmediate(resolve))
  await answered()
  // Who hears of a lost reply connects again.
  while (before.some(({ all, each }) => all.has(each))) await new Promise((resolve) => setImmediate(resolve))
  for (const each of lost) if (each.fail) each.done = Promise.resolve(each.fail)
  await finish(ending)
}

/** The network between this process and the server ends, or is there again. */
export const setDeaf = (of: string, isDeaf: boolean): void => {
  if (isDeaf) deaf.add(of)
  else deaf.delete(of)
}
