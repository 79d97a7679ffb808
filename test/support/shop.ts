/** A real core on a folder of its own, connected to a practice authority that was started apart from it. */
import { copyFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, vi } from 'vitest'
import { type PracticeOptions, startPracticeAuthority } from '../../core/authority/practice/server.ts'
import type { StartHub } from '../../core/base/hubProcess.ts'
import type { Ports, Secrets } from '../../core/base/ports.ts'
import type { Reply } from '../../core/contract/errors.ts'
import type { ProfileEvent } from '../../core/contract/events.ts'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import type { CreateProfile, Host } from '../../core/host/host.ts'
import { openHost } from '../../core/host/openHost.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import type { Timing } from '../../core/queue/timing.ts'
import { whole } from '../../db/profile/payloads.ts'
import type { ProfileSchema } from '../../db/profile/schema.ts'
import { ourStock, type TheirStock, unequalStock } from './equalStock.ts'
import { temporaryFolder } from './folder.ts'
import { memoryLog } from './server.ts'
import { openWindow } from './window.ts'

export const taxpayer = 'P051000001K'

/** The queue's pauses in moments instead of half minutes. */
export const quick: Partial<Timing> = {
  retryMs: 30,
  retryCapMs: 120,
  lookUpMs: 15,
  uncertainMs: 200,
  shortMs: 15,
  probeMs: 60_000,
  probeUnreachableMs: 40,
  signatureMs: 60_000,
  pauseRetryMs: 60_000,
  hurryMs: 0,
  // A busy machine may take seconds for an answer.
  answerMs: 20_000,
}

type Body = Record<string, unknown>
export interface Recorded {
  number: number
  request: Body & { itemList: Body[] }
}
/** The documents that the authority has accepted, in order. */
export interface AuthorityLedger {
  sales: (Recorded & { receipt: Body })[]
  purchases: Recorded[]
  stockRecords: Recorded[]
  stock: TheirStock[]
  items: { itemCd: string; request: Body }[]
  records: { kind: string; code: string; request: Body }[]
}

export const salePaths = ['saveTrnsSalesOsdc']
export const lookUpPaths = ['selectInvoiceDetails']
export const stockPaths = ['insertStockIO']

export interface TestAuthority {
  url: string
  tokenUrl: string
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>
  ledger(): Promise<AuthorityLedger>
  /** These faults instead of those before. */
  faults(...faults: object[]): Promise<void>
  /** Refuses connections, or takes them again. */
  offline(offline: boolean): Promise<void>
  /** What a fault delays takes effect now. */
  hurry(): Promise<void>
  /** How often a call was asked for. */
  asked(call: string): Promise<number>
  /** The next number of one of its counters. */
  next(kind: string): Promise<number>
}

export const startAuthority = async (options: PracticeOptions): Promise<TestAuthority> => {
  const server = await startPracticeAuthority(options)
  onTestFinished(() => server.close())
  const control: TestAuthority['control'] = async (method, path, body) => {
    const init = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    const answer = await fetch(`${server.controlUrl}/${path}`, { method, ...init })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  const state = () =>
    control<{
      calls: Record<string, number>
      counters: { scope: string; kind: string; next: number }[]
    }>('GET', 'state')
  return {
    url: server.url,
    tokenUrl: server.tokenUrl,
    control,
    ledger: () => control<AuthorityLedger>('GET', 'ledger'),
    faults: async (...faults) => void (await control('PUT', 'faults', faults)),
    offline: async (offline) => void (await control('POST', 'offline', { offline })),
    hurry: async () => void (await control('POST', 'hurry')),
    asked: async (call) => (await state()).calls[call] ?? 0,
    next: async (kind) => (await state()).counters.find((counter) => counter.kind === kind)?.next ?? 1,
  }
}

const connectionTo = (
  authority: TestAuthority,
  { dialect = 'legacy', branchId = '00', deviceSerial = `KAU-${branchId}` }: ShopOptions,
): CreateProfile => ({
  kind: 'device',
  connection: {
    name: 'Mfano Traders',
    environment: 'sandbox',
    authorityUrl: authority.url,
    dialect,
    taxpayerPin: taxpayer,
    branchId,
    deviceSerial,
    ...(dialect === 'gateway'
      ? {
          gateway: {
            tokenUrl: authority.tokenUrl,
            consumerKey: 'consumer-key',
            consumerSecret: 'consumer-secret',
            apigeeAppId: '00000000-0000-4000-8000-000000000000',
          },
        }
      : {}),
  },
})

export interface ShopOptions extends Partial<Pick<PracticeOptions, 'dialect' | 'checks'>> {
  timing?: Partial<Timing>
  timeouts?: { connectMs: number; answerMs: number }
  ports?: Partial<Ports>
  initialised?: boolean
  /** One that is there already, which the shop shares with another. */
  authority?: TestAuthority
  branchId?: string
  /** Of a second till on one branch. */
  deviceSerial?: string
  /** Starts the hub on its computer. */
  startHub?: StartHub
}

export type Row = {
  [K in keyof ProfileSchema['submission']]: ProfileSchema['submission'][K] extends infer T
    ? Unwrapped<T>
    : never
}
type Unwrapped<T> = T extends { readonly __select__: infer S } ? S : T
export type AttemptRow = {
  submission_id: number
  action: 'send' | 'lookUp'
  authority_number: number | null
  outcome: string | null
  code: string | null
  text: string | null
}

export interface Goods {
  id: number
  price: number
}

export interface Shop {
  authority: TestAuthority
  appId: string
  apiKey: string
  dataDir: string
  log: ReturnType<typeof memoryLog>
  events: ProfileEvent[]
  /** By name, as the machine would keep them. */
  secrets: Map<string, string>
  host(): Host
  reply<N extends OperationName>(name: N, input?: InputOf<N>): Promise<Reply<OutputOf<N>>>
  /** The answer of a call that must succeed. */
  call<N extends OperationName>(name: N, input?: InputOf<N>): Promise<OutputOf<N>>
  /** The reply of a call of other software. */
  software<N extends OperationName>(name: N, input: unknown): Promise<Reply<OutputOf<N>>>
  /** An item with so many whole units on the shelf, queued. */
  goods(changes?: Partial<InputOf<'item.save'>> & { stock?: number }): Promise<Goods>
  /** Sells some of each; answers the document. */
  sell(items: Goods | Goods[], quantity?: number): Promise<OutputOf<'sale.complete'>>
  /** The row of a document. */
  rowOf(invoiceId: number): Row
  rows(where?: string): Row[]
  attemptsOf(submissionId: number): AttemptRow[]
  /** Reads the database beside the core. */
  read<R>(sql: string): R[]
  /** Waits until a document is in this state. */
  becomes(invoiceId: number, state: Row['state']): Promise<Row>
  /** Waits until nothing is owed but what a person must see to. */
  settled(timeout?: number): Promise<void>
  close(): Promise<void>
  open(): Promise<void>
  restart(): Promise<void>
  /** Changes the database while the core is closed. */
  tamper(sql: string): void
  /** Stores the payloads as text, as earlier versions did, for a statement that reads or changes them. */
  unpack(): void
  /** Copies the database of a closed core aside, and back. */
  copyAside(): void
  /** As if that database were another disk's, with the journal that lies beside it or without. */
  copyBack(options: { withJournal: boolean }): void
}

const practiceOptions = ({ dialect = 'legacy', checks = 'strict' }: ShopOptions): PracticeOptions => ({
  dialect,
  checks,
})

let requests = 0

/** A shop whose owner is at the window and whose device is initialised. */
export const openShop = async (options: ShopOptions = {}): Promise<Shop> => {
  const { timing, timeouts, ports, initialised = true } = options
  const authority = options.authority ?? (await startAuthority(practiceOptions(options)))
  const folder = temporaryFolder()
  const log = memoryLog()
  const events: ProfileEvent[] = []
  const secrets = new Map<string, string>()
  const keep: Secrets = {
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, value) => void secrets.set(name, value),
    remove: async (name) => void secrets.delete(name),
  }
  const launch = async () => {
    const opened = await openHost({
      dataDir: folder.path,
      ports: { ...nodePorts(folder.path, log), secrets: keep, ...ports },
      timing: { ...quick, ...timing },
      timeouts: timeouts ?? { connectMs: 2_000, answerMs: 2_000 },
      startHub: options.startHub,
    })
    opened.subscribe((event) => events.push(event))
    return opened
  }
  let host = await launch()
  let closed = false
  let reader: { db: Sqlite.Database; ino: number } | undefined
  const stopReading = () => {
    reader?.db.close()
    reader = undefined
  }
  const close = async () => {
    stopReading()
    if (!closed) await host.close()
    closed = true
  }
  onTestFinished(async () => {
    await close()
    folder.remove()
  })
  const ask = openWindow(() => host, 'window')
  const reply: Shop['reply'] = async (name, input) => (await ask(name, structuredClone(input ?? {}))) as never
  const call: Shop['call'] = async (name, input) => {
    const answer = await reply(name, input)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.data
  }
  const { id: appId, apiKey } = await host.createProfile(connectionTo(authority, options))
  const file = join(folder.path, 'apps', appId, 'till.db')
  const change = (work: (db: Sqlite.Database) => void): void => {
    const db = new Sqlite(file)
    try {
      work(db)
    } finally {
      db.close()
    }
  }
  // Kept open while the core is: tests poll, and each opening reads the whole schema. A restore brings another file.
  const read: Shop['read'] = (sql) => {
    const { ino } = statSync(file)
    if (reader?.ino !== ino) stopReading()
    reader ??= { db: new Sqlite(file, { readonly: true }), ino }
    const rows = reader.db.prepare(sql).all()
    if (closed) stopReading()
    return rows as never
  }
  const rows: Shop['rows'] = (where = '1') =>
    read<Row>(`select * from submission where ${where} order by id`).map(whole)
  const rowOf: Shop['rowOf'] = (invoiceId) => rows(`invoice_id = ${invoiceId}`)[0]!
  const open = async () => {
    host = await launch()
    closed = false
    const { people } = await call('workspace.state')
    await call('session.unlock', { userId: people[0]!.id, pin: '471362' })
  }
  const aside = join(folder.path, 'aside.db')

  await call('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
  // It leaves to the authority what may be sold: the queue has to do with its refusals.
  await call('settings.save', { blockBelowStock: false })
  if (initialised) await call('device.initialize', {})
  return {
    authority,
    appId,
    apiKey,
    dataDir: folder.path,
    log,
    events,
    secrets,
    host: () => host,
    reply,
    call,
    software: async (name, input) =>
      (await host.callRest(host.verifyApiKey(apiKey), name, structuredClone(input))) as never,
    goods: async ({ stock = 100_000, ...changes } = {}) => {
      const item = await call('item.save', {
        name: 'Soap',
        taxType: 'B',
        price: 11_600,
        itemClass: '5313160900',
        ...changes,
      })
      if (stock > 0 && item.type !== '3')
        await call('stock.adjust', { kind: 'opening', lines: [{ itemId: item.id, quantity: stock * 100 }] })
      return { id: item.id, price: item.price }
    },
    sell: (items, quantity = 1) => {
      const list = [items].flat()
      requests += 1
      return call('sale.complete', {
        lines: list.map(({ id }) => ({ itemId: id, quantity: quantity * 100 })),
        tenders: [{ method: '01', amount: list.reduce((sum, { price }) => sum + price * quantity, 0) }],
        requestId: `request-${process.pid}-${requests}`,
      })
    },
    rowOf,
    rows,
    attemptsOf: (id) => read<AttemptRow>(`select * from attempt where submission_id = ${id} order by id`),
    read,
    becomes: (invoiceId, state) =>
      vi.waitFor(
        () => {
          const row = rowOf(invoiceId)
          expect(row.state, `${row.last_code} ${row.last_text}`).toBe(state)
          return row
        },
        { timeout: 10_000, interval: 10 },
      ),
    settled: (timeout = 15_000) =>
      vi.waitFor(
        () => {
          const waiting = rows(`state in ('queued', 'sending', 'unknown') and blockers = 0`)
          expect(waiting.map(({ title, state, last_text }) => ({ title, state, last_text }))).toEqual([])
        },
        { timeout, interval: 15 },
      ),
    close,
    open,
    restart: async () => {
      await close()
      await open()
    },
    tamper: (sql) => change((db) => void db.exec(sql)),
    unpack: () =>
      change((db) => {
        const plain = db.prepare('update submission set payload = ?, packed = null where id = ?')
        for (const { id, payload } of rows()) plain.run(payload, id)
      }),
    copyAside: () => copyFileSync(file, aside),
    copyBack: ({ withJournal }) => {
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
      copyFileSync(aside, file)
      if (!withJournal) rmSync(join(folder.path, 'journal'), { recursive: true, force: true })
    },
  }
}

/** Nothing waits, and the stock of the shop's branch is the authority's. */
export const expectEqualStock = async (shop: Shop, branchId?: string): Promise<void> => {
  await shop.settled()
  const { stock } = await shop.authority.ledger()
  expect(unequalStock(shop.read(ourStock), stock, branchId)).toEqual([])
}

/** The rules between till and authority: nothing lost, nothing twice, in order, without a gap. */
export const expectInStep = async (shop: Shop, { first = 1 } = {}): Promise<AuthorityLedger> => {
  const ledger = await shop.authority.ledger()
  const accepted = shop.rows("state = 'accepted' and lane = 'sales'")
  const ours = accepted
    .map(({ authority_number, title, amount }) => ({
      number: authority_number,
      title,
      total: Math.abs(amount ?? 0),
    }))
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0))
  const theirs = ledger.sales.map(({ number, request }) => ({
    number,
    title: request['trdInvcNo'],
    total: Math.round(Number(request['totAmt']) * 100),
  }))
  expect(theirs).toEqual(ours)
  expect(ledger.sales.map(({ number }) => number)).toEqual(ledger.sales.map((_, index) => index + first))
  expect(new Set(theirs.map(({ title }) => title)).size).toBe(theirs.length)
  const signed = shop.read<{ authority_number: number; signature: string }>(
    'select authority_number, signature from signature where signature is not null and entered_by is null',
  )
  const signatures = new Map(ledger.sales.map(({ number, receipt }) => [number, receipt['rcptSign']]))
  for (const { authority_number, signature } of signed)
    expect(signature).toBe(signatures.get(authority_number))
  const records = shop
    .rows("state = 'accepted' and kind = 'stockRecord'")
    .map(({ authority_number }) => authority_number)
    .sort((a, b) => (a ?? 0) - (b ?? 0))
  expect(ledger.stockRecords.map(({ number }) => number)).toEqual(records)
  return ledger
}
