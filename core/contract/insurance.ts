/** Insurances of a branch: pharmacies and health providers (`spec 4.7`, `authority §1.4-11`). */
import { z } from 'zod'
import { optionalText, text, yesNo } from './fields.ts'
import { operation } from './operation.ts'

const insurance = z.object({
  isrccCd: z.string(),
  isrccNm: z.string(),
  isrcRt: z.int().describe('whole percent'),
  useYn: yesNo,
  state: z.enum(['waiting', 'registered', 'refused']).describe("the authority's answer about it"),
})

export const insuranceOperations = {
  'branch.saveInsurance': operation({
    summary:
      'Register an insurance of the branch, or list the existing ones (spec 4.7; its body is not shown)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/branch/insurances',
      role: 'owner',
      envelope: 'resultCode',
      keeps: 'unnumbered',
    },
    /** Without any of the first three members nothing is registered. With some of them the others are missing. */
    input: z.looseObject({
      isrccCd: text(10).nullish(),
      isrccNm: text(100).nullish(),
      isrcRt: z.int().min(0).max(100).nullish(),
      useYn: yesNo.nullish().describe('Y when absent'),
      regrId: optionalText(20).nullish(),
      regrNm: optionalText(60).nullish(),
    }),
    output: z.object({ insurances: z.array(insurance) }),
  }),
}
