import type { z } from 'zod'
import { isLetInto } from '../../access/demoPeople.ts'
import { accessSeconds, type OpenSession } from '../../access/sessions.ts'
import type { sessionAnswer } from '../../contract/access.ts'
import type { Context } from '../context.ts'

export const sessionAnswerOf = (
  { workspace }: Context,
  { user, accessToken, refreshToken }: OpenSession,
): z.infer<typeof sessionAnswer> => ({
  accessToken,
  tokenType: 'Bearer',
  expiresIn: accessSeconds,
  refreshToken,
  user: { id: user.id, name: user.name, role: user.role },
  apps: workspace
    .profiles()
    .filter((profile) => isLetInto(profile, user))
    .map(({ id, row }) => ({ id, name: row.name, environment: row.environment })),
})
