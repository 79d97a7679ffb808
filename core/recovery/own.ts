import type { Db } from '../../db/engine/sqlite.ts'
import { type Identity, identityOf } from '../../db/profile/contents.ts'
import { device } from '../../db/profile/reference.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'

/** The profile's own device, once it is initialised. */
type Device = Pick<NonNullable<ReturnType<typeof device>>, 'serial' | 'sdc_id'> | undefined
type Profile = Pick<ProfileRow, 'id' | 'environment' | 'taxpayer_pin' | 'branch_id' | 'device_serial'>

/**
 * Is a copy one of this profile, or of the same device on another computer? Whatever waits in one that is put in place is
 * sent to this profile's authority in its name.
 */
export const isOwn = (profile: Profile, unit: Device, copy: Identity): boolean => {
  // A trial sale never reaches the real authority, whatever else is the same.
  if (copy.environment !== profile.environment) return false
  if (copy.appId === profile.id) return true
  const { device, taxpayerPin, branchId } = copy
  if (device?.serial !== (unit?.serial ?? profile.device_serial)) return false
  // Shops number their devices themselves: each branch may have a first one.
  if (taxpayerPin !== null) return taxpayerPin === profile.taxpayer_pin && branchId === profile.branch_id
  return unit === undefined || unit.sdc_id === device.scuId
}

/** Tells of files whether they are copies of this profile; what a copy says of itself never changes and is read once. */
export const createOwnCopies = (row: Profile, db: Db): ((file: string) => boolean) => {
  const identities = new Map<string, Identity | null>()
  return (file) => {
    try {
      if (!identities.has(file)) identities.set(file, identityOf(file))
    } catch {
      // The disk may read it another time.
    }
    const identity = identities.get(file)
    return identity ? isOwn(row, device(db), identity) : false
  }
}
