/** A till whose computer can be the hub, as the desktop starts one. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { HubProcess, StartHub } from '../../../core/base/hubProcess.ts'
import type { Clock } from '../../../core/base/ports.ts'
import { addressesOf } from '../../../core/hub/addresses.ts'
import { readHubFlags } from '../../../core/hub/flags.ts'
import { type Hub, openHub } from '../../../core/hub/openHub.ts'
import { openDoor } from '../../../core/hub/server.ts'
import { writeDoorNote } from '../../../core/link/doorNote.ts'
import { startHubProcess } from '../../../core/platform/hubProcess.ts'
import { nodePorts, systemClock } from '../../../core/platform/nodePorts.ts'
import { type FreshDatabase, freshDatabase, ownPrograms } from '../../support/postgres.ts'
import { openShop, type Shop, type ShopOptions } from '../../support/shop.ts'
import { inTime, quickLink } from './branch.ts'
import { memoryLog, quickSigning } from './openDoor.ts'

export interface OwnHub {
  shop: Shop
  /** The hub's processes, in the order of their starts. */
  children: HubProcess[]
  /** What the hub wrote for people or its log, line by line. */
  said: string[]
  /** The hub, if it works in this process. */
  hub(): Hub
  /** Waits until the hub on this computer works. */
  isOn(): Promise<void>
}

/** Tests that run at once must not meet at the hub's usual port. */
const withPort = (args: readonly string[], port: number): string[] =>
  args.map((each, index) => (args[index - 1] === '--port' ? `${port}` : each))

/** A database of the shared server for each folder of a hub. It is lost with the folder, and moves with it. */
const sharedDatabases = () => {
  const made: FreshDatabase[] = []
  onTestFinished(async () => {
    for (const { drop } of made) await drop()
  })
  return async (folder: string): Promise<string> => {
    const note = join(folder, 'database')
    if (existsSync(note)) return readFileSync(note, 'utf8')
    const fresh = await freshDatabase(ownPrograms())
    made.push(fresh)
    mkdirSync(folder, { recursive: true })
    writeFileSync(note, fresh.url)
    return fresh.url
  }
}

interface Here {
  opened(hub: Hub, port: number): void
  said: string[]
  clock: Clock
  /** Where the hub of a folder has its database; absent: in a server of its own. */
  databaseOf?: ((folder: string) => Promise<string>) | undefined
}

/** A hub in this process, which waits for moments where others wait for minutes. */
const startHere = ({ opened, said, clock, databaseOf }: Here): StartHub => {
  return (args) => {
    const { data = '', environment, listen, port } = readHubFlags([...args])
    const over = Promise.withResolvers<number>()
    const lines: ((line: string, isForPeople: boolean) => void)[] = []
    const say = (line: string, isForPeople: boolean) => {
      for (const listener of lines) listener(line, isForPeople)
    }
    const log = memoryLog(said)
    const work = async () => {
      const folder = join(data, 'hub')
      const ports = { ...nodePorts(folder, log), clock }
      const database = await databaseOf?.(folder)
      const hub = await openHub({
        ...{ dataDir: data, environment, ports, signing: quickSigning },
        ...(database !== undefined && { database }),
      })
      // As the program does. A connection of another test may have the port for a moment.
      const door = await openDoor({ hub, port, listen }).catch(async (error: unknown) => {
        await hub.close()
        throw error
      })
      opened(hub, door.port)
      door.codes.make()
      writeDoorNote(folder, { hub: hub.id, pin: door.pin, port: door.port, listen })
      say(JSON.stringify({ ready: true, addresses: addressesOf(listen, door.port) }), false)
      return async () => {
        await door.close()
        await hub.close()
      }
    }
    const running = work()
    running.catch((error: Error) => {
      say(error.message, true)
      over.resolve(1)
    })
    return {
      onLine: (listener) => void lines.push(listener),
      onEnd: (listener) => void over.promise.then(listener),
      end: () => void running.then((close) => close()).then(() => over.resolve(0)),
      kill: () => undefined,
    }
  }
}

export interface OwnHubOptions {
  /** Of a hub in this process. */
  hubClock?: Clock
  /** A hub in this process starts a PostgreSQL server of its own, which takes seconds. */
  hasServer?: boolean
}

/** `asProcess`: the hub is a process of its own, which can be killed. */
export const openOwnHub = async (
  options: ShopOptions & OwnHubOptions & { asProcess?: boolean } = {},
): Promise<OwnHub> => {
  const [children, said]: [HubProcess[], string[]] = [[], []]
  let hub: Hub | undefined
  /** The port of its first start is that of each later one. */
  let port = 0
  const here = startHere({
    opened: (started, at) => {
      hub = started
      port = at
    },
    said,
    clock: options.hubClock ?? systemClock,
    databaseOf: options.hasServer ? undefined : sharedDatabases(),
  })
  const startHub: StartHub = (args) => {
    const child = (options.asProcess ? startHubProcess : here)(withPort(args, port))
    if (options.asProcess) child.onLine((line, isForPeople) => void (isForPeople && said.push(line)))
    children.push(child)
    return child
  }
  const shop = await openShop({ timing: { link: quickLink }, ...options, startHub })
  // PostgreSQL has another user than a test that runs as root.
  chmodSync(shop.dataDir, 0o711)
  const isOn = () =>
    vi.waitFor(
      async () => {
        const { state, failure } = await shop.call('hub.thisComputer.state')
        expect({ state, failure }, failure?.text).toEqual({ state: 'on', failure: null })
      },
      { ...inTime, timeout: 60_000 },
    )
  return {
    shop,
    children,
    said,
    hub: () => {
      if (!hub) throw new Error('The hub works in a process of its own')
      return hub
    },
    isOn,
  }
}
