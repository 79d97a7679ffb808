/**
 * The device's key and numbers, which the authority issues only once (`authority §1.2`). They are stored completely,
 * as one secret, before anything else is written. The other records are made from that, now or later.
 */
import { audit } from '../../db/profile/audit.ts'
import { resumeLanes } from '../../db/profile/lanes.ts'
import { storeDevice } from '../../db/profile/reference.ts'
import type { Profile } from '../profile/profile.ts'
import { secretName } from '../profile/secretNames.ts'

export interface Identity {
  cmcKey: string
  /** null: entered by hand. Nothing needs it, but it cannot be queried again. */
  deviceId: string | null
  unit: Parameters<typeof storeDevice>[1]
}

/** Issued but not installed yet, by profile id. Also for a profile that is closed and reopened meanwhile. */
const held = new Map<string, Identity>()

/** Keeps it in memory, the only place if nothing can be written. */
export const holdIdentity = ({ id }: Profile, identity: Identity): void => {
  held.set(id, identity)
}
export const isHeld = ({ id }: Profile): boolean => held.has(id)

/** Placeholder before there is an identity. */
const nothingYet = 'null'

const read = (text: string): Identity | null => {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the secret.
    throw new Error('The stored identity of the device is invalid')
  }
}

/** Returns what the authority issued for this profile, from memory or the secret store; null: nothing. */
export const findIdentity = async ({ id, ports }: Profile): Promise<Identity | null> =>
  held.get(id) ?? read((await ports.secrets.get(secretName.identity(id))) ?? nothingYet)

/** Throws if an identity could not be stored now. Call it before the authority is asked for one. */
export const demandSafePlace = async ({ id, disk, ports: { secrets } }: Profile): Promise<void> => {
  disk.demandRoom()
  const name = secretName.identity(id)
  await secrets.set(name, nothingYet)
  if ((await secrets.get(name)) !== nothingYet) throw new Error('A secret was stored but cannot be read back')
}

/** Stores it completely and durably. Throws on failure. */
export const keepIdentity = ({ id, ports }: Profile, identity: Identity): Promise<void> =>
  ports.secrets.set(secretName.identity(id), JSON.stringify(identity))

/** Creates the records that the rest of the till reads. Throws on failure, and can be called again. */
export const takeOver = async (
  { id, db, ports: { secrets, clock } }: Profile,
  { cmcKey, unit }: Identity,
  { who, act }: { who: string; act: 'initialised' | 'restored' },
): Promise<void> => {
  await secrets.set(secretName.cmcKey(id), cmcKey)
  db.transaction(() => {
    storeDevice(db, unit)
    // Without the key.
    audit(db, {
      at: clock.now(),
      kind: 'device',
      subject: unit.serial,
      row_id: null,
      who,
      content: JSON.stringify({ act, scuId: unit.sdc_id, mrcNo: unit.mrc_no }),
    })
    resumeLanes(db, { reasons: ['notInitialised', 'notAuthorised'] })
  })
  held.delete(id)
}
