/** A till without a window, linked to the hub of a story: it sends what the story wants. */
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Fields } from '../../core/contract/hub/shared.ts'
import type { PairAnswer, SharedKind, Wish } from '../../core/contract/hub/wire.ts'
import { plainCode } from '../../core/contract/hubLink.ts'
import { createHubClient } from '../../core/link/client.ts'
import { readDoorNote } from '../../core/link/doorNote.ts'
import { keyName, proofLength, publicOf } from '../../core/link/identity.ts'
import { createSession } from '../../core/link/session.ts'
import { expect } from './till.ts'

export interface OtherTill {
  /** Sends a wish about a thing of the hub; `base`: the versions that its person saw. */
  wish(kind: SharedKind, uid: string, set: Fields, base?: Wish['base']): Promise<void>
  close(): void
}

const appId = 'other'

/** `dataDir`: where the hub was started. `code`: as it shows it. */
export async function linkOther(dataDir: string, code: string, branch = '00'): Promise<OtherTill> {
  const note = readDoorNote(join(dataDir, 'hub'))
  if (!note) throw new Error('no hub was started there')
  const client = createHubClient(note.pin, [`127.0.0.1:${note.port}`])
  const { privateKey } = generateKeyPairSync('ed25519')
  const heard = await client.send({
    method: 'POST',
    path: '/pair',
    body: {
      ...{ secret: plainCode(code).slice(proofLength), publicKey: publicOf(privateKey), app: appId },
      ...{
        name: 'T9',
        environment: 'sandbox',
        taxpayerPin: 'P051234567X',
        branch,
        forkedAt: null,
        earlier: null,
      },
    },
  })
  expect(heard).toMatchObject({ status: 200 })
  const { hub, origin } = (heard as { body: PairAnswer }).body
  const kept = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const session = createSession({
    client,
    secrets: { get: async (name) => (name === keyName(appId) ? kept : null) },
    clock: { monotonic: () => performance.now() },
    ...{ appId, hub, origin },
  })
  let [seq, before] = [0, '0'.repeat(64)]
  return {
    wish: async (kind, uid, set, base = {}) => {
      seq += 1
      const [at, who] = [Date.now(), 'Otieno']
      const wish: Wish = { uid: randomUUID(), of: { kind, uid }, base, set, who, at }
      const content = JSON.stringify(wish)
      const row = ['kaunta.audit.1', before, 1, seq, at, 'wish', 'x', null, who, content]
      before = createHash('sha256').update(JSON.stringify(row)).digest('hex')
      const fact = { v: 1, seq, at, kind: 'wish', subject: 'x', rowId: null, who, content, hash: before }
      const facts = [{ ...fact, rows: null, uids: { items: {}, customers: {} } }]
      const outcome = await session.call({ method: 'POST', path: '/facts', body: { protocol: 1, facts } })
      expect(outcome).toMatchObject({ status: 200, body: { seq } })
    },
    close: client.close,
  }
}
