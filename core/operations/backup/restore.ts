import { ok } from '../../contract/errors.ts'
import { restoreCopy } from '../../workspace/restoreProfile.ts'
import type { Handler } from '../shared/handler.ts'
import { pinAgain } from '../shared/pinAgain.ts'
import { lookIntoChosen } from './chosen.ts'

export const restoreBackup: Handler<'backup.restore'> = async ({ copy, pin }, context) => {
  const { profile, workspace } = context
  const wrong = await pinAgain(context, pin)
  if (wrong) return wrong
  return profile.backups.reading(async () => {
    const chosen = await lookIntoChosen(profile, copy)
    if (!chosen.ok) return chosen
    return workspace.inTurn(async () => ok(await restoreCopy(workspace, profile, chosen.data.file)))
  })
}
