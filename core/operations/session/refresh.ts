import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { sessionAnswerOf } from './answer.ts'

export const refreshSession: Handler<'session.refresh'> = async ({ refreshToken }, context) => {
  const session = await context.workspace.sessions.refresh(refreshToken)
  if (session) return ok(sessionAnswerOf(context, session))
  return fail('001', 'session.over', 'This refresh token is not valid any more. Sign in again.')
}
