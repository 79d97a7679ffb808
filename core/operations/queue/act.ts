import { submission } from '../../../db/profile/submissions.ts'
import type { Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { invalid, missing } from '../../shop/failures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { lookAtQueued } from './look.ts'
import { resendRefused } from './resend.ts'
import { setAside } from './setAside.ts'
import { withdrawRefused } from './withdraw.ts'

const act = (
  { id, act, reason }: ParsedInputOf<'queue.act'>,
  context: ProfileContext,
): Promise<Reply<unknown>> | Reply<unknown> => {
  switch (act) {
    case 'sendAgain':
      return resendRefused({ id }, context)
    case 'setAside':
      return setAside({ id }, context)
    case 'giveUp':
      return reason ? withdrawRefused({ id, reason }, context) : missing('reason')
  }
}

/** The manager's actions of the KRA screen, for a gateway without a screen. */
export const actOnQueued: Handler<'queue.act'> = async (input, context) => {
  if (!submission(context.db, input.id))
    return invalid('id', String(input.id), 'a queueId from an earlier response')
  const done = await act(input, context)
  if (done.ok) return lookAtQueued({ id: input.id }, context)
  return submission(context.db, input.id)?.state === 'withdrawn'
    ? done
    : { ok: false, error: { ...done.error, kept: true } }
}
