/** A till to measure: the real core on a folder of its own, its owner unlocked. */
import { join } from 'node:path'
import type { InputOf, OperationName, OutputOf } from '../../core/contract/index.ts'
import type { Host } from '../../core/host.ts'
import { startTestHost } from '../support/host.ts'

/** The window that calls. */
export const client = 'bench'
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

/** Without an authority its device is not initialised and nothing is sent: only the till is measured. */
export const openTill = async (authorityUrl = nowhere): Promise<BenchTill> => {
  const { host, dataDir, [Symbol.asyncDispose]: dispose } = await startTestHost()
  const { id } = await host.createApp({
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
  const till: BenchTill = {
    host,
    file: join(dataDir, 'apps', id, 'till.db'),
    dataDir,
    ask: (name, input) => answered(name, host.call(client, name, input)),
    [Symbol.asyncDispose]: dispose,
  }
  await till.ask('workspace.createOwner', { name: 'Bench', pin: '1357' })
  return till
}
