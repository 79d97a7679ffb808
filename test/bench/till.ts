/** A till to measure: the real core on a folder of its own, its owner unlocked. */
import { join } from 'node:path'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import type { Host } from '../../core/host/host.ts'
import { startTestHost } from '../support/host.ts'
import { openWindow } from '../support/window.ts'

/** The window that calls. */
const client = 'bench'
export const ownerPin = '471362'
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9/etims-api'

export interface BenchTill extends AsyncDisposable {
  host: Host
  /** The app's database. */
  file: string
  dataDir: string
  /** Calls as the window does; throws when the answer is a failure. */
  ask<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
}

const answered = async <T>(name: string, reply: ReturnType<Host['call']>): Promise<T> => {
  const result = await reply
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
  return result.data as T
}

/** Makes an owner, whose window is unlocked, and an app; answers the app's id. */
export const furnish = async (host: Host, authorityUrl = nowhere): Promise<string> => {
  const { id } = await host.createProfile({
    kind: 'device',
    connection: {
      name: 'Bench',
      environment: 'sandbox',
      authorityUrl,
      dialect: 'legacy',
      taxpayerPin: 'P051234567X',
      branchId: '00',
      deviceSerial: 'BENCH-1',
    },
  })
  await answered(
    'workspace.createOwner',
    host.call(client, 'workspace.createOwner', { name: 'Bench', pin: ownerPin }),
  )
  // No finger touches it while it is measured.
  await answered('workspace.setLockAfter', host.call(client, 'workspace.setLockAfter', { minutes: 0 }))
  return id
}

/** Calls as the window does; throws when the answer is a failure. */
export const windowOf = (host: Host): BenchTill['ask'] => {
  const ask = openWindow(() => host, client)
  return (name, input) => answered(name, ask(name, input))
}

/** The database of the profile with that id. */
export const databaseOf = (dataDir: string, appId: string): string => join(dataDir, 'apps', appId, 'till.db')

/** Without an authority its device is not initialised and nothing is sent: only the till is measured. */
export const openTill = async (authorityUrl?: string): Promise<BenchTill> => {
  const { host, dataDir, [Symbol.asyncDispose]: dispose } = await startTestHost()
  return {
    host,
    file: databaseOf(dataDir, await furnish(host, authorityUrl)),
    dataDir,
    ask: windowOf(host),
    [Symbol.asyncDispose]: dispose,
  }
}
