import { callerId } from '../../access/actor.ts'
import { ownerIn } from '../../access/demoPeople.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { keepFirstRun } from '../../workspace/firstRun.ts'
import type { Context } from '../context.ts'
import { sessionView } from '../session/view.ts'
import type { Handler } from '../shared/handler.ts'
import { nameTaken } from '../user/nameTaken.ts'
import { pinRefused } from '../user/pinRefused.ts'

const create = async (
  { name, pin, first }: ParsedInputOf<'workspace.createOwner'>,
  context: Context,
): Promise<Reply<OutputOf<'workspace.createOwner'>>> => {
  const { workspace, actor } = context
  if (ownerIn(workspace.current(), workspace.people())) {
    return fail('003', 'workspace.hasOwner', 'This till has an owner already. Unlock it with a PIN.')
  }
  if (actor.kind !== 'nobody') return fail('001', 'session.notAllowed', 'This needs a window.')
  const refused = nameTaken(workspace, name) ?? pinRefused(pin, 'owner')
  if (refused) return refused
  const owner = await workspace.addPerson({ name, role: 'owner', pin }, callerId(actor))
  if (!workspace.current() && !workspace.unopenedOne()) keepFirstRun(workspace, { step: first, shop: null })
  workspace.admit(actor.client, owner)
  return ok(sessionView(context, owner))
}

export const createOwner: Handler<'workspace.createOwner'> = (input, context) =>
  context.workspace.inTurn(() => create(input, context))
