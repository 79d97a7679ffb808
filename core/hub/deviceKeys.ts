/** The keys of a branch's device among the hub's secrets. */
import { hash } from 'node:crypto'
import type { DeviceRow } from '../../db/hub/devices.ts'
import type { Secrets } from '../base/ports.ts'
import type { HandedDevice } from '../contract/hub/device.ts'
import { secretName } from '../profile/secretNames.ts'

/**
 * The same device has the same signer, also if the database was put back from a backup of before it came. A device that
 * was taken back since has other stock, and its signer begins anew.
 */
export const appFor = (
  hub: string,
  before: Pick<DeviceRow, 'returned_at'> | undefined,
  branch: number,
  serial: string,
): string => {
  const hex = hash('sha256', `${hub} ${branch} ${serial} ${before?.returned_at ?? ''}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Keeps the keys of a device for the signer. */
export const keepKeys = async (
  secrets: Pick<Secrets, 'set'>,
  app: string,
  { unit, keys: { cmcKey, deviceId, gateway } }: HandedDevice,
): Promise<void> => {
  if (gateway) {
    await secrets.set(secretName.consumerKey(app), gateway.consumerKey)
    await secrets.set(secretName.consumerSecret(app), gateway.consumerSecret)
  }
  await secrets.set(secretName.identity(app), JSON.stringify({ cmcKey, deviceId, unit }))
}
