import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startClock } from './clock.ts'
import { controlServer } from './control.ts'
import { type Authority, exchange, report, send } from './exchange.ts'
import { armFaults } from './faults.ts'
import { seedDirectory } from './seed.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { openStore, type Store } from './store.ts'
import type { Taxpayer } from './taxpayers.ts'
import { type Dialect, htmlPage } from './wire.ts'

export type PracticeOptions = {
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly host?: '127.0.0.1'
  readonly dialect: Dialect
  readonly checks: 'strict' | 'loose'
  /** SQLite file; absent: in memory. */
  readonly file?: string
  readonly seed?: {
    readonly taxpayers?: readonly Taxpayer[]
    /** Serials with a predefined approval. Any other serial is approved. */
    readonly devices?: readonly { tin: string; bhfId: string; serial: string; approved: boolean }[]
  }
}

export type PracticeAuthority = {
  /** Base of the calls, as a client is configured with it. */
  readonly url: string
  readonly controlUrl: string
  readonly tokenUrl: string
  readonly port: number
  readonly close: () => Promise<void>
}

/** Starts a practice authority on loopback. Rejects if the port is in use or the file cannot be opened. */
export async function startPracticeAuthority(options: PracticeOptions): Promise<PracticeAuthority> {
  const host = options.host ?? '127.0.0.1'
  const store = openStore(options.file)
  const seed = () => sow(store, options.seed)
  seed()
  let settings = readSettings(store)
  const authority: Authority = {
    dialect: options.dialect,
    strict: options.checks === 'strict',
    store,
    clock: startClock(Number(readValue(store, 'skewMs') ?? 0)),
    faults: armFaults(),
    settings: () => settings,
    calls: new Map(),
    pending: new Map(),
  }
  const cancelPending = () => {
    for (const timer of authority.pending.keys()) clearTimeout(timer)
    authority.pending.clear()
  }

  const server = authorityServer(authority)
  const port = await listen(server, options.port ?? 0, host).catch((error: unknown) => {
    store.close()
    throw error
  })
  const setOffline = async (offline: boolean) => {
    if (offline === !server.listening) return
    await (offline ? stop(server) : listen(server, port, host))
  }

  const control = controlServer({
    authority,
    isOffline: () => !server.listening,
    setOffline,
    changeSettings: (changes) => {
      settings = settingsSchema.parse({ ...settings, ...changes })
      writeValue(store, 'settings', JSON.stringify(settings))
      writeValue(store, 'codesChangedAt', String(authority.clock.now()))
    },
    skewClock: (ms) => {
      authority.clock.skew(ms)
      writeValue(store, 'skewMs', String(ms))
    },
    reset: async () => {
      cancelPending()
      authority.faults.clear()
      authority.calls.clear()
      authority.clock.skew(0)
      store.transaction(store.clear)
      settings = readSettings(store)
      seed()
      await setOffline(false)
    },
  })
  const controlUrl = `${await control.listen({ host, port: 0 })}/control`

  const origin = `http://${host}:${port}`
  return {
    url: `${origin}${options.dialect === 'legacy' ? '/etims-api' : '/etims-oscu/api/v1'}`,
    controlUrl,
    tokenUrl: `${origin}/v1/token/generate`,
    port,
    close: async () => {
      cancelPending()
      await Promise.all([control.close(), stop(server)])
      store.close()
    },
  }
}

/** Plain `node:http`: the faults need the raw socket, and the listener must close and reopen on the same port. */
function authorityServer(authority: Authority): Server {
  return createServer((message, response) => {
    exchange(authority, message, response).catch((error: unknown) => {
      report(error)
      if (!response.headersSent) send(response, htmlPage(500))
    })
  })
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

function sow(store: Store, seed: PracticeOptions['seed']): void {
  store.transaction(() => {
    seedDirectory(store, seed?.taxpayers ?? [])
    for (const { tin, bhfId, serial, approved } of seed?.devices ?? []) {
      store.run(
        'INSERT INTO device (tin, bhf_id, serial, approved) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        tin,
        bhfId,
        serial,
        Number(approved),
      )
    }
  })
}

const readValue = (store: Store, name: string): string | undefined =>
  store.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', name)?.value

const writeValue = (store: Store, name: string, value: string): void =>
  store.run(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  )

const readSettings = (store: Store): Settings =>
  settingsSchema.parse(JSON.parse(readValue(store, 'settings') ?? '{}'))
