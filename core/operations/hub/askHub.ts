/** Asks the hub for a person at a window, and says in words why it could not. */
import type { z } from 'zod'
import { personIn } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { type ActingPerson, hubFailure } from '../../contract/hub/wire.ts'
import type { HubProblem } from '../../contract/hubLink.ts'
import type { LinkRequest } from '../../link/session.ts'
import type { ProfileContext } from '../context.ts'
import { hubFailed, notLinked, replaced, unreachable } from './failures.ts'

type Asking = Pick<ProfileContext, 'profile' | 'actor'>

const busy = () =>
  fail('006', 'hub.busy', 'The hub has enough to do. Try again in a moment.', { retryAfter: 5 })

const full = () =>
  fail(
    '006',
    'hub.full',
    'The disk of the hub is full. Free some space on the computer of the hub, then try again.',
    { retryAfter: 60 },
  )

const failureOf = (problem: HubProblem, address: string): ReturnType<typeof fail> => {
  if (problem === 'unreachable') return unreachable(address)
  if (problem === 'busy') return busy()
  if (problem === 'full') return full()
  if (problem === 'revoked' || problem === 'unknown' || problem === 'unconfirmed')
    return fail('003', 'hub.notAdmitted', 'The hub does not admit this till now. Settings → Hub says why.')
  if (problem === 'tooNew')
    return fail(
      '003',
      'hub.tooNew',
      'The Kaunta of the hub is too old for this till. Update the hub, then try again.',
    )
  if (problem === 'pinMismatch')
    return fail(
      '003',
      'hub.pinMismatch',
      `There is another hub at ${address}, so this till sent nothing. Check the address.`,
      { params: { address } },
    )
  return hubFailed()
}

/** A refusal of the hub in words. `retryAfter`: seconds. */
export const refusedReply = ({
  code,
  retryAfter = 0,
}: {
  code: string | undefined
  retryAfter?: number
}): ReturnType<typeof fail> => {
  if (code === 'busy') return busy()
  if (code === 'full') return full()
  if (code === 'replaced') return replaced()
  if (code === 'signedOut') return fail('001', 'hub.signedOut', 'You are signed out. Sign in again.')
  if (code === 'wrongPassword')
    return fail('001', 'hub.wrongPassword', 'The name or the password is wrong. Enter both again.')
  if (code === 'tooMany')
    return fail(
      '006',
      'hub.tooMany',
      `Too many passwords were tried. Wait ${retryAfter} seconds, then try again.`,
      { retryAfter, params: { seconds: retryAfter } },
    )
  if (code === 'nameTaken')
    return fail('003', 'hub.nameTaken', 'Another person has this name. Choose another one.', {
      field: 'name',
    })
  if (code === 'notAllowed')
    return fail(
      '003',
      'hub.notAllowed',
      'The hub does not let you do this here. Ask an owner of the branch, or do it at the hub.',
    )
  if (code === 'absent')
    return fail('003', 'hub.absent', 'This is not there any more. Look at the list again.')
  if (code === 'changed')
    return fail('003', 'hub.changed', 'Somebody changed it since you looked. Look again, then decide.')
  if (code === 'held')
    return fail('003', 'hub.held', 'Only one may have this PIN. Merge the two customers first.')
  return hubFailed()
}

/** The hub's answer, read by `form`. */
export const askHub = async <F extends z.ZodType>(
  { profile }: Asking,
  request: LinkRequest,
  form: F,
): Promise<Reply<z.output<F>>> => {
  const outcome = await profile.link.ask(request)
  if (!outcome) return notLinked()
  if (outcome.is === 'problem') return failureOf(outcome.problem, profile.link.state().link?.address ?? '')
  if (outcome.status !== 200)
    return refusedReply({ code: hubFailure.safeParse(outcome.body).data?.error.code })
  const answer = form.safeParse(outcome.body)
  return answer.success ? ok(answer.data) : hubFailed()
}

/** The person at the window, as the hub notes it. Throws for a caller who is none: such acts are for windows. */
export const actingPersonOf = ({ actor }: Asking): ActingPerson => {
  const { id: uid, name, role } = personIn(actor)
  if (role === 'cashier') throw new Error('A cashier asks the hub for nothing')
  return { uid, name, role }
}
