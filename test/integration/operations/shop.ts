/** A shop for tests: the real core on a folder of its own, with a strict practice authority as the other side. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, vi } from 'vitest'
import {
  type PracticeOptions,
  startPracticeAuthority,
} from '../../../core/authority/practice/server.ts'
import type { Failure, Reply } from '../../../core/contract/errors.ts'
import {
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
} from '../../../core/contract/index.ts'
import type { CreateApp, Host } from '../../../core/host.ts'
import { nodePorts } from '../../../core/nodePorts.ts'
import { openHost } from '../../../core/openHost.ts'
import type { Ports } from '../../../core/ports.ts'
import type { Timing } from '../../../core/queue/timing.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'

/** The queue's pauses in moments instead of half minutes. */
const quick: Partial<Timing> = {
  retryMs: 40,
  retryCapMs: 200,
  lookUpMs: 20,
  shortMs: 10,
  probeMs: 60_000,
  probeUnreachableMs: 50,
  answerMs: 4_000,
}

type Body = Record<string, unknown>
export interface Entry {
  number: number
  request: Body & { itemList: Body[] }
}
/** What the authority has accepted. */
export interface Ledger {
  sales: (Entry & { receipt: Body })[]
  stockRecords: Entry[]
  stock: { itemCd: string; onHand: number; soldNotMoved: number }[]
  items: { itemCd: string; request: Body }[]
  records: { kind: string; code: string; request: Body }[]
}
/** What the stock masters say. */
export const mastersIn = ({ records }: Ledger): Body[] =>
  records.filter(({ kind }) => kind === 'stockMaster').map(({ request }) => request)

export interface Authority {
  url: string
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>
  ledger(): Promise<Ledger>
  /** Refuses connections, or takes them again. */
  offline(offline: boolean): Promise<void>
}

/** When what was started ends: with its test, unless a whole file shares it. */
type CleanUp = (work: () => Promise<void>) => void

/** A practice authority of its own, gone when the test is over. */
export const startAuthority = async (
  options: Partial<PracticeOptions> = {},
  cleanUp: CleanUp = onTestFinished,
): Promise<Authority> => {
  const server = await startPracticeAuthority({ dialect: 'legacy', checks: 'strict', ...options })
  cleanUp(() => server.close())
  const control: Authority['control'] = async (method, path, body) => {
    const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const answer = await fetch(`${server.controlUrl}/${path}`, { method, ...init })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  return {
    url: server.url,
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
  call<N extends OperationName>(name: N, input?: InputOf<N>): Promise<Reply<OutputOf<N>>>
  /** The answer of a call that must succeed. */
  ok<N extends OperationName>(name: N, input?: InputOf<N>): Promise<OutputOf<N>>
  /** The failure of a call that must not. */
  fails<N extends OperationName>(name: N, input?: unknown): Promise<Failure>
}

const windowOf = (hostOf: () => Host, client: string): Window => {
  const call = async (name: OperationName, input: unknown = {}) =>
    checked(name, await hostOf().call(client, name, structuredClone(input)))
  return {
    call: (name, input) => call(name, input) as never,
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
  restart(): Promise<void>
  log: ReturnType<typeof memoryLog>
  /** Rows of an app's database, read from the file. */
  read<R>(appId: string, sql: string): R[]
  /** Tells whether anything at all in the databases has changed. */
  fingerprint(): string
}

export interface TillOptions {
  ports?: Partial<Ports>
  timing?: Partial<Timing>
  cleanUp?: CleanUp
}

/** A core on an empty folder. */
export const startTill = async ({
  ports = {},
  timing = {},
  cleanUp = onTestFinished,
}: TillOptions = {}): Promise<Till> => {
  const folder = temporaryFolder()
  const log = memoryLog()
  const open = () =>
    openHost({
      dataDir: folder.path,
      ports: { ...nodePorts(folder.path, log), ...ports },
      timing: { ...quick, ...timing },
      timeouts: { connectMs: 2_000, answerMs: 2_000 },
    })
  let host = await open()
  cleanUp(async () => {
    await host.close()
    folder.remove()
  })
  const window = (client: string) => windowOf(() => host, client)
  const withFile = <T>(file: string, read: (db: Sqlite.Database) => T): T => {
    const db = new Sqlite(file, { readonly: true })
    try {
      return read(db)
    } finally {
      db.close()
    }
  }
  const fileOf = (appId: string) => join(folder.path, 'apps', appId, 'till.db')
  const hashOf = (file: string): string =>
    withFile(file, (db) => {
      const hash = createHash('sha256')
      const tables = db
        .prepare("select name from sqlite_master where type = 'table' and name not like 'item_search%'")
        .pluck()
        .all() as string[]
      for (const table of tables) hash.update(JSON.stringify(db.prepare(`select * from "${table}"`).all()))
      return hash.digest('hex')
    })
  return {
    ...window('window-1'),
    window,
    host: () => host,
    dataDir: folder.path,
    log,
    restart: async () => {
      await host.close()
      host = await open()
    },
    read: (appId, sql) => withFile(fileOf(appId), (db) => db.prepare(sql).all()) as never,
    fingerprint: () =>
      [join(folder.path, 'workspace.db'), ...host.apps().map(({ id }) => fileOf(id))]
        .filter((file) => existsSync(file))
        .map(hashOf)
        .join(),
  }
}

export const taxpayer = 'P051000001K'

export const connectionTo = (authority: { url: string }, changes = {}) => ({
  name: 'Mfano Traders',
  environment: 'sandbox' as const,
  authorityUrl: authority.url,
  dialect: 'legacy' as const,
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
  settled(): Promise<void>
  waitFor(state: () => Promise<boolean>): Promise<void>
  /** An item that the authority knows, with so many hundredths on the shelf. */
  stocked(
    item: Partial<InputOf<'item.save'>> & { onHand?: number },
  ): Promise<OutputOf<'item.save'>>
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

/** A shop with an owner (PIN 1234) at the window and a device that is initialised. */
export const startShop = async (
  options: TillOptions & { practice?: Partial<PracticeOptions>; initialised?: boolean } = {},
): Promise<Shop> => {
  const authority = await startAuthority(options.practice, options.cleanUp)
  const till = await startTill(options)
  const { id: appId, apiKey } = await till.host().createApp({
    kind: 'device',
    connection: connectionTo(authority),
  } as CreateApp)
  await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '1234' })
  if (options.initialised !== false) await till.ok('device.initialize', {})
  const settled = async () => {
    await vi.waitFor(
      async () => {
        const { waiting, lanes } = await till.ok('status.get')
        expect({ waiting, lanes }).toMatchObject({ waiting: 0 })
      },
      { timeout: 10_000, interval: 15 },
    )
  }
  const waitFor: Shop['waitFor'] = async (state) => {
    await vi.waitFor(async () => expect(await state()).toBe(true), { timeout: 10_000, interval: 15 })
  }
  const stocked: Shop['stocked'] = async ({ onHand, ...item }) => {
    names += 1
    const saved = await till.ok('item.save', { name: `Goods ${names}`, taxType: 'B', price: 116_00, ...item })
    if (onHand)
      await till.ok('stock.adjust', { kind: 'opening', lines: [{ itemId: saved.id, quantity: onHand }] })
    await settled()
    return (await till.ok('item.get', { id: saved.id })).item
  }
  const sell: Shop['sell'] = (lines, changes = {}) =>
    till.ok('sale.complete', {
      lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
      tenders: [
        {
          method: '01',
          amount: lines.reduce((sum, { item, quantity }) => sum + Math.ceil((item.price * quantity) / 100), 0),
        },
      ],
      requestId: newRequest(),
      ...changes,
    })
  return { ...till, authority, appId, apiKey, settled, waitFor, stocked, sell }
}
