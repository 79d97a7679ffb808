/** A hub for a story: a real process with PostgreSQL. */
import { chmodSync } from 'node:fs'
import { startProcess } from '../support/process.ts'
import { bundleOf } from '../support/tillBundle.ts'

export interface Hub {
  address: string
  code: string
  port: number
  kill(): Promise<void>
  stop(): Promise<unknown>
}

/** The hub of a branch on a computer of its own, or on the one of the till in that folder. `port`: 0 is any free one. */
export const startHub = async (dataDir: string, port = 0): Promise<Hub> => {
  // PostgreSQL has another user than a test that runs as root.
  chmodSync(dataDir, 0o711)
  const flags = [
    '--data',
    dataDir,
    '--environment',
    'sandbox',
    '--listen',
    '127.0.0.1',
    '--port',
    String(port),
  ]
  const hub = await startProcess<{ addresses: string[]; code: string }>(bundleOf('core/hub/main.ts'), flags)
  const { addresses, code } = hub.ready
  const [address = ''] = addresses
  return { address, code, port: Number(address.split(':').at(-1)), kill: hub.kill, stop: hub.stop }
}
