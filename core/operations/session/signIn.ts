import { fingerprint } from '../../base/sha256.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Handler } from '../shared/handler.ts'
import { sessionAnswerOf } from './answer.ts'
import { lockedOut, newPinNeeded } from './lockedOut.ts'

/** For an unknown name, the name itself: it is delayed like a person's. */
export const idOf = (workspace: Workspace, user: string): string => {
  const wanted = user.toLowerCase()
  const people = workspace.people().filter(({ active }) => active === 1)
  const found =
    people.find(({ id }) => id === user) ?? people.find(({ name }) => name.toLowerCase() === wanted)
  return found?.id ?? fingerprint(wanted)
}

/** HTTP gives a program the wait in seconds. */
export const locked = (until: number, now: number) => {
  const { error } = lockedOut(until)
  const retryAfter = Math.max(1, Math.ceil((until - now) / 1000))
  return { ok: false as const, error: { ...error, retryAfter } }
}

/** The reply does not reveal whether the name or the PIN was wrong. */
export const wrongUserOrPin = () => fail('001', 'session.notSignedIn', 'The user or the PIN is wrong.')

export const signIn: Handler<'session.signIn'> = async ({ user, pin }, context) => {
  const { workspace } = context
  const result = await workspace.checkPin(idOf(workspace, user), pin, 'rest')
  switch (result.kind) {
    case 'right':
      return ok(sessionAnswerOf(context, await workspace.sessions.open(result.user)))
    case 'renew':
      return newPinNeeded()
    case 'locked':
      return locked(result.until, context.ports.clock.now())
    default:
      return wrongUserOrPin()
  }
}
