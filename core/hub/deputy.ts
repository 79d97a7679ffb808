/**
 * The deputy: a till that has what it needs to be the hub, if the hub's computer is lost. The hub tells it with each hello
 * which escrow there is, and gives it sealed to a key that the till proves to be its own.
 */
import { hash, verify } from 'node:crypto'
import {
  chooseDeputy,
  deputyOf,
  type KnownTill,
  knownTills,
  nameDeputy,
  noteHeld,
} from '../../db/hub/deputies.ts'
import { lastDevice, tillByOrigin } from '../../db/hub/devices.ts'
import { type Doer, hubRow, tillByUid } from '../../db/hub/door.ts'
import { peppersOf } from '../../db/hub/peppers.ts'
import type { HubTx } from '../../db/hub/postgres.ts'
import type { Escrow } from '../contract/hub/escrow.ts'
import type { Hello } from '../contract/hub/wire.ts'
import { doorKey } from '../link/doorNote.ts'
import { publicFrom } from '../link/identity.ts'
import { isKey, proofText, sealFor } from '../link/sealing.ts'
import { recoveryCode } from './copies/recoveryCode.ts'
import type { Caller } from './door.ts'
import { Refusal } from './failures.ts'
import type { Hub } from './openHub.ts'
import { pepperSecret } from './peppers.ts'
import { keysOf } from './takeBack.ts'

const branchEscrow = async (
  hub: Hub,
  tx: HubTx,
  { id, pin, code }: { id: number; pin: string; code: string },
): Promise<Pick<Escrow, 'branch' | 'peppers' | 'device'>> => {
  const { secrets } = hub.ports
  const device = await lastDevice(tx, id)
  const peppers = await Promise.all(
    (await peppersOf(tx, id)).map(async (pepper) => ({
      id: pepper.id,
      secret: await secrets.get(pepperSecret(pepper.id)),
    })),
  )
  return {
    branch: { pin, code },
    peppers: peppers.flatMap(({ id, secret }) => (secret === null ? [] : [{ id, secret }])),
    device:
      device?.active_at != null && device.returned_at === null
        ? await keysOf(hub, device.app, device.connection)
        : null,
  }
}

/** Returns a till as the deputy keeps it. */
export const tillForDeputy = (till: KnownTill): Escrow['tills'][number] => ({
  ...{ uid: till.uid, name: till.name, app: till.app, publicKey: till.public_key },
  ...{ pairedAt: till.paired_at, confirmedAt: till.confirmed_at, revokedAt: till.revoked_at },
  ...{ parent: till.parent, startSeq: till.start_seq, startHash: till.start_hash },
})

/** null: there is none. A hub that serves several branches has no deputy: a till would have the keys of all of them. */
const escrowOf = async (hub: Hub): Promise<Escrow | null> => {
  const { db, ports, id, environment } = hub
  const key = await ports.secrets.get(doorKey)
  const code = await recoveryCode(ports.secrets)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { branches, tills } = await knownTills(tx)
      const [branch] = branches
      if (!branch || branches.length > 1 || key === null) return null
      const { epoch } = await hubRow(tx)
      return {
        ...{ hub: id, environment, epoch, doorKey: key, recoveryCode: code },
        ...(await branchEscrow(hub, tx, branch)),
        tills: tills.map(tillForDeputy),
      }
    })
}

const digestOf = (escrow: Escrow): string => hash('sha256', JSON.stringify(escrow), 'hex')

/**
 * What the hub tells a till of its office. `held`: the digest of the escrow that the till has. `isHere`: the till is on
 * the hub's own computer, and would be lost with it, so the hub does not choose it.
 */
export const deputyView = async (
  hub: Hub,
  till: Caller,
  { held, isHere }: { held: string | null; isHere: boolean },
): Promise<Hello['deputy']> => {
  const { db, ports } = hub
  const now = ports.clock.now()
  let deputy = await deputyOf(db)
  // A till that leaves takes nothing with it.
  const isLeaving = async () => ((await tillByOrigin(db, till.branch, till.uid))?.until ?? null) !== null
  if (!deputy && !isHere && !(await isLeaving())) {
    await chooseDeputy(db, till.id, now)
    deputy = await deputyOf(db)
  }
  if (deputy?.origin !== till.id) return null
  const escrow = await escrowOf(hub)
  if (!escrow) return null
  await noteHeld(db, till.id, { held, at: now })
  return { digest: digestOf(escrow) }
}

/** An owner at a till names the deputy. Throws {@link Refusal}. */
export const takeDeputy = async (hub: Hub, uid: string, by: Doer, branch: number): Promise<void> => {
  const { db, ports } = hub
  if (!(await nameDeputy(db, uid, by, { branch, at: ports.clock.now() }))) throw new Refusal('absent')
  ports.log.info({ origin: uid, ...by }, 'A till was named deputy')
}

/** Gives the deputy its escrow. Throws {@link Refusal}. */
export const giveEscrow = async (
  hub: Hub,
  till: Caller,
  { key, proof }: { key: string; proof: string },
): Promise<{ sealed: string; digest: string }> => {
  const { db } = hub
  const known = await tillByUid(db, till.uid)
  const signed = Buffer.from(proof, 'base64url')
  const text = proofText(hub.id, till.uid, key)
  if (!known?.public_key || !isKey(key) || !verify(null, text, publicFrom(known.public_key), signed))
    throw new Refusal('malformed')
  const deputy = await deputyOf(db)
  const escrow = deputy?.origin === till.id ? await escrowOf(hub) : null
  if (!escrow) throw new Refusal('absent')
  const digest = digestOf(escrow)
  // Before the answer: from now on the till may take over.
  await noteHeld(db, till.id, { held: digest, at: hub.ports.clock.now() })
  hub.ports.log.info({ till: till.name }, 'The deputy was given what it needs to take over')
  return { sealed: sealFor(key, JSON.stringify(escrow)), digest }
}
