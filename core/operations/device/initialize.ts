import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'
import { pullReferenceData } from '../reference/pull.ts'
import { deviceInfo, install } from './install.ts'

export const initialize: Handler<'device.initialize'> = async ({ deviceSerialNumber }, { app }) => {
  const installed = await install(app, deviceSerialNumber)
  if (!installed.ok) return installed
  const { codes, notices, branches } = await pullReferenceData(app)
  app.emit({ type: 'status.changed' })
  app.submitter.wake()
  return ok({ deviceInfo: deviceInfo(installed.data), syncResult: { codes, notices, branches } })
}
