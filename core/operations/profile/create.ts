import { apps } from '../../../db/workspace/queries.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Connection, Profile } from '../../contract/workspace.ts'
import type { Workspace } from '../../workspace.ts'
import type { Handler } from '../handler.ts'
import { profileView } from './view.ts'

/** The same address however it is written. */
const address = (url: string): string => new URL(url).href.replace(/\/+$/, '')

const create = async (connection: Connection, workspace: Workspace): Promise<Reply<Profile>> => {
  if (connection.dialect === 'gateway' && !connection.gateway) {
    return fail(
      '002',
      'input.missing',
      'The field gateway is missing: the gateway needs its token address and keys.',
      {
        field: 'gateway',
        params: { field: 'gateway' },
      },
    )
  }
  // A device has one writer (authority §5.2): two profiles on it would race for its numbers. One that cannot be opened now
  // will be again.
  const twin = apps(workspace.db).find(
    (row) =>
      row.practice === 0 &&
      address(row.authority_url) === address(connection.authorityUrl) &&
      row.taxpayer_pin === connection.taxpayerPin &&
      row.branch_id === connection.branchId,
  )
  if (twin) {
    return fail(
      '003',
      'profile.deviceInUse',
      `${twin.name} already uses this taxpayer and branch at this authority. Work in it instead.`,
      {
        field: 'branchId',
        params: { name: twin.name },
      },
    )
  }
  const app = await workspace.createDeviceApp(connection)
  return ok(profileView(app, workspace.current()))
}

export const createProfile: Handler<'profile.create'> = (connection, { workspace }) =>
  workspace.inTurn(() => create(connection, workspace))
