import { ok } from '../../contract/errors.ts'
import { deviceInfo, install } from '../../controlUnit/install.ts'
import type { Handler } from '../shared/handler.ts'

export const setUpDevice: Handler<'device.setup'> = async ({ deviceSerialNumber }, { app }) => {
  const installed = await install(app, deviceSerialNumber)
  if (!installed.ok) return installed
  app.emit({ type: 'status.changed' })
  app.submitter.wake()
  return ok(deviceInfo(installed.data))
}
