import type { UserRow } from '../../../db/workspace/queries.ts'
import { callerId } from '../../access/actor.ts'
import { isLetInto, ownerIn, practises } from '../../access/demoPeople.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { missing } from '../../shop/failures.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Context } from '../context.ts'
import { sessionView } from '../session/view.ts'
import type { Handler } from '../shared/handler.ts'
import { nameTaken } from '../user/nameTaken.ts'
import { pinRefused } from '../user/pinRefused.ts'

type Input = ParsedInputOf<'profile.switch'>

/** Creates the first owner for Production. A shop that has one cannot get another with a PIN that everybody knows. */
const firstOwner = async ({ id, owner }: Input, { workspace, actor }: Context): Promise<Reply<UserRow>> => {
  const there = ownerIn(workspace.profile(id), workspace.people())
  if (there) {
    return fail(
      '001',
      'profile.ownerThere',
      `Demo people work in Sandbox only. Lock the till; ${there.name} unlocks it and switches.`,
      { params: { name: there.name } },
    )
  }
  if (!owner) return missing('owner')
  return (
    nameTaken(workspace, owner.name) ??
    pinRefused(owner.pin, 'owner') ??
    ok(await workspace.addPerson({ ...owner, role: 'owner' }, callerId(actor)))
  )
}

/** Sandbox still accepts demo people, but they must not have rights over a real shop. */
const endDemoOwners = async (workspace: Workspace, by: string): Promise<void> => {
  for (const person of workspace.people()) {
    const { id, name, role, active } = person
    if (practises(person) && role === 'owner')
      await workspace.changePerson(id, { name, role: 'manager', active: active === 1 }, by)
  }
}

const change = async (input: Input, context: Context): Promise<Reply<OutputOf<'profile.switch'>>> => {
  const { workspace, actor } = context
  if (actor.kind !== 'person')
    return fail('001', 'session.notAllowed', 'Only an owner at a window may do this.')
  const profile = workspace.profile(input.id)
  if (!profile) return fail('003', 'profile.unknown', 'There is no such profile.', { field: 'id' })
  const owner = isLetInto(profile, actor.user) ? null : await firstOwner(input, context)
  if (owner && !owner.ok) return owner
  if ([profile, workspace.current()].some((each) => each?.row.environment === 'production'))
    await endDemoOwners(workspace, callerId(actor))
  workspace.switchTo(profile.id, callerId(actor))
  if (owner) workspace.admit(actor.client, owner.data)
  return ok(sessionView(context, owner?.data ?? actor.user))
}

export const switchProfile: Handler<'profile.switch'> = (input, context) =>
  context.workspace.inTurn(() => change(input, context))
