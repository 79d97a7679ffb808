/** Whether a person may do an act: by the owner's table of acts, or with another person's approval for this call. */
import { insertApproval, isUsed } from '../../../db/profile/approvals.ts'
import { authorOf, callerId } from '../../access/actor.ts'
import type { Act, ActTable, Right } from '../../contract/acts.ts'
import type { ActAsked } from '../../contract/approval.ts'
import { type Failure, fail, ok, type Reply } from '../../contract/errors.ts'
import type { Role } from '../../contract/fields.ts'
import type { ShopContext } from '../context.ts'

/** `refused`: the answer if the person may not do it alone; absent: a general one. `amount`: cents. */
export interface Wanted extends ActAsked {
  refused?: { ok: false; error: Failure }
}

/** A key is bound by no table (`spec 5`). */
export const rightOf = (acts: ActTable, act: Act, role: Role | undefined): Right =>
  role === undefined ? 'allowed' : acts[act][role]

const roleOf = ({ actor }: Pick<ShopContext, 'actor'>): Role | undefined =>
  'user' in actor ? actor.user.role : undefined

/** Returns whether the person may do the act alone. */
export const mayAlone = ({ actor, profile }: Pick<ShopContext, 'actor' | 'profile'>, act: Act): boolean =>
  rightOf(profile.settings().acts, act, roleOf({ actor })) === 'allowed'

/** Returns whether the call may continue to {@link mayAct}: the person may do the act, or the call has an approval. */
export const mayTry = (context: Pick<ShopContext, 'actor' | 'profile' | 'approvals'>, act: Act): boolean =>
  (context.approvals ?? []).length > 0 || mayAlone(context, act)

const notAllowed = () =>
  fail('001', 'act.notAllowed', 'The owner does not allow this to your role (Settings, Approvals).')

const needsApproval = () =>
  fail('001', 'act.needsApproval', 'A manager must approve this.', { params: { role: 'manager' } })

const unusable = () =>
  fail(
    '001',
    'approval.unusable',
    'This approval was used before, is older than two minutes, or is for something else. Ask for another one.',
  )

const isSame = (a: ActAsked, b: ActAsked): boolean =>
  a.act === b.act && a.amount === b.amount && a.document === b.document

/** Stores that the call's approvals were used. `document`: the number of the document that came of it. */
type Use = (document?: string) => void

/**
 * Call it inside the transaction of the acts, after all other checks, and the returned function once they are stored.
 * The failure names every act that needs approval, so that one approval can cover the call.
 */
export const mayAct = (context: ShopContext, wanted: readonly Wanted[]): Reply<Use> => {
  const { db, profile, actor, approvals = [] } = context
  const { acts } = profile.settings()
  const right = ({ act }: Wanted) => rightOf(acts, act, roleOf(context))
  const forbidden = wanted.find((each) => right(each) === 'no')
  if (forbidden) return forbidden.refused ?? notAllowed()
  const needed = wanted.filter((each) => right(each) === 'approval')
  const given = approvals
    .flatMap((token) => profile.approvals.find(token) ?? [])
    .filter(({ askerId }) => askerId === callerId(actor))
  const covered = needed.flatMap((each) => {
    const approval = given.find(
      ({ uid, acts: approved }) =>
        approved.some((one) => isSame(one, each)) && !isUsed(db, { uid, act: each.act }),
    )
    return approval ? [{ ...each, approval }] : []
  })
  if (covered.length < needed.length) {
    const { error } = approvals.length > 0 ? unusable() : (needed[0]?.refused ?? needsApproval())
    const approval = needed.map(({ act, amount, document }) => ({ act, amount, document }))
    return { ok: false, error: { ...error, data: { approval } } }
  }
  return ok((number) => {
    for (const { act, amount, document, approval } of covered) {
      insertApproval(db, {
        uid: approval.uid,
        act,
        amount,
        document: number ?? document,
        reason: approval.reason,
        asker_id: callerId(actor),
        asker_name: authorOf(actor).name,
        approver_id: approval.approver.id,
        approver_name: approval.approver.name,
        used_at: profile.now(),
      })
    }
  })
}
