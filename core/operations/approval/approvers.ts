import type { UserRow } from '../../../db/workspace/queries.ts'
import type { Door } from '../../../db/workspace/schema.ts'
import { callerId } from '../../access/actor.ts'
import { isLetInto } from '../../access/demoPeople.ts'
import type { ActAsked } from '../../contract/approval.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { rightOf } from '../../shop/acts/mayAct.ts'
import type { ProfileContext } from '../context.ts'

/** Returns whether a person may do all these acts alone, and so may approve them. */
const mayApprove = ({ profile }: ProfileContext, person: UserRow, acts: readonly ActAsked[]): boolean =>
  person.active === 1 &&
  isLetInto(profile, person) &&
  acts.every(({ act }) => rightOf(profile.settings().acts, act, person.role) === 'allowed')

/** Returns the people who may approve these acts of the signed-in person. */
export const approversOf = (context: ProfileContext, acts: readonly ActAsked[]): UserRow[] =>
  context.workspace
    .people()
    .filter((person) => person.id !== callerId(context.actor) && mayApprove(context, person, acts))

interface Given {
  userId: string
  pin: string
  door: Door
  reason: string
  acts: readonly ActAsked[]
}

/** Checks the PIN and returns the token. `field`: of the person who approves. A PIN that is not right has its result. */
export const approve = async (
  context: ProfileContext,
  { userId, pin, door, reason, acts }: Given,
  field: string,
): Promise<{ kind: 'checked'; reply: Reply<string> } | Exclude<Checked, { kind: 'right' }>> => {
  const { workspace, profile, actor } = context
  const askerId = callerId(actor)
  if (userId === askerId) {
    const own = fail('001', 'approval.own', 'Nobody can approve their own act. Ask somebody else.', { field })
    return { kind: 'checked', reply: own }
  }
  const result = await workspace.checkPin(userId, pin, door)
  if (result.kind !== 'right') return result
  const { id, name } = result.user
  if (!mayApprove(context, result.user, acts)) {
    const reply = fail('001', 'approval.notTheirs', `${name} may not approve this. Ask somebody else.`, {
      field,
      params: { name },
    })
    return { kind: 'checked', reply }
  }
  return {
    kind: 'checked',
    reply: ok(profile.approvals.give({ askerId, approver: { id, name }, reason, acts })),
  }
}

type Checked = Awaited<ReturnType<ProfileContext['workspace']['checkPin']>>
