import { ok } from '../../contract/errors.ts'
import { deviceInfo, install } from '../../controlUnit/install.ts'
import { pullReferenceData } from '../../controlUnit/pullReferenceData.ts'
import type { Handler } from '../shared/handler.ts'

/** `spec 4.2` reports each part as a boolean. This sentence is for people. */
const missed = (syncResult: Record<string, boolean>, reached: boolean): string | undefined => {
  const lists = Object.keys(syncResult).filter((list) => !syncResult[list])
  if (lists.length === 0) return undefined
  const why = reached ? 'the authority did not return' : 'the authority could not be reached to fetch'
  return `Success: the device is active. But ${why} ${lists.join(', ')}; call POST /sync later.`
}

export const initialize: Handler<'device.initialize'> = async ({ deviceSerialNumber }, { profile }) => {
  const installed = await install(profile, deviceSerialNumber)
  if (!installed.ok) return installed
  const { codes, notices, branches, reached } = await pullReferenceData(profile)
  profile.emit({ type: 'status.changed' })
  profile.submitter.wake()
  const syncResult = { codes, notices, branches }
  return ok({ deviceInfo: deviceInfo(installed.data), syncResult }, missed(syncResult, reached))
}
