/** A hub with its door on a fresh database, and tills that come to it. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Clock, Log, Secrets } from '../../../core/base/ports.ts'
import { plainCode } from '../../../core/contract/hubLink.ts'
import type { Page } from '../../../core/http/pages.ts'
import { type Hub, openHub } from '../../../core/hub/openHub.ts'
import { type OpenDoor, openDoor } from '../../../core/hub/server.ts'
import { createHubClient, type HubClient } from '../../../core/link/client.ts'
import { type Pairing, pair } from '../../../core/link/pairing.ts'
import { createSession, type Session } from '../../../core/link/session.ts'
import { nodePorts, systemClock } from '../../../core/platform/nodePorts.ts'
import { timing } from '../../../core/queue/timing.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import type { Programs } from '../../../db/hub/programs.ts'
import { type HubLinkRow, hubLinkRow } from '../../../db/profile/hubLink.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { freshDatabase, openFolder } from '../../support/postgres.ts'
import { quick } from '../../support/shop.ts'

export const memorySecrets = (): Secrets & { kept: Map<string, string> } => {
  const kept = new Map<string, string>()
  return {
    kept,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
}

/** Every line that was logged, as text. */
export const memoryLog = (lines: string[] = []): Log & { lines: string[] } => {
  const note = (fields: object, message: string) => {
    const shown = JSON.stringify(fields, (_, value) =>
      value instanceof Error ? { message: value.message, stack: value.stack } : value,
    )
    lines.push(`${message} ${shown}`)
  }
  return { lines, debug: note, info: note, warn: note, error: note }
}

export interface TestHub {
  hub: Hub
  door: OpenDoor
  url: string
  address: string
  secrets: ReturnType<typeof memorySecrets>
  log: ReturnType<typeof memoryLog>
  /** A new code, without hyphens. */
  code(): string
  /** Asks as a program of the hub's own computer. */
  admin(path: string, body?: object): Promise<{ status: number; body: unknown }>
  /** Closes the door and the hub, and opens them again at the same port. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface HubWishes {
  environment?: 'sandbox' | 'production'
  wantsConfirmation?: boolean
  most?: number
  patienceMs?: number
  /** The built screens; absent: none. */
  pages?: Map<string, Page>
  secrets?: ReturnType<typeof memorySecrets>
  /** A server that is put back may have another port. */
  url?: string | (() => string)
  clock?: Clock
}

/** Moments where a hub waits for minutes. */
export const quickSigning = {
  timing: { ...timing, ...quick },
  seatTiming: { freshMs: 20, silenceMs: 400, againMs: 20, requestMs: 200 },
  timeouts: { connectMs: 2_000, answerMs: 2_000 },
}

export const startHub = async (programs: Programs, wishes: HubWishes = {}): Promise<TestHub> => {
  const { environment = 'production', secrets = memorySecrets(), url, clock = systemClock, ...rest } = wishes
  const fresh = url === undefined ? await freshDatabase(programs) : null
  const database = () => (typeof url === 'function' ? url() : (url ?? fresh?.url ?? ''))
  const data = openFolder()
  const log = memoryLog()
  const ports = { ...nodePorts(data.path, log), secrets, clock }
  const open = async (port: number) => {
    const hub = await openHub({
      dataDir: data.path,
      database: database(),
      environment,
      ports,
      signing: quickSigning,
    })
    return { hub, door: await openDoor({ hub, port, listen: '127.0.0.1', ...rest }) }
  }
  let opened = await open(0)
  const close = async () => {
    await started.door.close()
    await started.hub.close()
  }
  const started: TestHub = {
    ...opened,
    url: database(),
    address: `127.0.0.1:${opened.door.port}`,
    secrets,
    log,
    code: () => {
      started.door.codes.make()
      return plainCode(started.door.codes.shown()?.code ?? '')
    },
    admin: async (path, body) => {
      const client = createHubClient(started.door.pin, [started.address])
      const bearer = secrets.kept.get('hub.admin') ?? ''
      const request = { path: `/admin/${path}`, bearer, ...(body ? { body } : {}) }
      const heard = await client.send({ method: body ? 'POST' : 'GET', ...request })
      client.close()
      return heard.is === 'answered' ? heard : { status: 0, body: null }
    },
    restart: async () => {
      const { port } = started.door
      await close()
      opened = await open(port)
      Object.assign(started, opened)
    },
    close,
  }
  onTestFinished(async () => {
    await close()
    await fresh?.drop()
    data.remove()
  })
  return started
}

export interface TestTill {
  db: OpenDb
  secrets: ReturnType<typeof memorySecrets>
  appId: string
  link(): HubLinkRow
  pair(hub: Pick<TestHub, 'address' | 'code'>, how?: Partial<Pairing>): Promise<string | null>
  /** Requests with a token. */
  session(client?: Pick<HubClient, 'send'>): Session
  client(): HubClient
}

export const openTestTill = async (
  how: { branch?: string; environment?: 'sandbox' | 'production'; taxpayer?: string; name?: string } = {},
): Promise<TestTill> => {
  const db = openDb(':memory:')
  onTestFinished(() => db.close())
  await migrate(db, profileMigrations)
  const secrets = memorySecrets()
  const appId = randomUUID()
  const link = () => hubLinkRow(db) as HubLinkRow
  const client = () => {
    const made = createHubClient(link().pin, JSON.parse(link().addresses))
    onTestFinished(made.close)
    return made
  }
  return {
    db,
    secrets,
    appId,
    link,
    client,
    pair: (hub, more = {}) =>
      pair({
        db,
        secrets,
        row: {
          id: appId,
          environment: how.environment ?? 'production',
          taxpayer_pin: how.taxpayer ?? 'P051000001K',
          branch_id: how.branch ?? '00',
        },
        name: how.name ?? 'T1',
        address: hub.address,
        code: more.code ?? hub.code(),
        who: 'Amina',
        now: Date.now,
        ...more,
      }),
    session: (through = client()) =>
      createSession({
        client: through,
        secrets,
        clock: systemClock,
        appId,
        hub: link().hub,
        origin: link().origin,
      }),
  }
}

/** Opens the door of a hub again, at that port. */
export const reopen = async (hub: TestHub, port: number): Promise<OpenDoor> => {
  const door = await openDoor({ hub: hub.hub, port, listen: '127.0.0.1' })
  hub.address = `127.0.0.1:${door.port}`
  return door
}

/**
 * Passes everything to the hub, and its answers while `answers` is true; at most `loseAfter` parts of them. `away` lets
 * nothing through: an open connection would still bring a request to the hub, and lose its answer only.
 */
export const cuttingProxy = async (hub: TestHub) => {
  const open = new Set<() => void>()
  const away = () => {
    proxy.answers = false
    for (const end of open) end()
  }
  const proxy = { address: '', answers: true, loseAfter: Number.POSITIVE_INFINITY, lost: 0, away }
  const server = createServer((till) => {
    const there = connectTcp(hub.door.port, '127.0.0.1')
    const end = () => {
      open.delete(end)
      till.destroy()
      there.destroy()
    }
    open.add(end)
    till.on('error', end).on('close', end)
    there.on('error', end).on('close', end)
    till.on('data', (part) => there.write(part))
    there.on('data', (part) => {
      proxy.loseAfter -= 1
      if (proxy.answers && proxy.loseAfter >= 0) till.write(part)
      else {
        proxy.lost += 1
        end()
      }
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  proxy.address = `127.0.0.1:${(server.address() as { port: number }).port}`
  return proxy
}

/** A token of that till. */
export const tokenOf = async (till: TestTill): Promise<string> => {
  let token = ''
  const client = till.client()
  await till
    .session({
      send: (request) => {
        token = request.bearer ?? token
        return client.send(request)
      },
    })
    .call({ method: 'GET', path: '/hello' })
  return token
}
