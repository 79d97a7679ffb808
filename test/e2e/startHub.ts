/** A hub for a story: a real process with PostgreSQL. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createHubClient } from '../../core/link/client.ts'
import { adminSecret, readDoorNote } from '../../core/link/doorNote.ts'
import { fileSecrets } from '../../core/platform/secrets.ts'
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

/** What a person at the hub's own computer asks of it. `dataDir`: where the hub was started. */
export const askHub = async <T>(dataDir: string, path: string, body?: object): Promise<T> => {
  const folder = join(dataDir, 'hub')
  const note = readDoorNote(folder)
  if (!note) throw new Error('no hub was started there')
  const bearer = (await fileSecrets(folder).get(adminSecret)) ?? ''
  const client = createHubClient(note.pin, [`127.0.0.1:${note.port}`])
  const heard = await client.send({ method: 'POST', path: `/admin/${path}`, bearer, ...(body && { body }) })
  client.close()
  if (heard.is !== 'answered' || heard.status !== 200) throw new Error(`the hub refused ${path}`)
  return heard.body as T
}
