/** Customers' accounts for other software. Amounts are in the shop's currency, with two decimals. */
import { z } from 'zod'
import { isoMoment, nextCursor, optionalText, queryPage, wholeNumber, yesNo } from './fields.ts'
import { operation } from './operation.ts'

const amount = z.number()

const account = {
  number: z.int().describe('of the customer; it never repeats'),
  uid: z.string(),
  name: z.string(),
  pin: z.string().nullable(),
  telNo: z.string().nullable(),
  creditLimit: amount.nullable().describe('null: nothing on credit'),
  owed: amount,
}

export const accountRestOperations = {
  'account.find': operation({
    summary: 'Customers with what they owe, by name (extension)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/accounts', role: 'manager', envelope: 'resultCode', extension: true },
    input: z.looseObject({
      text: optionalText(100)
        .default('')
        .describe('part of the name or phone number, the begin of the PIN, or the number'),
      owing: yesNo.default('N').describe('Y: only customers who owe something'),
      ...queryPage,
    }),
    output: z.object({ accounts: z.array(z.object(account)), nextCursor }),
  }),
  'account.look': operation({
    summary: 'One customer with what is owed, since when, and for which sales (extension)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'GET',
      path: '/accounts/:number',
      role: 'manager',
      envelope: 'resultCode',
      extension: true,
    },
    input: z.looseObject({ number: wholeNumber.min(1) }),
    output: z.object({
      ...account,
      since: isoMoment.nullable().describe('the oldest open sale'),
      ageing: z.object({
        days0to30: amount,
        days31to60: amount,
        days61to90: amount,
        over90: amount,
      }),
      open: z
        .array(
          z.object({
            invcNo: z.string().describe("the till's number of the sale"),
            soldAt: isoMoment,
            credit: amount.describe('what was on credit'),
            owed: amount.describe('what of it is still owed'),
          }),
        )
        .describe('the oldest 200'),
    }),
  }),
}
