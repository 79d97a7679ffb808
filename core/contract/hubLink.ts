/** A till and its branch hub: how they are linked, what waits, and what the hub tells about its branch. */
import { z } from 'zod'
import { branchCode, moment, signedCents, taxType, text, uuid, wireDate } from './fields.ts'
import { operation } from './operation.ts'

/**
 * Why a till and its hub do not work together now. Screens have words for each.
 * - unreachable: nothing answers at the address.
 * - busy: the hub answers, and asks to come back later.
 * - pinMismatch: what answers at the address is not this till's hub. The till sent nothing.
 * - unconfirmed: a manager at the hub must compare the two words.
 * - revoked: an owner ended this till at the hub.
 * - unknown: the hub does not know this till. It must be paired anew.
 * - otherEnvironment: the hub is for Sandbox, and the till for Production, or the other way round.
 * - forked: a copy of this till is at work. It must be paired anew.
 * - tooOld: the hub needs a newer Kaunta at this till.
 * - tooNew: the hub itself is too old for this till.
 * - hubFailed: the hub met an error. Its log says which.
 * - secretsUnreadable: the keyring of the till's computer is locked.
 * - notKept: the till could not keep what the hub told.
 */
export const hubProblems = [
  'unreachable',
  'busy',
  'pinMismatch',
  'unconfirmed',
  'revoked',
  'unknown',
  'otherEnvironment',
  'forked',
  'tooOld',
  'tooNew',
  'hubFailed',
  'secretsUnreadable',
  'notKept',
] as const
export const hubProblem = z.enum(hubProblems)
export type HubProblem = z.infer<typeof hubProblem>

/** A host name or an IP address, with or without a port. The port of a hub is {@link hubPort} when absent. */
export const hubAddressForm = /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(:\d{1,5})?$/
export const hubPort = 4878

/** Characters of a pairing code. None looks like another one. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 16

/** Returns a code as it is compared: without spaces and hyphens, with the letters that a person may have mistaken. */
export const plainCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const code = z
  .string()
  .max(60)
  .transform(plainCode)
  .refine(
    (plain) => plain.length === codeLength && [...plain].every((sign) => codeAlphabet.includes(sign)),
    `the ${codeLength} characters that the hub shows`,
  )

const link = z.object({
  /** The hub's uid. */
  hub: uuid,
  /** Where the hub answered last. */
  address: z.string(),
  /** The name that the hub gave this till. */
  tillName: z.string(),
  branch: branchCode,
  pairedAt: moment,
  /** Two words, shown at the till and at the hub. */
  words: z.tuple([z.string(), z.string()]),
  /** Since when the hub has not answered; null: it answers. */
  silentSince: moment.nullable(),
  /** Rows of this till's trail that the hub does not have. */
  waiting: z.int(),
  /** When the hub last took something in; null: never. */
  sentAt: moment.nullable(),
  /** When this till last knew all that the hub tells; null: never. */
  readAt: moment.nullable(),
  /** The hub's clock minus the till's, milliseconds; null: not known since the start. */
  clockDifferenceMs: z.int().nullable(),
  /** True: the hub's signer talks to the authority for this till. */
  signs: z.boolean(),
  problem: hubProblem.nullable(),
})
export type HubLinkView = z.infer<typeof link>

const hubState = z.object({
  role: z.enum(['alone', 'linked']),
  /** null: alone. */
  link: link.nullable(),
})
export type HubState = z.infer<typeof hubState>

/** The hub on this computer, as the till that started it sees it. */
const thisComputer = z.object({
  /** impossible: no PostgreSQL runs here, or this Kaunta may start no hub. */
  state: z.enum(['off', 'starting', 'on', 'failed', 'impossible']),
  /** Where tills of the network reach it; empty while it is off. */
  addresses: z.array(z.string()),
  /** In groups of four, with hyphens; null: none is valid now. */
  code: z.string().nullable(),
  codeUntil: moment.nullable(),
  /** Why it failed, in plain English. */
  failure: z.string().nullable(),
})
export type ThisComputer = z.infer<typeof thisComputer>

const hubTill = z.object({
  uid: uuid,
  name: z.string(),
  branch: branchCode,
  /** null: nothing was heard of it yet. */
  seenAt: moment.nullable(),
  /** Rows that the till said it has and the hub does not; null: not known. */
  waiting: z.int().nullable(),
  /** The till that asks. */
  own: z.boolean(),
  /** Shown at the till as well. null: this till cannot know them. */
  words: z.tuple([z.string(), z.string()]).nullable(),
  state: z.enum(['unconfirmed', 'active', 'revoked']),
  /** doubtfulTime: its clock differs by a day or more. unread: the hub could not read something of it. */
  problem: z.enum(['forked', 'tampered', 'rewound', 'doubtfulTime', 'unread']).nullable(),
})
export type HubTill = z.infer<typeof hubTill>

const tills = z.object({ tills: z.array(hubTill) })

const hubReport = z.object({
  day: wireDate,
  branch: branchCode,
  sales: z.int(),
  creditNotes: z.int(),
  /** Sales minus credit notes. */
  total: signedCents,
  tax: signedCents,
  tenders: z.array(z.object({ name: z.string(), total: signedCents })),
  taxes: z.array(z.object({ taxType, taxable: signedCents, tax: signedCents })),
  tills: z.array(
    z.object({
      name: z.string(),
      documents: z.int(),
      total: signedCents,
      /** The day may lack what this till has sold since; null: nothing was heard of it yet. */
      heardUntil: moment.nullable(),
    }),
  ),
})
export type HubReport = z.infer<typeof hubReport>

const offerField = z.object({
  field: z.string(),
  /** As JSON. */
  inForce: z.json(),
  offered: z.json(),
})
const hubOffer = z.object({
  uid: uuid,
  kind: z.enum(['item', 'customer', 'person', 'setting']),
  name: z.string(),
  fields: z.array(offerField),
  /** Who changed what is in force; null: not known. */
  inForceBy: z.string().nullable(),
  offeredBy: z.string(),
  offeredAt: moment,
  till: z.string(),
})
export type HubOffer = z.infer<typeof hubOffer>

export const hubLinkOperations = {
  'hub.state': operation({
    summary: 'Whether this till is linked to a branch hub, and how the two get along',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: hubState,
  }),
  'hub.pair': operation({
    summary: 'Link this till to a hub with the code that the hub shows',
    allow: 'owner',
    profile: true,
    input: z.object({
      address: z.string().trim().regex(hubAddressForm, 'a name or an address such as 192.168.1.20'),
      code,
    }),
    output: hubState,
  }),
  'hub.setAddress': operation({
    summary: 'Tell this till where its hub is now',
    allow: 'manager',
    profile: true,
    input: z.object({
      address: z.string().trim().regex(hubAddressForm, 'a name or an address such as 192.168.1.20'),
    }),
    output: hubState,
  }),
  'hub.tryNow': operation({
    summary: 'Ask the hub at once, without waiting for the next try',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: hubState,
  }),
  'hub.leave': operation({
    summary: 'End the link. The till keeps all that it has, and works alone',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: hubState,
  }),
  'hub.thisComputer.state': operation({
    summary: 'The hub on this computer',
    allow: 'manager',
    profile: false,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.thisComputer.start': operation({
    summary: 'Start a hub on this computer, now and with each later start of Kaunta',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.thisComputer.stop': operation({
    summary: 'Stop the hub on this computer. Its tills go on selling',
    allow: 'owner',
    profile: false,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.thisComputer.newCode': operation({
    summary: 'A new pairing code; the earlier one ends',
    allow: 'owner',
    profile: false,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.tills': operation({
    summary: 'The tills of the branch, as the hub knows them',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: tills,
  }),
  'hub.confirm': operation({
    summary: 'At the hub: the two words are the same at the till, so it may begin',
    allow: 'manager',
    profile: true,
    input: z.object({ uid: uuid }),
    output: tills,
  }),
  'hub.revoke': operation({
    summary: 'At the hub: end a till, such as a stolen one',
    allow: 'owner',
    profile: true,
    input: z.object({ uid: uuid }),
    output: tills,
  }),
  'hub.report': operation({
    summary: 'A day of the branch, of all its tills',
    allow: 'manager',
    profile: true,
    input: z.object({ day: wireDate }),
    output: hubReport,
  }),
  'hub.offers': operation({
    summary: 'Changes of other tills that met a later change, and wait for a manager',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({ offers: z.array(hubOffer) }),
  }),
  'hub.answerOffer': operation({
    summary: 'Take an offered change, or drop it',
    allow: 'manager',
    profile: true,
    input: z.object({ uid: uuid, take: z.boolean(), note: text(200).optional() }),
    output: z.object({ offers: z.array(hubOffer) }),
  }),
}
