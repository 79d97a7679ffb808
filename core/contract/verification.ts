/** Checks whether a receipt is genuine (`spec 4.18`). */
import { z } from 'zod'
import { taxpayerFound } from './customer.ts'
import { callerNumber, taxpayerPin, text } from './fields.ts'
import { operation } from './operation.ts'

export const verificationOperations = {
  'invoice.verify': operation({
    summary: 'Verify an invoice by its receipt signature, and look up a taxpayer (spec 4.18)',
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/invoice-verifications', role: 'cashier', envelope: 'successFlag' },
    input: z.looseObject({
      orgInvcNo: callerNumber.describe(
        "the number it was sent under, the trader's number, or the authority's",
      ),
      rcptSign: text(100).describe('dashes, as on paper, are ignored'),
      pin: taxpayerPin.nullish(),
    }),
    output: z.object({
      verified: z.boolean(),
      orgInvcNo: z.string(),
      rcptSign: z.string(),
      taxpayer: taxpayerFound.optional().describe('absent when no PIN was given, or nobody has that PIN'),
      verifiedAt: z.iso.datetime(),
    }),
  }),
}
