/** A hub to measure: the real one, with a server of its own, and tills that come to its door. */
import { randomUUID } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../../core/base/ports.ts'
import { type Hub, openHub } from '../../core/hub/openHub.ts'
import { type OpenDoor, openDoor } from '../../core/hub/server.ts'
import { createHubClient } from '../../core/link/client.ts'
import { readDoorNote } from '../../core/link/doorNote.ts'
import { makeTillKey, publicOf } from '../../core/link/identity.ts'
import { createSession, type Session } from '../../core/link/session.ts'
import { nodePorts, systemClock } from '../../core/platform/nodePorts.ts'
import { pairTill } from '../../db/hub/door.ts'
import { startServer } from '../../db/hub/engine.ts'
import { type HubDb, makeDatabase, openHubDb } from '../../db/hub/postgres.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'

const quiet = () => undefined

const memorySecrets = (): Secrets => {
  const kept = new Map<string, string>()
  return {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
}

export interface CallingTill {
  id: number
  branch: number
  session: Session
}

export interface BenchHub extends AsyncDisposable {
  hub: Hub
  door: OpenDoor
  /** A temporary folder, which is gone with the hub. */
  folder: string
  address: string
  code(): string
  /** A till that exists as a key only. */
  till(name: string): Promise<CallingTill>
}

/** Lets tills in that exist as keys only. Their connections end with `clients`. */
const admit =
  (
    hub: { id: string; db: HubDb; pin: string; address: string },
    clients: DisposableStack,
  ): BenchHub['till'] =>
  async (name) => {
    const appId = randomUUID()
    const own = memorySecrets()
    const publicKey = publicOf(await makeTillKey(own, appId))
    const row = await pairTill(hub.db, {
      ...{ uid: randomUUID(), app: appId, publicKey, name, taxpayerPin: 'P051234567X', branch: '00' },
      ...{ forkedAt: null, earlier: null, confirmed: true, letInBy: null, at: Date.now() },
    })
    if (!row) throw new Error('The hub did not let the till in')
    const client = createHubClient(hub.pin, [hub.address])
    clients.defer(client.close)
    const by = { client, secrets: own, clock: systemClock, appId, hub: hub.id, origin: row.uid }
    return { id: row.id, branch: row.branch, session: createSession(by) }
  }

/** A hub in a process of its own, as on another computer, with a server of its own. */
export const startBenchHub = async (): Promise<Pick<BenchHub, 'till'> & { db: HubDb } & AsyncDisposable> => {
  await using begun = new AsyncDisposableStack()
  const folder = temporaryFolder()
  begun.defer(folder.remove)
  chmodSync(folder.path, 0o711)
  const server = await startServer({ folder: join(folder.path, 'server'), password: 'bench' })
  begun.defer(() => server.stop())
  await makeDatabase(server.url('postgres'), 'bench')
  const data = join(folder.path, 'data')
  const flags = ['--data', data, '--port', '0', '--database', server.url('bench')]
  const hub = await startProcess('core/hub/main.ts', flags)
  begun.defer(async () => void (await hub.stop()))
  const note = readDoorNote(join(data, 'hub'))
  if (!note) throw new Error('The hub left no note of its door')
  const db = openHubDb(server.url('bench'), () => undefined, 2)
  begun.defer(() => db.destroy())
  const clients = begun.use(new DisposableStack())
  const opened = begun.move()
  return {
    db,
    till: admit({ id: note.hub, db, pin: note.pin, address: `127.0.0.1:${note.port}` }, clients),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A hub in this process. */
export const openBenchHub = async (): Promise<BenchHub> => {
  await using begun = new AsyncDisposableStack()
  const folder = temporaryFolder()
  begun.defer(folder.remove)
  chmodSync(folder.path, 0o711)
  const secrets = memorySecrets()
  const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }
  const ports = { ...nodePorts(folder.path, log), secrets }
  const hub = await openHub({ dataDir: folder.path, environment: 'sandbox', ports })
  begun.defer(() => hub.close())
  const door = await openDoor({ hub, port: 0, listen: '127.0.0.1' })
  begun.defer(() => door.close())
  const clients = begun.use(new DisposableStack())
  const address = `127.0.0.1:${door.port}`
  const opened = begun.move()
  return {
    hub,
    door,
    folder: folder.path,
    address,
    code: () => {
      door.codes.make()
      return door.codes.shown()?.code ?? ''
    },
    till: admit({ id: hub.id, db: hub.db, pin: door.pin, address }, clients),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
