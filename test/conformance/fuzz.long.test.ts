/**
 * Requests spoilt in every way we know, over bare sockets. `KAUNTA_FUZZ=100000` sends that many, `KAUNTA_FUZZ_SEED` says
 * which. A failure prints the request; the same seed and count send it again.
 */
import { expect, test } from 'vitest'
import { openConnection, type RawAnswer } from './fuzz/connection.ts'
import { type Draft, mutated, type Wire } from './fuzz/mutate.ts'
import { type Random, randomOf } from './fuzz/random.ts'
import { watchDatabase } from './fuzz/wholeness.ts'
import { type Body, type Caller, type Shop, startShop } from './support/shop.ts'
import { addressOf, type Endpoint, nextNumber, requestOf } from './support/table.ts'
import { endpoints } from './tables/index.ts'

const count = Number(process.env['KAUNTA_FUZZ'] ?? 2_000)
const seed = Number(process.env['KAUNTA_FUZZ_SEED'] ?? 20_260_301)
const batch = 1_000
const withinMs = 5_000

/** A good request of an endpoint, from what has been made ready for it. */
type Source = (random: Random) => Draft

/** The shop answers at once, before the authority can have; so it is asked until it knows. */
const patientCaller = (shop: Shop): Caller => ({
  ...shop,
  gets: async (method, path, body) => {
    for (;;) {
      const answer = await shop.send(method, path, body)
      const { resultCd, data } = answer.body
      if (resultCd === '000' || (resultCd === '004' && data)) return data as Body
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (resultCd !== '006') throw new Error(`${method} ${path}: ${answer.text}`)
    }
  },
})

/** Sold, registered, bought and stocked while the authority was there; afterwards it is away, and nothing is approved. */
const sourcesOf = async (shop: Shop): Promise<Source[]> => {
  const sources: Source[] = []
  const patient = patientCaller(shop)
  for (const endpoint of endpoints) {
    const ready: Body[] = []
    for (let time = 0; time < (endpoint.before ? 2 : 1); time += 1)
      ready.push((await endpoint.before?.(patient, nextNumber())) ?? {})
    sources.push((random) => draftOf(shop, endpoint, random.pick(ready), random))
  }
  for (const [method, path, body] of beside)
    sources.push(() => ({
      method,
      path: `/api/v1${path}`,
      headers: headersOf(shop),
      body: structuredClone(body),
    }))
  return sources
}

const headersOf = (shop: Shop): Draft['headers'] => [
  ['Host', new URL(shop.url).host],
  ['Content-Type', 'application/json'],
  ['X-Api-Key', shop.apiKey],
]

const draftOf = (shop: Shop, endpoint: Endpoint, known: Body, random: Random): Draft => {
  const n = nextNumber()
  const { method } = endpoint
  return {
    method,
    path: `/api/v1${addressOf(endpoint, { n, known })}`,
    headers: headersOf(shop),
    body: method === 'GET' ? undefined : requestOf(endpoint, random.pick(['minimal', 'full']), { n, known }),
  }
}

/** Kaunta's endpoints besides the 29. */
const beside: [method: string, path: string, body?: object][] = [
  ['GET', '/queue'],
  ['GET', '/queue/1'],
  ['POST', '/queue/1', { act: 'giveUp', reason: 'Sold again' }],
  ['GET', '/sales/1001'],
  ['GET', '/openapi.json'],
  ['POST', '/session', { user: 'Wanjiru', pin: '0000' }],
  ['POST', '/session/refresh', { refreshToken: 'x'.repeat(43) }],
]

/** Returns the fault of an answer, or null. */
const faultOf = ({ status, headers, body }: RawAnswer, { method }: Wire): string | null => {
  if (status >= 500 && status !== 503) return `status ${status}`
  if (method === 'HEAD') return null
  if (body === '') return status >= 400 && status < 500 ? null : `status ${status} without a body`
  let json: Body
  try {
    json = JSON.parse(body)
  } catch {
    return 'no envelope'
  }
  if (status === 200 && 'openapi' in json) return null
  const { resultCd } = json
  if (typeof resultCd !== 'string' || !/^\d{3}$/.test(resultCd)) return 'no resultCd'
  if (resultCd === '905') return '905'
  if (status === 503 && (resultCd !== '006' || headers['retry-after'] !== '30')) return '503 without 006'
  if ((resultCd === '000') !== status < 300) return `000 is not ${status}`
  return null
}

test(`${count} spoilt requests are answered, one by one, and leave nothing half-written`, {
  timeout: 120_000 + count * 20,
}, async () => {
  const shop = await startShop({
    timing: { answerMs: 1, retryMs: 3_600_000, retryCapMs: 3_600_000, probeUnreachableMs: 3_600_000 },
  }).catch((error) => {
    throw new Error('The shop does not open', { cause: error })
  })
  const connection = openConnection(Number(new URL(shop.url).port))
  const wholeness = watchDatabase(shop.dataDir, shop.appId)
  const tally = new Map<string, number>()
  const add = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)
  try {
    const sources = await sourcesOf(shop)
    await shop.authority.offline(true)
    wholeness.after(false, String)
    const startedAt = performance.now()
    let slowest = 0
    for (let index = 0; index < count; index += 1) {
      const random = randomOf(seed * 31 + index)
      const wire = mutated(random.pick(sources)(random), random)
      const bytes = Buffer.concat([wire.head, wire.body])
      const reported = () =>
        `seed ${seed}, request ${index} (${wire.did.join('; ')}):\n${JSON.stringify(bytes.toString('latin1').slice(0, 3_000))}`
      const before = performance.now()
      const { answers, closed } = await connection
        .exchange(bytes, { method: wire.method, finish: wire.finish, withinMs })
        .catch((error: Error) => {
          throw new Error(`${error.message}: ${reported()}`)
        })
      slowest = Math.max(slowest, performance.now() - before)
      for (const answer of answers) {
        const fault = faultOf(answer, wire)
        if (fault) throw new Error(`${fault} in ${answer.body.slice(0, 500)} to ${reported()}`)
        add(String(answer.status))
      }
      if (answers.length === 0) {
        expect(closed && wire.finish, `no answer to ${reported()}`).toBe(true)
        add('hung up')
      }
      wholeness.after(
        !wire.twoInOne && answers.length > 0 && answers.every(({ status }) => status >= 400 && status < 500),
        reported,
      )
      if (index % batch === batch - 1) wholeness.check()
    }
    wholeness.check()
    const seconds = (performance.now() - startedAt) / 1000
    const figures = [...tally].sort().map(([what, times]) => `${what}: ${times}`)
    console.log(
      `${count} requests in ${seconds.toFixed(1)} s over ${connection.opened()} connections, slowest ${slowest.toFixed(0)} ms; ${figures.join(', ')}`,
    )
    const wrong = shop.log.lines.filter(({ level }) => level === 'error')
    expect(wrong).toEqual([])
    await shop.gets('GET', '/health')
  } finally {
    connection.close()
    wholeness.close()
    await shop.close()
  }
})
