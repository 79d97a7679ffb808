import { fail } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import { lockedOut, wrongPin } from '../session/lockedOut.ts'

/** Asks the person at the window for the PIN again, before an act that reaches far. null: it is right. */
export const pinAgain = async (
  { workspace, actor }: Context,
  pin: string,
): Promise<ReturnType<typeof fail> | null> => {
  if (actor.kind !== 'person') return fail('001', 'session.notAllowed', 'Only an owner may do this.')
  const shown = await workspace.checkPin(actor.user.id, pin)
  if (shown.kind === 'locked') return lockedOut(shown.until)
  if (shown.kind === 'right') return null
  return wrongPin(shown.kind === 'wrong' ? shown.left : null)
}
