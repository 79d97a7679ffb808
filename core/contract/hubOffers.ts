/** What waits for a manager at the hub of a linked till: changes that met a later one, and things that may be one. */
import { z } from 'zod'
import { letterAnswer, offerAnswer, offers, twinAnswer } from './hub/offers.ts'
import { operation } from './operation.ts'

export const hubOfferOperations = {
  'hub.offers': operation({
    summary:
      'Changes of tills that met a later change, things that may be one, and tax letters that wait for tills',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: offers,
  }),
  'hub.answerOffer': operation({
    summary: 'Take a change that waits, or leave what is in force',
    allow: 'manager',
    profile: true,
    input: offerAnswer,
    output: offers,
  }),
  'hub.answerTwins': operation({
    summary: 'Say whether two things are one, and which of them stays',
    allow: 'manager',
    profile: true,
    input: twinAnswer,
    output: offers,
  }),
  'hub.registerLetter': operation({
    summary: 'Register a changed tax letter without waiting for tills that were not heard of',
    allow: 'owner',
    profile: true,
    /** `name`: the item's, for the audit trail of the till. */
    input: letterAnswer.extend({ name: z.string().max(200) }),
    output: offers,
  }),
}
