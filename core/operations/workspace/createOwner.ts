import type { Context } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { sessionView } from '../session/view.ts'

const create = async (
  { name, pin }: ParsedInputOf<'workspace.createOwner'>,
  context: Context,
): Promise<Reply<OutputOf<'workspace.createOwner'>>> => {
  const { workspace, actor } = context
  if (workspace.people().length > 0) {
    return fail('003', 'workspace.hasOwner', 'This till has an owner already. Unlock it with a PIN.')
  }
  if (actor.kind !== 'nobody') return fail('001', 'session.notAllowed', 'This needs a window.')
  const owner = await workspace.addPerson({ name, role: 'owner', pin })
  workspace.admit(actor.client, owner)
  return ok(sessionView(context, owner))
}

export const createOwner: Handler<'workspace.createOwner'> = (input, context) =>
  context.workspace.inTurn(() => create(input, context))
