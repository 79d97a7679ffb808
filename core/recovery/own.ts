import type { device } from '../../db/app/reference.ts'
import type { Identity } from '../../db/contents.ts'
import type { AppRow } from '../../db/workspace/queries.ts'

/** The profile's own device, once it is initialised. */
type Device = Pick<NonNullable<ReturnType<typeof device>>, 'serial' | 'sdc_id'> | undefined
type Profile = Pick<AppRow, 'id' | 'environment' | 'taxpayer_pin' | 'branch_id' | 'device_serial'>

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
