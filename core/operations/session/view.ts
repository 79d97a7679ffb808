import type { z } from 'zod'
import { practises } from '../../access/demoPeople.ts'
import type { Role } from '../../contract/fields.ts'
import type { session } from '../../contract/workspace.ts'
import type { Context } from '../context.ts'

export const sessionView = (
  { workspace }: Context,
  user: { id: string; name: string; role: Role; demo: boolean | 0 | 1; sandbox: boolean | 0 | 1 },
  training = false,
): z.infer<typeof session> => ({
  user: { id: user.id, name: user.name, role: user.role, demo: practises(user) },
  appId: workspace.current()?.id ?? null,
  training,
})
