/** Approvals of acts (`acts.ts`): one person lets another do something once. */
import { z } from 'zod'
import { act } from './acts.ts'
import { moment, optionalText, role, signedCents, text, uuid } from './fields.ts'
import { operation } from './operation.ts'

/** What one call does that needs approval. */
const actAsked = z.object({
  act,
  /** Cents; 0: the act is not about money. */
  amount: signedCents,
  /** The document: its number, the request id of a sale that has none yet, or the number of a shift. */
  document: text(64),
})
export type ActAsked = z.infer<typeof actAsked>

/** `Failure.data` of a call that a person above may approve. */
export const approvable = z.object({ approval: z.array(actAsked).min(1) })

/** Milliseconds that an approval is valid. */
export const approvalMs = 120_000

const asked = z.array(actAsked).min(1).max(10)
const pin = z.string().min(1).max(12)

export const approvalOperations = {
  'approval.people': operation({
    summary: 'People who may approve these acts of the signed-in person',
    allow: 'cashier',
    profile: true,
    input: z.object({ acts: asked }),
    output: z.object({
      people: z.array(z.object({ id: uuid, name: z.string(), role, lockedUntil: moment.nullable() })),
    }),
  }),
  'approval.give': operation({
    summary: 'Approve acts of the signed-in person once, with the PIN of another person',
    allow: 'cashier',
    profile: true,
    input: z.object({ userId: uuid, pin, reason: text(60), acts: asked }),
    /** For the repeated call. Valid once and for two minutes. */
    output: z.object({ token: z.string() }),
  }),
  'approval.submit': operation({
    summary: 'Approve one act of the session’s person with the PIN of another person',
    allow: 'software',
    profile: true,
    input: z.looseObject({
      user: z.string().trim().min(1).max(64).describe('who approves: id, or name in any case'),
      pin,
      act,
      document: actAsked.shape.document.describe('the number of the sale, or of the sale to credit'),
      amount: signedCents.describe('cents, as the refused call named it'),
      reason: optionalText(60).nullish(),
    }),
    output: z
      .object({
        approval: z.string().describe('for the header `X-Approval`, once'),
        expiresIn: z.int().describe('seconds'),
      })
      .meta({ id: 'Approval' }),
    rest: {
      method: 'POST',
      path: '/approvals',
      envelope: 'resultCode',
      role: 'cashier',
      bodyOnly: true,
      extension: true,
    },
  }),
}
