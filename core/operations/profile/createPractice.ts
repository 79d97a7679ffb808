import { authorOf, callerId } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { stockDemoShop } from '../../workspace/demo/stock.ts'
import type { Handler } from '../shared/handler.ts'
import { profileView } from './view.ts'

export const createPracticeProfile: Handler<'profile.createPractice'> = async (
  { name, demoShop },
  { workspace, actor },
) => {
  const profile = await workspace.createPracticeProfile(name, callerId(actor))
  if (demoShop) await stockDemoShop(profile, authorOf(actor))
  return ok(profileView(profile, workspace.current()))
}
