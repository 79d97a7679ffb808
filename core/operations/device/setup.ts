import { ok } from '../../contract/errors.ts'
import { deviceInfo, install } from '../../controlUnit/install.ts'
import type { Handler } from '../shared/handler.ts'

export const setUpDevice: Handler<'device.setup'> = async ({ deviceSerialNumber }, { profile }) => {
  const installed = await install(profile, deviceSerialNumber)
  if (!installed.ok) return installed
  profile.emit({ type: 'status.changed' })
  profile.submitter.wake()
  return ok(deviceInfo(installed.data))
}
