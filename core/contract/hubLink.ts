/** A till and its branch hub: how they are linked, and what waits. */
import { z } from 'zod'
import { branchCode, moment, uuid } from './fields.ts'
import { invoiceRow } from './invoice.ts'
import { operation } from './operation.ts'

/**
 * Why a till and its hub do not work together now. Screens have words for each.
 * - unreachable: nothing answers at the address.
 * - busy: the hub answers, and asks to come back later.
 * - full: the disk of the hub is full, so it takes nothing in.
 * - pinMismatch: what answers at the address is not this till's hub. The till sent nothing.
 * - unconfirmed: a manager at the hub must compare the two words.
 * - revoked: an owner ended this till at the hub.
 * - replaced: another computer took over as the hub. The till asks for it at its new address.
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
  'full',
  'pinMismatch',
  'unconfirmed',
  'revoked',
  'replaced',
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

/** These end once this till is linked again. Until then the hub takes nothing from it. */
export const endedByLinking: ReadonlySet<HubProblem | null> = new Set(['revoked', 'unknown', 'forked'])

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
  /** True: it will, once no document of this till waits. */
  signsLater: z.boolean(),
  /** True: the owner ends the link, and the hub's signer ends first what it was left. */
  leaves: z.boolean(),
  /** True: this till keeps what it needs to take over as the hub. */
  deputy: z.boolean(),
  problem: hubProblem.nullable(),
})
export type HubLinkView = z.infer<typeof link>

const hubState = z.object({
  role: z.enum(['alone', 'linked']),
  /** null: alone. */
  link: link.nullable(),
})
export type HubState = z.infer<typeof hubState>

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
  'hub.receipts': operation({
    summary: 'Sales that other tills of the branch made, by number or signature, as the hub knows them',
    allow: 'cashier',
    profile: true,
    input: z.object({ text: z.string().trim().min(1).max(200) }),
    output: z.object({
      invoices: z.array(invoiceRow),
      /** The till that makes such numbers; null: the text is no number. */
      madeAt: z.string().nullable(),
      /** away: the hub does not answer. busy: this till looked up too many in the last minute. */
      problem: z.enum(['away', 'busy']).nullable(),
    }),
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
}
