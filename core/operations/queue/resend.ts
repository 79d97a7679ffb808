import { submission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { sendAgain } from '../../shop/sales/sendAgain.ts'
import type { Handler } from '../shared/handler.ts'
import { queueView } from './view.ts'

export const resendRefused: Handler<'queue.resend'> = ({ id, buyerPin }, context) => {
  const { profile, db, actor } = context
  const row = submission(db, id)
  if (row?.state !== 'refused') {
    return fail(
      '003',
      'queue.notRefused',
      'Only a document that the authority rejected can be resent by hand.',
      { field: 'id' },
    )
  }
  const sent = sendAgain(context, row, { author: authorOf(actor), buyerPin })
  return sent.ok ? ok(queueView(profile, submission(db, id) ?? row)) : sent
}
