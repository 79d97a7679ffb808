/** A headless core behind real HTTP with a strict practice authority beside it, as an outsider finds it: an address and a key. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { startPracticeAuthority } from '../../../core/authority/practice/server.ts'
import type { Host } from '../../../core/host/host.ts'
import { openHost } from '../../../core/host/openHost.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Answer, ask, memoryLog, startTestServer } from '../../support/server.ts'
import { openWindow } from '../../support/window.ts'

export type Body = Record<string, unknown>
export type Dialect = 'legacy' | 'gateway'
export const dialects: Dialect[] = ['legacy', 'gateway']

/** One document the authority has accepted. */
interface Reported {
  number: number
  request: Body & { itemList: Body[] }
}
/** The documents that the authority has accepted, in order, from its control path. */
interface Ledger {
  sales: (Reported & { receipt: Body })[]
  purchases: Reported[]
  stockRecords: Reported[]
  stock: { itemCd: string; onHand: number; soldNotMoved: number }[]
  items: { itemCd: string; request: Body }[]
  records: { kind: string; code: string; request: Body }[]
}

interface Authority {
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>
  ledger(): Promise<Ledger>
  /** Closes its port, or opens it again. */
  offline(offline: boolean): Promise<void>
}

export interface HttpAnswer extends Answer {
  body: Body
}

export interface Caller {
  /** `path` is below `/api/v1`. The key is sent unless `headers` are given. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>
  /** The `data` of an answer that must be 000. */
  gets(method: string, path: string, body?: unknown): Promise<Body>
}

export interface Shop extends Caller {
  url: string
  apiKey: string
  appId: string
  dataDir: string
  authority: Authority
  host(): Host
  log: ReturnType<typeof memoryLog>
  /** Reads the app's own database beside the core. */
  read<R = Body>(sql: string): R[]
  /** Changes with everything that is committed to that database. */
  version(): number
  /** The owner's steps on screen: makes the owner (Wanjiru, PIN 1234) the first time, and calls as her. */
  owner(): Promise<<T = Body>(name: string, input?: object) => Promise<T>>
  /** Another app on the same core, with a device of its own. */
  otherProfile(): Promise<{ id: string; apiKey: string }>
  close(): Promise<void>
}

export interface ShopOptions {
  dialect?: Dialect
  initialised?: boolean
  timing?: NonNullable<Parameters<typeof openHost>[0]['timing']>
}

/** The queue's pauses in moments instead of half minutes. */
const quick = {
  retryMs: 40,
  retryCapMs: 200,
  lookUpMs: 20,
  shortMs: 10,
  probeMs: 60_000,
  probeUnreachableMs: 50,
  // A busy machine may take seconds for an answer.
  answerMs: 20_000,
}

export const callerOf = (url: string, apiKey: string): Caller => {
  const send: Caller['send'] = async (method, path, body, headers = { 'x-api-key': apiKey }) => {
    const answer = await ask(`${url}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    let json: Body
    try {
      json = answer.json()
    } catch {
      throw new Error(`${method} ${path} answered ${answer.status} without an envelope: ${answer.text}`)
    }
    return { ...answer, body: json }
  }
  return {
    send,
    gets: async (method, path, body) => {
      const answer = await send(method, path, body)
      if (answer.body['resultCd'] !== '000')
        throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.text}`)
      return answer.body['data'] as Body
    },
  }
}

export const startShop = async (options: ShopOptions = {}): Promise<Shop> => {
  const { dialect = 'legacy', initialised = true, timing = {} } = options
  const practice = await startPracticeAuthority({ dialect, checks: 'strict' })
  const folder = temporaryFolder()
  const log = memoryLog()
  const host = await openHost({
    dataDir: folder.path,
    ports: nodePorts(folder.path, log),
    timing: { ...quick, ...timing },
    timeouts: { connectMs: 2_000, answerMs: 2_000 },
  })
  const connection = (branchId: string) => ({
    name: 'Mfano Traders',
    environment: 'sandbox' as const,
    authorityUrl: practice.url,
    dialect,
    taxpayerPin: 'P051000001K',
    branchId,
    deviceSerial: `KAU-${branchId}`,
    gateway:
      dialect === 'gateway'
        ? {
            tokenUrl: practice.tokenUrl,
            consumerKey: 'consumer-key',
            consumerSecret: 'consumer-secret',
            apigeeAppId: '00000000-0000-4000-8000-000000000000',
          }
        : undefined,
  })
  const makeProfile = (branchId: string) =>
    host.createProfile({ kind: 'device', connection: connection(branchId) } as Parameters<
      Host['createProfile']
    >[0])
  const { id: appId, apiKey } = await makeProfile('00')
  const server = await startTestServer(host)
  const caller = callerOf(server.url, apiKey)
  if (initialised) await caller.gets('POST', '/initialize', {})
  const database = new Sqlite(join(folder.path, 'apps', appId, 'till.db'), { readonly: true })
  const control: Authority['control'] = async (method, path, body) => {
    const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const answer = await fetch(`${practice.controlUrl}/${path}`, { method, ...init })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  const window = openWindow(() => host, 'window')
  const call = async <T>(name: string, input: object = {}): Promise<T> => {
    const reply = await window(name, input)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.data as T
  }
  let owner: Promise<unknown> | undefined
  let branches = 0
  return {
    ...caller,
    url: server.url,
    apiKey,
    appId,
    dataDir: folder.path,
    log,
    host: () => host,
    authority: {
      control,
      ledger: () => control<Ledger>('GET', 'ledger'),
      offline: async (offline) => void (await control('POST', 'offline', { offline })),
    },
    read: (sql) => database.prepare(sql).all() as never,
    version: () => database.pragma('data_version', { simple: true }) as number,
    owner: () => {
      owner ??= call('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
      return owner.then(() => call)
    },
    otherProfile: () => {
      branches += 1
      return makeProfile(`0${branches}`)
    },
    close: async () => {
      await server[Symbol.asyncDispose]()
      await host.close()
      database.close()
      await practice.close()
      folder.remove()
    },
  }
}
