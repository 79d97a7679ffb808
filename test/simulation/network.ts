/** The way to the authority: everything that can happen to a message happens here, in the run's own time. */
import type { Delivery, Message, Transport } from '../../core/authority/oscu/transport.ts'
import type { ModelAuthority } from './authority.ts'
import type { Random } from './random.ts'
import type { Time } from './time.ts'

/** Milliseconds of the client's time-outs, and of the longest an authority takes for anything. */
const answerMs = 30_000
const longestMs = 55_000

export interface Network {
  /** Calm: every message arrives and every answer comes back. */
  faults: boolean
  /** Nobody takes the connection. */
  down: boolean
  /** What went wrong so far, by kind. */
  readonly counts: Map<string, number>
  /** The way of one till process; nothing comes back once it is dead. */
  connect(alive: () => boolean): Transport
  /** The process that had messages on their way is dead: nobody heard what became of them. */
  forget(): void
  /** Messages on their way that may still change something. */
  pending(): number
}

const lane = (path: string): string | null =>
  ({ saveTrnsSalesOsdc: 'sales', insertStockIO: 'stock', saveStockMaster: 'stock', saveItem: 'items' })[
    path
  ] ?? null

export interface NetworkOptions {
  time: Time
  random: Random
  authority: ModelAuthority
  broken(rule: string): void
}

/** Chances of what can go wrong with a message, cumulated in the order of the list. */
const troubles = [
  ['refused', 0.05],
  ['timeoutBefore', 0.02],
  ['lostAnswer', 0.05],
  ['lateAccept', 0.02],
  ['serverErrorBefore', 0.02],
  ['serverErrorAfter', 0.02],
  ['garbageAfter', 0.01],
  ['htmlBefore', 0.01],
  ['twice', 0.02],
  ['unauthorised', 0.005],
  ['tooManyViews', 0.01],
  ['refusedContent', 0.01],
  ['unknownError', 0.01],
] as const

type Trouble = (typeof troubles)[number][0]

export const createNetwork = ({ time, random, authority, broken }: NetworkOptions): Network => {
  const counts = new Map<string, number>()
  let onTheirWay = 0
  /** Documents of which nobody can know what became; sent again only after the authority was asked. */
  const doubtful = new Set<number>()
  const sent = new Set<number>()
  const surelyNot = new Set<Trouble | null>(['refused', 'refusedContent', 'unauthorised', 'tooManyViews'])
  const heard = new Set<Trouble | null>([null, 'twice', ...surelyNot])
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  const draw = (): Trouble | null => {
    let left = random.next()
    for (const [trouble, chance] of troubles) {
      left -= chance
      if (left < 0) return trouble
    }
    return null
  }

  const connect = (alive: () => boolean): Transport => {
    const inFlight = new Set<string>()
    const send = (message: Message): Promise<Delivery> => {
      const path = message.url.slice(message.url.lastIndexOf('/') + 1)
      const body = JSON.parse(message.body || '{}') as Record<string, unknown>
      const inLane = lane(path)
      if (inLane !== null) {
        if (inFlight.has(inLane)) broken(`two messages of the lane ${inLane} are in flight`)
        inFlight.add(inLane)
      }
      const number = path === 'saveTrnsSalesOsdc' ? Number(body['invcNo']) : null
      if (number !== null && doubtful.has(number))
        broken(`${number} is sent again before the authority was asked`)
      const { promise, resolve } = Promise.withResolvers<Delivery>()
      const answer = (ms: number, delivery: () => Delivery) => {
        time.after(ms, () => {
          const delivered = delivery()
          if (inLane !== null) inFlight.delete(inLane)
          if (!alive()) return
          if (number !== null) sent.delete(number)
          const told = delivered.kind === 'answered' && heard.has(trouble)
          if (number !== null && !told && delivered.kind !== 'neverArrived') doubtful.add(number)
          if (path === 'selectInvoiceDetails' && told && trouble !== 'tooManyViews')
            doubtful.delete(Number(body['invcNo']))
          resolve(delivered)
        })
      }
      const arrive = (
        ms: number,
        then: (answer: { status: number; body: string }) => void = () => undefined,
      ) => {
        onTheirWay += 1
        time.after(ms, () => {
          onTheirWay -= 1
          then(authority.handle(path, body))
        })
      }
      const answered = (status: number, text: string): Delivery => ({ kind: 'answered', status, body: text })
      const lost = (): Delivery => ({ kind: 'mayHaveArrived', text: 'The answer was lost.' })
      const there = random.between(5, 400)
      const back = random.between(5, 400)
      const trouble = network.faults && !network.down ? draw() : null
      if (number !== null) sent.add(number)
      if (network.down) {
        note('down')
        answer(there, () => ({ kind: 'neverArrived', text: 'Nobody takes the connection.' }))
        return promise
      }
      if (trouble) note(trouble)
      const result = (code: string, text: string) =>
        JSON.stringify({ resultCd: code, resultMsg: text, resultDt: null, data: null })
      switch (trouble) {
        case 'refused':
          answer(there, () => ({ kind: 'neverArrived', text: 'Nobody takes the connection.' }))
          break
        case 'timeoutBefore':
          answer(answerMs, lost)
          break
        case 'lostAnswer':
          arrive(there)
          answer(there + back, lost)
          break
        case 'lateAccept':
          arrive(random.between(answerMs, longestMs))
          answer(answerMs, lost)
          break
        case 'serverErrorBefore':
          answer(there + back, () => answered(random.pick([500, 502, 503, 504]), 'Bad gateway'))
          break
        case 'serverErrorAfter':
          arrive(there)
          answer(there + back, () => answered(504, '<html>Gateway time-out</html>'))
          break
        case 'garbageAfter':
          arrive(there)
          answer(there + back, () => answered(200, '{"resultCd":"0'))
          break
        case 'htmlBefore':
          answer(there + back, () => answered(200, '<html>Maintenance</html>'))
          break
        case 'twice': {
          // Of a stock record nothing can be asked: the same told twice looks like another till's number taken.
          const again = inLane === 'stock' ? () => undefined : () => arrive(there)
          again()
          arrive(there + 1, (second) => answer(back, () => answered(second.status, second.body)))
          break
        }
        case 'unauthorised':
          answer(there + back, () => answered(401, result('', 'Invalid token')))
          break
        case 'tooManyViews':
          answer(there + back, () =>
            answered(200, result('990', 'It has exceeded the maximum number of views.')),
          )
          break
        case 'unknownError':
          answer(there + back, () => answered(200, result('999', 'An unknown error has occurred.')))
          break
        case 'refusedContent':
          answer(there + back, () =>
            answered(200, result('910', 'Invalid taxblAmt on item: 1. Expected: 0.01, But Found: 0.00')),
          )
          break
        case null:
          arrive(there, ({ status, body }) => answer(back, () => answered(status, body)))
      }
      return promise
    }
    return { send, close: () => undefined }
  }

  const network: Network = {
    faults: true,
    down: false,
    counts,
    connect,
    forget: () => {
      for (const number of sent) doubtful.add(number)
      sent.clear()
    },
    pending: () => onTheirWay,
  }
  return network
}
