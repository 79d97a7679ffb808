/** The tills of a branch, as a linked till learns them from its hub. */
import { z } from 'zod'
import { branchCode, moment, uuid } from './fields.ts'
import { operation } from './operation.ts'

/** A person, and the name of the till where that was; null: the hub's own computer. */
const doneBy = z.object({ who: z.string(), till: z.string().nullable() }).nullable()

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
  /** Shown at the till as well. null: it has no key. */
  words: z.tuple([z.string(), z.string()]).nullable(),
  state: z.enum(['unconfirmed', 'active', 'revoked']),
  /** tampered: its trail was changed. doubtfulTime: its clock differs by a day. unread: the hub could not read a fact. */
  problem: z.enum(['tampered', 'doubtfulTime', 'unread']).nullable(),
  /** null: its code was made at the hub's own computer. */
  letInBy: doneBy,
  /** null: the code was proof enough. */
  confirmedBy: doneBy,
  revokedAt: moment.nullable(),
  revokedBy: doneBy,
  /** It can take over if the hub is lost, since `heldAt`; null there: not yet. null: it is not the deputy. */
  deputy: z.object({ heldAt: moment.nullable() }).nullable(),
  /** The newest sale or credit note of the till that the hub has. Later ones are at that till alone. */
  lastDocument: z.object({ number: z.string(), at: moment }).nullable(),
})
export type HubTill = z.infer<typeof hubTill>

const tills = z.object({ tills: z.array(hubTill) })

export const hubTillOperations = {
  'hub.tills': operation({
    summary: 'The tills of the branch, as the hub knows them',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: tills,
  }),
  'hub.confirm': operation({
    summary: 'Admit a till: its two words are the same there',
    allow: 'manager',
    profile: true,
    input: z.object({ uid: uuid }),
    output: tills,
  }),
  'hub.revoke': operation({
    summary: 'End another till of the branch at the hub, such as a stolen one',
    allow: 'owner',
    profile: true,
    input: z.object({ uid: uuid }),
    output: tills,
  }),
  'hub.nameDeputy': operation({
    summary:
      'Name the till of the branch that can take over if the hub is lost; the one before is not it any more',
    allow: 'owner',
    profile: true,
    input: z.object({ uid: uuid }),
    output: tills,
  }),
  'hub.code': operation({
    summary: 'A code that lets one till in; an earlier code ends',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: z.object({
      /** In groups of four, with hyphens. */
      code: z.string(),
      until: moment,
      /** Where tills of the network reach the hub. */
      addresses: z.array(z.string()),
    }),
  }),
}
