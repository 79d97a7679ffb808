import type { z } from 'zod'
import type { UserRow } from '../../../db/workspace/queries.ts'
import type { person } from '../../contract/workspace.ts'
import type { Workspace } from '../../workspace/workspace.ts'

export const personView = (workspace: Workspace, row: UserRow): z.infer<typeof person> => ({
  id: row.id,
  name: row.name,
  role: row.role,
  demo: row.demo === 1,
  active: row.active === 1,
  hasPin: row.pin_hash !== '',
  lockedUntil: workspace.lockedUntil(row.id),
  triesLeft: workspace.triesLeft(row.id),
})
