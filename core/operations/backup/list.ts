import { ok } from '../../contract/errors.ts'
import { unopenedProfiles } from '../profile/view.ts'
import type { Handler } from '../shared/handler.ts'

export const listBackups: Handler<'backup.list'> = (_, { app, workspace }) =>
  ok({
    ...app.backups.state(),
    findings: app.recovery.findings(),
    unopened: unopenedProfiles(workspace),
  })
