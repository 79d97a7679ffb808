import { fail, ok } from '../../contract/errors.ts'
import { restoreCopy } from '../../workspace/restoreProfile.ts'
import { lockedOut, wrongPin } from '../session/lockedOut.ts'
import type { Handler } from '../shared/handler.ts'
import { lookIntoChosen } from './chosen.ts'

export const restoreBackup: Handler<'backup.restore'> = async ({ copy, pin }, context) => {
  const { profile, workspace, actor } = context
  if (actor.kind !== 'person') return fail('001', 'session.notAllowed', 'Only an owner may do this.')
  const shown = await workspace.checkPin(actor.user.id, pin)
  if (shown.kind === 'locked') return lockedOut(shown.until)
  if (shown.kind !== 'right') return wrongPin(shown.kind === 'wrong' ? shown.left : null)
  return profile.backups.reading(async () => {
    const chosen = await lookIntoChosen(profile, copy)
    if (!chosen.ok) return chosen
    return workspace.inTurn(async () => ok(await restoreCopy(workspace, profile, chosen.data.file)))
  })
}
