/** The way to the authority: everything that can happen to a message happens here, in the run's own time. */
import type { Delivery, Message, Transport } from '../../core/authority/oscu/transport.ts'
import type { ModelAuthority, Verdict } from './authority.ts'
import type { SimulatedProfile } from './profiles.ts'
import type { Random } from './random.ts'
import type { Time } from './time.ts'
import { type Answer, callOf, token, tokenEnded, toWire } from './wire.ts'

/** Milliseconds of the client's time-outs, and of the longest an authority takes for anything. */
const answerMs = 30_000
const longestMs = 55_000

export interface Network {
  /** Messages meet trouble on their way; else each arrives and each answer comes back. */
  faults: boolean
  /** Tokens of the gateway end early, or cannot be had. */
  tokenFaults: boolean
  /** The authority fails over some documents each time. */
  poison: boolean
  /** Nobody takes the connection. */
  down: boolean
  /** The faults so far, by kind. */
  readonly counts: Map<string, number>
  /** The way of one till process; nothing comes back once it is dead. */
  connect(alive: () => boolean): Transport
  /** The process that had messages on their way is dead: nobody heard what became of them. */
  forget(): void
  /** The till is put back to a state in which it knows of none of its messages. */
  putBack(): void
  /** Messages on their way that may still change something. */
  pending(): number
}

const lanes: Record<string, string> = {
  ...{ saveTrnsSalesOsdc: 'sales', insertStockIO: 'stock', saveStockMaster: 'stock', saveItem: 'items' },
  ...{ insertTrnsPurchase: 'purchases', updateImportItem: 'purchases' },
}

export interface NetworkOptions {
  time: Time
  random: Random
  authority: ModelAuthority
  profile: SimulatedProfile
  broken(rule: string): void
  /** Signers of a branch take turns: one may not know yet what the one before it sent. */
  takesTurns?: boolean
  /** At most so many milliseconds there, and as many back: 400. */
  wayMs?: number
  /** Hears of every message; absent: nobody listens. */
  narrate?: ((line: string) => void) | undefined
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

/** `expired`: turned down for its token. `poison`: failed over, as each time. */
type Trouble = (typeof troubles)[number][0] | 'expired' | 'poison'

const poisonable = new Set([
  ...['saveTrnsSalesOsdc', 'insertStockIO', 'insertTrnsPurchase', 'updateImportItem'],
])

/** What nobody can look up. */
const unnumbered = new Set(['insertStockIO', 'insertTrnsPurchase', 'updateImportItem'])

const result = (code: string, text: string): Verdict => ({ code, text, data: null, at: '' })
const answered = (status: number, body: string): Delivery => ({ kind: 'answered', status, body })
const unreached = (): Delivery => ({ kind: 'neverArrived', text: 'Nobody takes the connection.' })
const lost = (): Delivery => ({ kind: 'mayHaveArrived', text: 'The answer was lost.' })
const surelyNot = new Set<Trouble | null>([
  ...(['refused', 'refusedContent', 'unauthorised', 'tooManyViews', 'expired'] as const),
])
const heard = new Set<Trouble | null>([null, 'twice', ...surelyNot])

export const createNetwork = (options: NetworkOptions): Network => {
  const { time, random, authority, profile, broken, takesTurns, wayMs = 400, narrate } = options
  const nearMs = Math.min(5, wayMs)
  const counts = new Map<string, number>()
  let onTheirWay = 0
  /** Documents of which nobody can know what became; sent again only after the authority was asked. */
  const doubtful = new Set<number>()
  const sent = new Set<number>()
  /** Tokens that are good, and until when; milliseconds of the run. */
  const tokens = new Map<string, number>()
  let granted = 0
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  const draw = (): Trouble | null => {
    let left = random.next()
    for (const [trouble, chance] of troubles) {
      left -= chance
      if (left < 0) return trouble
    }
    return null
  }

  /** Grants a token, for a short while now and then; null = the gateway cannot. */
  const grant = (): Answer | null => {
    const trouble = network.tokenFaults && random.chance(0.1)
    if (trouble) note('noToken')
    if (trouble) return random.chance(0.5) ? null : { status: 503, body: '<html>Busy</html>' }
    granted += 1
    const name = `token-${profile.row.id}-${granted}`
    const seconds = random.pick([120, 600, 3600])
    tokens.set(name, time.elapsed() + seconds * 1_000)
    // Revoked before its time.
    if (network.tokenFaults && random.chance(0.3)) {
      note('tokenRevoked')
      time.after(random.between(1_000, 60_000), () => tokens.delete(name))
    }
    return token(name, seconds)
  }

  /** Checks that the sender in a message is this profile. */
  const checkSender = ({ url, headers }: Message, call: string): void => {
    const { row, deviceKey } = profile
    if (!url.startsWith(`${row.authority_url}/`)) broken(`a message of ${row.id} went to ${url}`)
    if (headers['tin'] !== row.taxpayer_pin) broken(`${row.id} sent as ${headers['tin']}`)
    if (call !== 'selectInitOsdcInfo' && headers['cmcKey'] !== deviceKey && headers['cmcKey'] !== undefined)
      broken(`${row.id} used another device's key`)
  }
  const tokenIsGood = ({ headers }: Message): boolean => {
    if (profile.row.dialect === 'legacy') return true
    return (tokens.get((headers['Authorization'] ?? '').slice('Bearer '.length)) ?? 0) > time.elapsed()
  }

  /** Names of stock records, purchases and decisions that may have arrived. */
  const mayHaveArrived = new Set<string>()
  /** The last stock record was refused, or had no answer. Kaunta may then query it with a quantity, which may be refused. */
  let asks = false

  /** Documents on which the authority fails, and until when, milliseconds of the run; 0: it does not. */
  const failing = new Map<string, { until: number; arrives: 'never' | 'atOnce' | 'late' }>()
  /** Failing documents whose first sending is still on its way. */
  const late = new Set<string>()
  /** A document by what it says, whatever its number. */
  const documentOf = (call: string, body: object): string | null =>
    poisonable.has(call) ? JSON.stringify([call, { ...body, invcNo: 0, sarNo: 0 }]) : null
  const failsOver = (document: string): boolean => {
    if (!failing.has(document)) {
      const fails = network.poison && random.chance(0.005)
      const until = fails ? time.elapsed() + random.between(60_000, 1_800_000) : 0
      failing.set(document, { until, arrives: random.pick(['never', 'atOnce', 'late'] as const) })
    }
    return network.poison && (failing.get(document)?.until ?? 0) > time.elapsed()
  }

  const connect = (alive: () => boolean): Transport => {
    const inFlight = new Set<string>()
    const fetchToken = (): Promise<Delivery> => {
      const { promise, resolve } = Promise.withResolvers<Delivery>()
      const delivery = network.down ? null : grant()
      time.after(random.between(nearMs, wayMs), () => {
        if (alive()) resolve(delivery ? answered(delivery.status, delivery.body) : unreached())
      })
      return promise
    }
    const send = (message: Message): Promise<Delivery> => {
      if (message.url.startsWith(profile.row.token_url ?? 'none:')) return fetchToken()
      const call = callOf(message.url, profile.row.authority_url)
      checkSender(message, call)
      const body = JSON.parse(message.body || '{}') as Record<string, unknown>
      const inLane = lanes[call] ?? null
      if (inLane !== null) {
        if (inFlight.has(inLane)) broken(`two messages of the lane ${inLane} are in flight`)
        inFlight.add(inLane)
      }
      const number = call === 'saveTrnsSalesOsdc' ? Number(body['invcNo']) : null
      if (number !== null && doubtful.has(number))
        broken(`${number} is sent again before the authority was asked`)
      const { promise, resolve } = Promise.withResolvers<Delivery>()
      const wire = (verdict: Verdict): Delivery => {
        const { status, body } = toWire(profile.row.dialect, verdict, call)
        return answered(status, body)
      }
      const answer = (ms: number, delivery: () => Delivery) => {
        time.after(ms, () => {
          const delivered = delivery()
          if (inLane !== null) inFlight.delete(inLane)
          if (!alive()) return
          if (number !== null) sent.delete(number)
          const isHeard = delivered.kind === 'answered' && heard.has(trouble)
          if (number !== null && !isHeard && delivered.kind !== 'neverArrived') doubtful.add(number)
          if (
            call === 'selectInvoiceDetails' &&
            isHeard &&
            trouble !== 'tooManyViews' &&
            trouble !== 'expired'
          )
            doubtful.delete(Number(body['invcNo']))
          narrate?.(
            `${call} ${what}: the till hears ${delivered.kind === 'answered' ? delivered.body.slice(0, 90) : delivered.kind}`,
          )
          resolve(delivered)
        })
      }
      const arrive = (ms: number, then: (verdict: Verdict) => void = () => undefined) => {
        onTheirWay += 1
        time.after(ms, () => {
          onTheirWay -= 1
          const verdict = authority.handle(call, body)
          if (call === 'insertStockIO') asks = verdict.code !== '000' || trouble !== null
          narrate?.(`${call} ${what}: the authority says ${verdict.code} ${verdict.text}`)
          then(verdict)
        })
      }
      const there = random.between(nearMs, wayMs)
      const back = random.between(nearMs, wayMs)
      const chosen = network.faults && !network.down ? draw() : null
      // What it has taken already, or is about to, it does not refuse for its content: of what cannot be looked up by its
      // number, at no time; of what can be asked about, once it must be shown.
      const record = unnumbered.has(call)
      const name = `${call} ${String(body['sarNo'] ?? body['spplrInvcNo'] ?? body['taskCd'])}`
      const mayBeThere = record
        ? mayHaveArrived.has(name)
        : number !== null && authority.hasLong(number, String(body['trdInvcNo']))
      const document = documentOf(call, body)
      const isLate = document !== null && late.has(document)
      // If somebody else moved the same goods, no quantity shows that the first one of two arrived.
      const isHidden = chosen === 'twice' && call === 'insertStockIO' && authority.movedElsewhere.size > 0
      const met = (chosen === 'refusedContent' && (mayBeThere || isLate)) || isHidden ? null : chosen
      const drawn = document !== null && failsOver(document) ? 'poison' : met
      if (record && drawn !== 'refusedContent') mayHaveArrived.add(name)
      const trouble = !network.down && !tokenIsGood(message) ? 'expired' : drawn
      const what = `${String(body['trdInvcNo'] ?? body['itemCd'] ?? '')} ${String(body['invcNo'] ?? body['sarNo'] ?? body['spplrInvcNo'] ?? body['taskCd'] ?? '')}`
      if (number !== null) sent.add(number)
      if (network.down) {
        note('down')
        answer(there, unreached)
        return promise
      }
      if (trouble) note(trouble)
      if (trouble && call === 'insertStockIO') asks = true
      narrate?.(`${call} ${what} is sent${trouble ? `, and meets ${trouble}` : ''}`)
      switch (trouble) {
        case 'expired':
          answer(there + back, () => answered(tokenEnded().status, tokenEnded().body))
          break
        case 'refused':
          answer(there, unreached)
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
          answer(there + back, () =>
            answered(
              504,
              random.pick(['<html>Gateway time-out</html>', '{"fault":{"faultstring":"Time-out"}}']),
            ),
          )
          break
        case 'garbageAfter':
          arrive(there)
          answer(there + back, () => answered(200, '{"resultCd":"0'))
          break
        case 'htmlBefore':
          answer(there + back, () => answered(200, '<html>Maintenance</html>'))
          break
        case 'twice': {
          arrive(there)
          arrive(there + 1, (second) => {
            // The second copy is refused although the first arrived, so the authority must be able to show the document soon.
            if (number !== null) authority.showSoon(number)
            answer(back, () => wire(second))
          })
          break
        }
        case 'unauthorised':
          answer(there + back, () => answered(401, JSON.stringify({ message: 'Invalid token' })))
          break
        case 'tooManyViews':
          answer(there + back, () => wire(result('990', 'It has exceeded the maximum number of views.')))
          break
        case 'unknownError':
          answer(there + back, () => wire(result('999', 'An unknown error has occurred.')))
          break
        case 'poison': {
          const { arrives } = failing.get(document ?? '') ?? {}
          if (arrives === 'atOnce') arrive(there)
          if (arrives === 'late' && document !== null && !late.has(document)) {
            late.add(document)
            arrive(random.between(120_000, 1_200_000), () => late.delete(document))
          }
          answer(there + back, () =>
            random.chance(0.5)
              ? wire(result('999', 'An unknown error has occurred.'))
              : answered(504, '<html>Gateway time-out</html>'),
          )
          break
        }
        case 'refusedContent':
          answer(there + back, () =>
            wire(result('910', 'Invalid taxblAmt on item: 1. Expected: 0.01, But Found: 0.00')),
          )
          break
        case null:
          arrive(there, (verdict) => {
            // Without another till and without delay the sent quantity is the authority's; except where a quantity is a query.
            const isAlone = !authority.isShared('stock') && !takesTurns
            if (call === 'saveStockMaster' && verdict.code === '910' && isAlone && !asks)
              broken(`the sent quantity differs from the authority's: ${verdict.text}`)
            answer(back, () => wire(verdict))
          })
      }
      return promise
    }
    return { send, close: () => undefined }
  }

  const network: Network = {
    faults: false,
    tokenFaults: false,
    poison: false,
    down: false,
    counts,
    connect,
    forget: () => {
      for (const number of sent) doubtful.add(number)
      sent.clear()
    },
    putBack: () => doubtful.clear(),
    pending: () => onTheirWay,
  }
  return network
}
