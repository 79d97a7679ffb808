import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { profileView, unopenedProfiles } from './view.ts'

export const listProfiles: Handler<'profile.list'> = (_, { workspace }) =>
  ok({
    profiles: workspace.profiles().map((profile) => profileView(profile, workspace.current())),
    unopened: unopenedProfiles(workspace),
  })
