import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'
import { unopenedProfiles } from '../profile/view.ts'

export const listBackups: Handler<'backup.list'> = (_, { app, workspace }) =>
  ok({
    ...app.backups.state(),
    findings: app.recovery.findings(),
    unopened: unopenedProfiles(workspace),
  })
