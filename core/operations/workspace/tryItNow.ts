import { callerId } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { demoShop } from '../../workspace/demo/shop.ts'
import { stockDemoShop } from '../../workspace/demo/stock.ts'
import type { Context } from '../context.ts'
import { sessionView } from '../session/view.ts'
import type { Handler } from '../shared/handler.ts'

/** Shown on the unlock screen as long as these people keep it. */
const demoPin = '1234'

const make = async (
  { language }: ParsedInputOf<'workspace.tryItNow'>,
  context: Context,
): Promise<Reply<OutputOf<'workspace.tryItNow'>>> => {
  const { workspace, actor } = context
  if (workspace.people().length > 0 || workspace.current() || workspace.unopenedOne()) {
    return fail(
      '003',
      'workspace.notEmpty',
      'There is a shop here already. Unlock it, or start with another data folder.',
    )
  }
  if (actor.kind !== 'nobody') return fail('001', 'session.notAllowed', 'This needs a window.')
  workspace.setLanguage(language)
  const by = callerId(actor)
  const profile = await workspace.createPracticeProfile(demoShop.name, by)
  const owner = await workspace.addPerson({ name: 'Wanjiru', role: 'owner', pin: demoPin, demo: true }, by)
  await workspace.addPerson({ name: 'Otieno', role: 'cashier', pin: demoPin, demo: true }, by)
  await stockDemoShop(profile, { id: owner.id.slice(0, 20), name: owner.name })
  workspace.admit(actor.client, owner)
  return ok(sessionView(context, owner))
}

export const tryItNow: Handler<'workspace.tryItNow'> = (input, context) =>
  context.workspace.inTurn(() => make(input, context))
