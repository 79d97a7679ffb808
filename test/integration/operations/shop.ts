/** A shop for tests: the real core on a folder of its own, with a strict practice authority as the other side. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { type PracticeOptions, startPracticeAuthority } from '../../../core/authority/practice/server.ts'
import type { Ports } from '../../../core/base/ports.ts'
import type { Failure, Reply } from '../../../core/contract/errors.ts'
import { type InputOf, type OperationName, type OutputOf, operations } from '../../../core/contract/index.ts'
import type { CreateProfile, Host, OpenRest } from '../../../core/host/host.ts'
import { openHost } from '../../../core/host/openHost.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import type { Timing } from '../../../core/queue/timing.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import { openWindow } from '../../support/window.ts'

/** The queue's pauses in moments instead of half minutes. */
const quick: Partial<Timing> = {
  retryMs: 40,
  retryCapMs: 200,
  lookUpMs: 20,
  uncertainMs: 200,
  shortMs: 10,
  probeMs: 60_000,
  probeUnreachableMs: 50,
  // A busy machine may take seconds for an answer.
  answerMs: 20_000,
}

type Body = Record<string, unknown>
interface Entry {
  number: number
  request: Body & { itemList: Body[] }
}
/** The documents that the authority has accepted. */
export interface Ledger {
  sales: (Entry & { receipt: Body })[]
  purchases: Entry[]
  stockRecords: Entry[]
  stock: { itemCd: string; onHand: number; soldNotMoved: number }[]
  items: { itemCd: string; request: Body }[]
  records: { kind: string; code: string; request: Body }[]
}
/** The quantities of the stock masters. */
export const mastersIn = ({ records }: Ledger): Body[] =>
  records.filter(({ kind }) => kind === 'stockMaster').map(({ request }) => request)

export interface Authority {
  url: string
  dialect: 'legacy' | 'gateway'
  tokenUrl: string
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>
  ledger(): Promise<Ledger>
  /** Refuses connections, or takes them again. */
  offline(offline: boolean): Promise<void>
}

/** When what was started ends: with its test, unless a whole file shares it. */
export type CleanUp = (work: () => Promise<void>) => void

/** A practice authority of its own, gone when the test is over. */
export const startAuthority = async (
  options: Partial<PracticeOptions> = {},
  cleanUp: CleanUp = onTestFinished,
): Promise<Authority> => {
  const { dialect = 'legacy' } = options
  const server = await startPracticeAuthority({ checks: 'strict', ...options, dialect })
  cleanUp(() => server.close())
  const control: Authority['control'] = async (method, path, body) => {
    const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const answer = await fetch(`${server.controlUrl}/${path}`, { method, ...init })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  return {
    url: server.url,
    dialect,
    tokenUrl: server.tokenUrl,
    control,
    ledger: () => control<Ledger>('GET', 'ledger'),
    offline: async (offline) => void (await control('POST', 'offline', { offline })),
  }
}

/** An output has exactly what the contract names, no more and no less. */
const checked = (name: OperationName, reply: Reply<unknown>): Reply<unknown> => {
  if (reply.ok) expect(operations[name].output.parse(reply.data), name).toEqual(reply.data)
  else {
    expect(reply.error.message, name).toMatch(/\S/)
    expect(reply.error.code, JSON.stringify(reply.error)).not.toBe('905')
  }
  return reply
}

export interface Window {
  /** `approval`: a token of `approval.give`. */
  call<N extends OperationName>(name: N, input?: InputOf<N>, approval?: string): Promise<Reply<OutputOf<N>>>
  /** The answer of a call that must succeed. */
  ok<N extends OperationName>(name: N, input?: InputOf<N>): Promise<OutputOf<N>>
  /** The failure of a call that must not. */
  fails<N extends OperationName>(name: N, input?: unknown): Promise<Failure>
}

const windowOf = (hostOf: () => Host, client: string): Window => {
  const ask = openWindow(hostOf, client)
  const call = async (name: OperationName, input: unknown = {}, approval?: string) =>
    checked(name, await ask(name, structuredClone(input), approval))
  return {
    call: (name, input, approval) => call(name, input, approval) as never,
    ok: async (name, input) => {
      const reply = await call(name, input)
      if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
      return reply.data as never
    },
    fails: async (name, input) => {
      const reply = await call(name, input)
      if (reply.ok) throw new Error(`${name} did not fail: ${JSON.stringify(reply.data)}`)
      return reply.error
    },
  }
}

export interface Till extends Window {
  host(): Host
  dataDir: string
  /** Another window on the same core. */
  window(client: string): Window
  /** Closes the core and opens it again on the same folder, as after a power cut. */
  restart(by?: { today?: string }): Promise<void>
  log: ReturnType<typeof memoryLog>
  /** Rows of an app's database, read from the file. */
  read<R>(appId: string, sql: string): R[]
  /** The same of the installation's own database. */
  readWorkspace<R>(sql: string): R[]
  /** Changes with every transaction that anybody has committed to any database of the till. */
  version(): string
}

export interface TillOptions {
  ports?: Partial<Ports>
  timing?: Partial<Timing>
  /** Serves other software; absent: no REST. */
  rest?: OpenRest
  cleanUp?: CleanUp
}

/** A core on an empty folder. */
export const startTill = async ({
  ports = {},
  timing = {},
  rest,
  cleanUp = onTestFinished,
}: TillOptions = {}): Promise<Till> => {
  const folder = temporaryFolder()
  const log = memoryLog()
  const open = (by: { today?: string } = {}) =>
    openHost({
      ...by,
      dataDir: folder.path,
      ports: { ...nodePorts(folder.path, log), ...ports },
      timing: { ...quick, ...timing },
      // A busy machine may take seconds to answer.
      timeouts: { connectMs: 10_000, answerMs: 20_000 },
      ...(rest ? { rest } : {}),
    })
  let host = await open()
  cleanUp(async () => {
    await host.close()
    for (const file of files.values()) file.close()
    folder.remove()
  })
  const window = (client: string) => windowOf(() => host, client)
  const files = new Map<string, Sqlite.Database>()
  const openFile = (...path: string[]): Sqlite.Database => {
    const file = join(folder.path, ...path)
    const known = files.get(file) ?? new Sqlite(file, { readonly: true })
    files.set(file, known)
    return known
  }
  const fileOf = (appId: string) => openFile('apps', appId, 'till.db')
  return {
    ...window('window-1'),
    window,
    host: () => host,
    dataDir: folder.path,
    log,
    restart: async (by) => {
      await host.close()
      host = await open(by)
    },
    read: (appId, sql) => fileOf(appId).prepare(sql).all() as never,
    readWorkspace: (sql) => openFile('workspace.db').prepare(sql).all() as never,
    version: () =>
      [openFile('workspace.db'), ...host.profiles().map(({ id }) => fileOf(id))]
        .map((file) => file.pragma('data_version', { simple: true }))
        .join(),
  }
}

export const taxpayer = 'P051000001K'

const credentials = {
  consumerKey: 'consumer-key',
  consumerSecret: 'consumer-secret',
  apigeeAppId: '00000000-0000-4000-8000-000000000000',
}

export const connectionTo = (
  { url, dialect = 'legacy', tokenUrl = '' }: Pick<Authority, 'url'> & Partial<Authority>,
  changes = {},
) => ({
  name: 'Mfano Traders',
  environment: 'sandbox' as const,
  authorityUrl: url,
  dialect,
  ...(dialect === 'gateway' ? { gateway: { tokenUrl, ...credentials } } : {}),
  taxpayerPin: taxpayer,
  branchId: '00',
  deviceSerial: 'KAU-1',
  ...changes,
})

export interface Shop extends Till {
  authority: Authority
  appId: string
  apiKey: string
  /** Waits until nothing is owed to the authority but what a person must see to. */
  settled(ofProfile?: string): Promise<void>
  waitFor(state: () => Promise<boolean>): Promise<void>
  /** An item that the authority knows, with so many hundredths on the shelf. */
  stocked(item: Partial<InputOf<'item.save'>> & { onHand?: number }): Promise<OutputOf<'item.save'>>
  sell(
    lines: { item: { id: number; price: number }; quantity: number }[],
    changes?: Partial<InputOf<'sale.complete'>>,
  ): Promise<OutputOf<'sale.complete'>>
}

let requests = 0
export const newRequest = (): string => {
  requests += 1
  return `request-${requests}`
}

let names = 0

/** A shop with a device that is initialised, and an owner (PIN 1234) at the window as soon as one is needed. */
export const startShop = async (
  options: TillOptions & { practice?: Partial<PracticeOptions>; initialised?: boolean } = {},
): Promise<Shop> => {
  const authority = await startAuthority(options.practice, options.cleanUp)
  const till = await startTill(options)
  const { id: appId, apiKey } = await till.host().createProfile({
    kind: 'device',
    connection: connectionTo(authority),
  } as CreateProfile)
  if (options.initialised !== false) {
    const reply = await till.host().callRest(till.host().verifyApiKey(apiKey), 'device.initialize', {})
    if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  }
  let owner: Promise<unknown> | undefined
  const enter = () => {
    owner ??= till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
    return owner
  }
  const window: Window = {
    call: async (name, input, approval) => {
      await enter()
      return till.call(name, input, approval)
    },
    ok: async (name, input) => {
      await enter()
      return till.ok(name, input)
    },
    fails: async (name, input) => {
      await enter()
      return till.fails(name, input)
    },
  }
  const settled = async (ofProfile = appId) => {
    const open =
      "select kind, title, last_text from submission where state in ('queued', 'sending', 'unknown')"
    await vi.waitFor(() => expect(till.read(ofProfile, open)).toEqual([]), { timeout: 10_000, interval: 10 })
  }
  const waitFor: Shop['waitFor'] = async (state) => {
    await vi.waitFor(async () => expect(await state()).toBe(true), { timeout: 10_000, interval: 15 })
  }
  const stocked: Shop['stocked'] = async ({ onHand, ...item }) => {
    names += 1
    const saved = await window.ok('item.save', {
      name: `Goods ${names}`,
      taxType: 'B',
      price: 116_00,
      itemClass: '5059690800',
      ...item,
    })
    if (onHand)
      await window.ok('stock.adjust', { kind: 'opening', lines: [{ itemId: saved.id, quantity: onHand }] })
    await settled()
    return (await window.ok('item.get', { id: saved.id })).item
  }
  const sell: Shop['sell'] = (lines, changes = {}) =>
    window.ok('sale.complete', {
      lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
      tenders: [
        {
          method: '01',
          amount: lines.reduce(
            (sum, { item, quantity }) => sum + Math.ceil((item.price * quantity) / 100),
            0,
          ),
        },
      ],
      requestId: newRequest(),
      ...changes,
    })
  return { ...till, ...window, authority, appId, apiKey, settled, waitFor, stocked, sell }
}

/** One of something for a whole file, or a whole `describe`: for tests that do not get in each other's way. */
export const shared = <T>(start: (cleanUp: CleanUp) => Promise<T>): (() => T) => {
  const endings: Parameters<CleanUp>[0][] = []
  let started: T | undefined
  beforeAll(async () => {
    started = await start((work) => void endings.unshift(work))
  })
  afterAll(async () => {
    for (const end of endings) await end()
  })
  return () => started as T
}
