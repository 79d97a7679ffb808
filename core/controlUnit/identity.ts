/**
 * What the authority tells of a device once and never again (`authority §1.2`): its key and its numbers. It is kept whole, as
 * one secret, before anything else is written; what the rest of the till reads is made from that, now or at another time.
 */
import { audit } from '../../db/profile/audit.ts'
import { resumeLanes } from '../../db/profile/lanes.ts'
import { storeDevice } from '../../db/profile/reference.ts'
import { secretName } from '../profile/openProfile.ts'
import type { Profile } from '../profile/profile.ts'

export interface Identity {
  cmcKey: string
  /** null: it was entered by hand. Nothing needs it, but it cannot be asked for again. */
  deviceId: string | null
  unit: Parameters<typeof storeDevice>[1]
}

/** Given and not taken over yet, by app: also for an app that is closed and opened again meanwhile. */
const held = new Map<string, Identity>()

/** Holds it in memory: where nothing can be written there is no other place. */
export const holdIdentity = ({ id }: Profile, identity: Identity): void => {
  held.set(id, identity)
}
export const isHeld = ({ id }: Profile): boolean => held.has(id)

/** In the place of an identity, before there is one. */
const nothingYet = 'null'

const read = (text: string): Identity | null => {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words quote the secret.
    throw new Error('What is kept as the identity of the device is none')
  }
}

/** What the authority has given for this app, wherever it is; null: nothing that we have. */
export const findIdentity = async ({ id, ports }: Profile): Promise<Identity | null> =>
  held.get(id) ?? read((await ports.secrets.get(secretName.identity(id))) ?? nothingYet)

/** Throws where an identity could not be kept now. To be called before the authority is asked for one. */
export const demandSafePlace = async ({ id, disk, ports: { secrets } }: Profile): Promise<void> => {
  disk.demandRoom()
  const name = secretName.identity(id)
  await secrets.set(name, nothingYet)
  if ((await secrets.get(name)) !== nothingYet) throw new Error('A secret was kept and is not there')
}

/** Keeps the whole of it, safe from a crash. Throws when it cannot. */
export const keepIdentity = ({ id, ports }: Profile, identity: Identity): Promise<void> =>
  ports.secrets.set(secretName.identity(id), JSON.stringify(identity))

/** Makes of an identity what the rest of the till reads. Throws when it cannot, and may be called again then. */
export const takeOver = async (
  { id, db, ports: { secrets, clock } }: Profile,
  { cmcKey, unit }: Identity,
  { who, act }: { who: string; act: 'initialised' | 'restored' },
): Promise<void> => {
  await secrets.set(secretName.cmcKey(id), cmcKey)
  db.transaction(() => {
    storeDevice(db, unit)
    // The key is not in it.
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
