/** The device of a profile, with its keys, as the hub of its branch gets it. */
import type { Db } from '../../db/engine/sqlite.ts'
import { device } from '../../db/profile/reference.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Secrets } from '../base/ports.ts'
import type { HandedDevice } from '../contract/hub/device.ts'
import { secretName } from './secretNames.ts'

/** Returns the device; null: the profile has none, or not its key. Rejects if the secrets cannot be read. */
export const deviceOf = async ({
  row,
  db,
  secrets,
}: {
  row: ProfileRow
  db: Db
  secrets: Pick<Secrets, 'get'>
}): Promise<HandedDevice | null> => {
  const kept = device(db)
  const cmcKey = await secrets.get(secretName.cmcKey(row.id))
  if (!kept || cmcKey === null) return null
  const identity = JSON.parse((await secrets.get(secretName.identity(row.id))) ?? 'null') as {
    deviceId?: string | null
  } | null
  const consumerKey = await secrets.get(secretName.consumerKey(row.id))
  const consumerSecret = await secrets.get(secretName.consumerSecret(row.id))
  const { id: _, ...unit } = kept
  return {
    connection: {
      name: row.name,
      environment: row.environment,
      authorityUrl: row.authority_url,
      dialect: row.dialect,
      taxpayerPin: row.taxpayer_pin,
      branchId: row.branch_id,
      serial: unit.serial,
      tokenUrl: row.token_url,
      apigeeAppId: row.apigee_app_id,
    },
    unit,
    keys: {
      cmcKey,
      deviceId: identity?.deviceId ?? null,
      gateway: consumerKey !== null && consumerSecret !== null ? { consumerKey, consumerSecret } : null,
    },
  }
}

/** Keeps the keys of a device; null: the profile has none from now on. */
export const keepKeys = async (
  { row, secrets }: { row: ProfileRow; secrets: Secrets },
  handed: HandedDevice | null,
): Promise<void> => {
  if (!handed) {
    await secrets.remove(secretName.identity(row.id))
    await secrets.remove(secretName.cmcKey(row.id))
    return
  }
  const { unit, keys } = handed
  const { cmcKey, deviceId, gateway } = keys
  await secrets.set(secretName.identity(row.id), JSON.stringify({ cmcKey, deviceId, unit }))
  await secrets.set(secretName.cmcKey(row.id), cmcKey)
  if (!gateway) return
  await secrets.set(secretName.consumerKey(row.id), gateway.consumerKey)
  await secrets.set(secretName.consumerSecret(row.id), gateway.consumerSecret)
}
