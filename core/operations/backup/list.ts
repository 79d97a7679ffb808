import { ok } from '../../contract/errors.ts'
import { unopenedProfiles } from '../profile/view.ts'
import type { Handler } from '../shared/handler.ts'

export const listBackups: Handler<'backup.list'> = (_, { profile, workspace }) =>
  ok({
    ...profile.backups.state(),
    findings: profile.recovery.findings(),
    unopened: unopenedProfiles(workspace),
  })
