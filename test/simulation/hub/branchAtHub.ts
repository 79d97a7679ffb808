/** What the hub of a world has when it begins: a branch, and the device with which its signer signs. */
import { activateDevice, keepDevice } from '../../../db/hub/devices.ts'
import type { SimulatedProfile } from '../profiles.ts'
import type { HubSide } from './hubSide.ts'
import { finish } from './settle.ts'

/** Returns its id. */
export const makeBranch = async (hub: HubSide, { row }: SimulatedProfile): Promise<number> => {
  const branch = { pin: row.taxpayer_pin, code: row.branch_id }
  const made = hub.db().insertInto('branch').values(branch).returning('id').executeTakeFirstOrThrow()
  return (await finish(made)).id
}

/** The first till handed it over. */
export const handDevice = async (
  hub: HubSide,
  by: { branch: number; row: SimulatedProfile['row']; serial: string; now: number },
): Promise<void> => {
  const { branch, row, serial, now } = by
  const { id: origin } = await finish(
    hub.db().selectFrom('origin').select('id').orderBy('id').executeTakeFirstOrThrow(),
  )
  const { name, environment, dialect, branch_id: branchId } = row
  const connection = {
    ...{ name, environment, dialect, branchId, serial },
    ...{ authorityUrl: row.authority_url, taxpayerPin: row.taxpayer_pin },
    ...{ tokenUrl: row.token_url, apigeeAppId: row.apigee_app_id },
  }
  const device = { branch, app: row.id, origin, connection: JSON.stringify(connection), handed_at: now }
  await finish(keepDevice(hub.db(), device))
  await finish(activateDevice(hub.db(), { branch, origin, now }))
}
