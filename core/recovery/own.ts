import type { Db } from '../../db/engine/sqlite.ts'
import { type Identity, identityOf } from '../../db/profile/contents.ts'
import { device } from '../../db/profile/reference.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'

/** The profile's own device, once initialised. */
type Device = Pick<NonNullable<ReturnType<typeof device>>, 'serial' | 'sdc_id'> | undefined
type Profile = Pick<ProfileRow, 'id' | 'environment' | 'taxpayer_pin' | 'branch_id' | 'device_serial'>

/**
 * True if a copy belongs to this profile, or to the same device on another computer. Pending documents of a restored
 * copy are sent to the authority in this profile's name.
 */
export const isOwn = (profile: Profile, unit: Device, copy: Identity): boolean => {
  // A practice sale must never reach the real authority, even if everything else is equal.
  if (copy.environment !== profile.environment) return false
  if (copy.appId === profile.id) return true
  const { device, taxpayerPin, branchId } = copy
  if (device?.serial !== (unit?.serial ?? profile.device_serial)) return false
  // Shops number their devices themselves, so each branch may have a device 1.
  if (taxpayerPin !== null) return taxpayerPin === profile.taxpayer_pin && branchId === profile.branch_id
  return unit === undefined || unit.sdc_id === device.scuId
}

/**
 * Returns a function that checks whether a file is a copy of this profile. A copy's identity never changes, so each
 * is read once.
 */
export const createOwnCopies = (row: Profile, db: Db): ((file: string) => boolean) => {
  const identities = new Map<string, Identity | null>()
  return (file) => {
    try {
      if (!identities.has(file)) identities.set(file, identityOf(file))
    } catch {
      // The disk may be readable later.
    }
    const identity = identities.get(file)
    return identity ? isOwn(row, device(db), identity) : false
  }
}
