/** The shop's customers, and the authority's data on taxpayers. */
import { z } from 'zod'
import {
  cents,
  isoMoment,
  moment,
  nextCursor,
  optionalText,
  page,
  rowId,
  signedCents,
  taxpayerPin,
  text,
  yesNo,
} from './fields.ts'
import { operation } from './operation.ts'

export const customer = z.object({
  /** null: only the authority's directory has it. */
  id: rowId.nullable(),
  /** Of its own series; it never repeats. */
  number: z.int().nullable(),
  pin: z.string().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  /** Ours, or from the authority's directory. */
  source: z.enum(['shop', 'authority']),
  /** The authority's status of the taxpayer, if it was asked. */
  taxpayerStatus: z.enum(['active', 'inactive', 'unknown']),
  checkedAt: moment.nullable(),
  note: z.string().nullable(),
  /** Cents; null: nothing on credit. */
  creditLimit: cents.nullable(),
})
export type Customer = z.infer<typeof customer>

/** `owed`: at all tills together, as far as this till knows. */
const listed = customer.extend({ id: rowId, number: z.int(), owed: signedCents })
export type ListedCustomer = z.infer<typeof listed>

/** An e-mail address; empty = none. */
const email = z.union([z.email().max(50), z.literal('')])

/**
 * A customer's fields with the specification's names (`spec 2.4`) and the authority's lengths (`authority §1.4`, no.
 * 9).
 */
const callerCustomer = {
  custNo: text(9).nullish(),
  adrs: optionalText(300).nullish(),
  telNo: optionalText(20).nullish(),
  email: email.nullish(),
  faxNo: optionalText(20).nullish(),
  remark: optionalText(1000).nullish(),
  useYn: yesNo.nullish(),
  regrId: optionalText(20).nullish(),
  regrNm: optionalText(60).nullish(),
  modrId: optionalText(20).nullish(),
  modrNm: optionalText(60).nullish(),
}

export type CallerCustomer = z.infer<z.ZodObject<typeof callerCustomer>>

/** The authority's data on a PIN (`spec 2.12`). */
export const taxpayerFound = z.object({
  taxprNm: z.string(),
  tin: z.string(),
  bhfId: z.string(),
  prvncNm: z.string(),
})

const whole = z.string().nullable()

export const customerOperations = {
  'customer.lookUp': operation({
    summary: 'Who has this PIN: our own list, then the authority, then its last answer',
    allow: 'cashier',
    profile: true,
    input: z.object({ pin: taxpayerPin }),
    output: z.object({
      customer: customer.nullable(),
      /** false: the authority did not respond, so this data may be old. */
      askedAuthority: z.boolean(),
    }),
  }),
  'customer.list': operation({
    summary: 'Customers by name, PIN or phone',
    allow: 'cashier',
    profile: true,
    input: z.object({
      text: optionalText(100).default(''),
      /** Only those who owe something. */
      owing: z.boolean().default(false),
      /** Only those who owe more than their limit, at all tills together. */
      above: z.boolean().default(false),
      cursor: page.cursor,
      limit: z.int().min(1).max(100).default(30),
    }),
    output: z.object({ customers: z.array(listed), nextCursor }),
  }),
  'customer.save': operation({
    summary: 'Save a customer, new or known by id or PIN; one with a PIN is sent to the authority',
    allow: 'cashier',
    profile: true,
    input: z.object({
      /** Absent: a new customer, or the one with this PIN. */
      id: rowId.optional(),
      pin: taxpayerPin.nullish(),
      name: text(60),
      phone: optionalText(20).nullish(),
      email: email.nullish(),
      address: optionalText(300).nullish(),
      note: optionalText(1000).nullish(),
      /** null: nothing on credit; absent: unchanged. A change needs a manager. */
      creditLimit: cents.nullish(),
      /** Created by the window once per new customer. Required without id and PIN. */
      requestId: z.string().min(8).max(64).optional(),
    }),
    output: customer,
  }),
  'customer.find': operation({
    summary:
      'Who has this PIN: our own record, and the taxpayer at the authority (GET /customers/:pin; its shape is not in the specification)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/customers/:pin', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({ pin: taxpayerPin }),
    output: z
      .object({
        custTin: z.string(),
        custNm: z.string().describe("our own name of the customer, else the taxpayer's"),
        custNo: whole,
        adrs: whole,
        telNo: whole,
        email: whole,
        faxNo: whole,
        remark: whole,
        useYn: yesNo.nullable(),
        regrId: whole,
        regrNm: whole,
        modrId: whole,
        modrNm: whole,
        registered: z.boolean().describe('stored here; false: only the authority knows the PIN'),
        tin: whole.describe('the following members are null if the authority does not know the PIN'),
        taxprNm: whole,
        taxprSttsCd: z.enum(['A', 'D']).nullable().describe('A active, D inactive'),
        bhfId: whole,
        prvncNm: whole,
        locDesc: whole,
        checkedAt: isoMoment.nullable().describe('when the authority answered'),
      })
      .nullable(),
  }),
  'customer.submit': operation({
    summary: "Save a customer here and in the authority's branch list, by PIN (spec 4.5)",
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/customers',
      role: 'manager',
      envelope: 'successFlag',
      keeps: 'unnumbered',
    },
    input: z.looseObject({
      custTin: taxpayerPin,
      custNm: text(60),
      ...callerCustomer,
      custNo: callerCustomer.custNo.meta({ default: '000' }),
      useYn: callerCustomer.useYn.meta({ default: 'Y' }),
      regrId: callerCustomer.regrId.meta({ default: 'USR01' }),
      regrNm: callerCustomer.regrNm.meta({ default: 'Admin' }),
    }),
    output: z.object({ resultCd: z.string(), resultMsg: z.string() }),
  }),
  'customer.change': operation({
    summary: 'Change our own record of a customer; not sent to the authority (spec 4.6)',
    allow: 'software',
    profile: true,
    rest: { method: 'PATCH', path: '/customers/:pin', role: 'manager', envelope: 'successFlag' },
    input: z.looseObject({
      pin: taxpayerPin.describe("the customer's PIN; the specification calls it `customerId`"),
      custTin: taxpayerPin.nullish(),
      custNm: text(60).nullish(),
      ...callerCustomer,
    }),
    output: z.object({ custTin: z.string(), custNm: z.string() }),
  }),
}
