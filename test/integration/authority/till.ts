/** A till's connection to an authority: the client under test with its key, and what a test needs to look behind it. */
import { createOscu, type OscuOptions } from '../../../core/authority/oscu/client.ts'
import { type PracticeOptions, startPracticeAuthority } from '../../../core/authority/practice/server.ts'

export const pin = 'P051000001K'
const consumer = { consumerKey: 'consumer-key', consumerSecret: 'consumer-secret' }

interface LogLine {
  level: string
  fields: object
  message: string
}

/** A client of an authority at `baseUrl`; `key` is what it has stored. */
export function connect(baseUrl: string, changes: Partial<OscuOptions> = {}) {
  const key: { value: string | null } = { value: 'a-stored-key' }
  const lines: LogLine[] = []
  const record = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
  }
  const authority = createOscu({
    dialect: 'legacy',
    baseUrl,
    taxpayerPin: pin,
    branchId: '00',
    deviceSerial: () => 'dvc-1',
    cmcKey: async () => key.value,
    timeouts: { connectMs: 2_000, answerMs: 4_000 },
    clock: { now: Date.now, monotonic: () => performance.now(), uptime: () => null },
    log: { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') },
    ...changes,
  })
  return { authority, key, lines }
}

/** A client and a practice authority of its own, not yet initialised. */
export async function open(
  practice: Pick<PracticeOptions, 'dialect' | 'checks'>,
  changes: Partial<OscuOptions> = {},
) {
  const server = await startPracticeAuthority(practice)
  const gateway = {
    tokenUrl: server.tokenUrl,
    apigeeAppId: '00000000-0000-4000-8000-000000000000',
    credentials: async () => consumer,
  }
  const till = connect(server.url, {
    dialect: practice.dialect,
    ...(practice.dialect === 'gateway' && { gateway }),
    ...changes,
  })
  const control = async (method: string, path: string, body?: object) => {
    const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const answer = await fetch(`${server.controlUrl}/${path}`, { method, ...init })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    ...till,
    control,
    /** Arms one fault, instead of those before. */
    fault: (fault: object) => control('PUT', 'faults', fault),
    async initialise() {
      const answer = await till.authority.initialise('dvc-1')
      if (answer.kind !== 'accepted') throw new Error(`Not initialised: ${JSON.stringify(answer)}`)
      till.key.value = answer.data.cmcKey
      return answer.data
    },
    async close() {
      await till.authority.close()
      await server.close()
    },
  }
}
