/** Links a till to a hub: checks the hub's key by the code, shows the hub its own, and notes both. */
import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/engine/sqlite.ts'
import { hubLinkRow, lastFork, lastPairing, linkTill } from '../../db/profile/hubLink.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Secrets } from '../base/ports.ts'
import { earlierPairing, factsPlace, type PairRequest, pairAnswer } from '../contract/hub/wire.ts'
import { connectTls, createHubClient, type Heard } from './client.ts'
import { failureIn } from './failure.ts'
import { makeTillKey, pinOf, proofLength, proofOf, publicOf, tillKey } from './identity.ts'

export interface Pairing {
  db: Db
  secrets: Secrets
  row: Pick<ProfileRow, 'id' | 'environment' | 'taxpayer_pin' | 'branch_id'>
  /** As the till is called now. */
  name: string
  /** A name or an address, with or without a port. */
  address: string
  /** 16 characters, as `plainCode` returns them. */
  code: string
  /** The owner. */
  who: string
  now(): number
}

export type PairingFailure =
  | 'unreachable'
  | 'wrongCode'
  | 'codeEnded'
  | 'otherEnvironment'
  | 'otherTaxpayer'
  | 'tooOld'
  | 'tooNew'
  | 'replaced'
  | 'notAHub'
  | 'failed'

/** Returns the key that the other end proved to hold; null: nothing answers there. */
const keyAt = (address: string): Promise<KeyObject | null> =>
  new Promise((resolve) => {
    connectTls(address, (_, socket) => {
      const key = socket?.getPeerX509Certificate()?.publicKey ?? null
      socket?.destroy()
      resolve(key)
    })
  })

const failureOf = (heard: Heard): PairingFailure => {
  // The key was right a moment ago.
  if (heard.is === 'silent') return 'unreachable'
  const code = failureIn(heard)
  if (code === 'wrongCode' || code === 'codeEnded' || code === 'otherEnvironment') return code
  if (code === 'otherTaxpayer' || code === 'tooOld' || code === 'replaced') return code
  if (code === 'notFound') return 'tooNew'
  return code === null ? 'notAHub' : 'failed'
}

const parsed = (text: string | null | undefined): PairRequest['forkedAt'] => {
  if (!text) return null
  const { origin, ...place } = JSON.parse(text) as { origin: string }
  return { origin, place: factsPlace.parse(place) }
}

/** Returns what the hub may know the till by. A till that just found a fork is another one at the hub from now on. */
export const knownBy = (db: Db): Pick<PairRequest, 'forkedAt' | 'earlier'> => {
  const link = hubLinkRow(db)
  const forkedAt = parsed(lastFork(db)?.forked_at)
  if (forkedAt) return { forkedAt, earlier: null }
  // A link of an older version noted no pairing.
  const noted = earlierPairing.safeParse(lastPairing(db)).data
  return { forkedAt, earlier: noted ?? (link ? { hub: link.hub, origin: link.origin, forkedAt } : null) }
}

/**
 * Pairs. The till sends nothing unless the first characters of the code prove the hub's key. Everything may be done
 * again after a lost answer. Rejects if the secrets or the database cannot be written.
 */
export const pair = async (by: Pairing): Promise<PairingFailure | null> => {
  const { db, secrets, row, name, address, code, who, now } = by
  const hubKey = await keyAt(address)
  if (!hubKey) return 'unreachable'
  if ((await proofOf(hubKey)) !== code.slice(0, proofLength)) return 'wrongCode'
  const known = knownBy(db)
  // A copy of this till has the same key.
  const kept = known.forkedAt ? null : await tillKey(secrets, row.id)
  const key = kept ?? (await makeTillKey(secrets, row.id))
  const publicKey = publicOf(key)
  const client = createHubClient(pinOf(hubKey), [address])
  try {
    const asked: PairRequest = {
      secret: code.slice(proofLength),
      publicKey,
      app: row.id,
      name,
      environment: row.environment,
      taxpayerPin: row.taxpayer_pin,
      branch: row.branch_id,
      ...known,
    }
    const heard = await client.send({ method: 'POST', path: '/pair', body: asked })
    const answer = heard.is === 'answered' && heard.status === 200 ? pairAnswer.safeParse(heard.body) : null
    if (!answer?.success) return failureOf(heard)
    const { hub, origin } = answer.data
    linkTill(
      db,
      {
        hub,
        pin: pinOf(hubKey),
        addresses: JSON.stringify([address]),
        origin,
        name: answer.data.name,
        branch: row.branch_id,
        public_key: publicKey,
        paired_at: now(),
      },
      `${row.taxpayer_pin}/${row.branch_id}`,
      who,
    )
    return null
  } finally {
    client.close()
  }
}
