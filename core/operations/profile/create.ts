import { profiles } from '../../../db/workspace/queries.ts'
import { authorOf, callerId } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Connection, ProfileView } from '../../contract/workspace.ts'
import { firstRunOf } from '../../workspace/firstRun.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { profileView } from './view.ts'

/** Normalises an address for comparison. */
const address = (url: string): string => new URL(url).href.replace(/\/+$/, '')

type Asked = Pick<Connection, 'dialect' | 'authorityUrl' | 'taxpayerPin' | 'branchId'> & { gateway?: unknown }

export const gatewayMissing = ({ dialect, gateway }: Asked) =>
  dialect === 'gateway' && !gateway
    ? fail(
        '002',
        'input.missing',
        'The field gateway is missing: the gateway needs its token address and keys.',
        {
          field: 'gateway',
          params: { field: 'gateway' },
        },
      )
    : null

/**
 * A device has one writer (`authority §5.2`): two profiles would compete for its numbers. A profile that cannot be
 * opened now may be opened later, so it counts too. `ownId`: the asking profile.
 */
export const deviceInUse = (connection: Asked, workspace: Workspace, ownId?: string) => {
  const twin = profiles(workspace.db).find(
    (row) =>
      row.id !== ownId &&
      row.practice === 0 &&
      address(row.authority_url) === address(connection.authorityUrl) &&
      row.taxpayer_pin === connection.taxpayerPin &&
      row.branch_id === connection.branchId,
  )
  return twin
    ? fail(
        '003',
        'profile.deviceInUse',
        `${twin.name} already uses this taxpayer and branch at this authority. Work in it instead.`,
        {
          field: 'branchId',
          params: { name: twin.name },
        },
      )
    : null
}

const create = async (connection: Connection, { workspace, actor }: Context): Promise<Reply<ProfileView>> => {
  const refused = gatewayMissing(connection) ?? deviceInUse(connection, workspace)
  if (refused) return refused
  const profile = await workspace.createDeviceProfile(connection, callerId(actor))
  const { shop } = firstRunOf(workspace.db) ?? {}
  if (shop) profile.saveSettings({ shop }, authorOf(actor).name)
  return ok(profileView(profile, workspace.current()))
}

export const createProfile: Handler<'profile.create'> = (connection, context) =>
  context.workspace.inTurn(() => create(connection, context))
