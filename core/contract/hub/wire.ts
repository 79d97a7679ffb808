/**
 * The wire between tills and their branch hub: HTTPS with JSON below `/hub/v1`. Money is cents, quantity hundredths,
 * `at` epoch milliseconds, a hash lower-case hexadecimal.
 */

import { z } from 'zod'
import { contained } from './contained.ts'
import { heardOf } from './counter.ts'
import { toldCredit } from './credits.ts'

/** A hub speaks this version of the protocol, and the one before it. */
export const hubProtocol = 1

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const uuid = z.uuid()
/** A row as a digest reads it: names of columns and their values. */
const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
const rows = z.array(row)

/**
 * The rows of a document as the till stores them. Each kind of fact has its own (`db/profile/trailRows.ts`). What a hub
 * does not know it keeps.
 */
export const factRows = z.looseObject({
  row,
  lines: rows.optional(),
  tenders: rows.optional(),
  movements: rows.optional(),
  /** Of a row of the books. */
  parts: rows.optional(),
  /** What the queue owes the authority for this document. No digest covers it. */
  submissions: rows.optional(),
  /** Of a stock record: the till's submissions that the authority is told first, such as the purchase of the goods. */
  needs: z.array(z.int()).optional(),
})
export type FactRows = z.infer<typeof factRows>

/** A row of an origin's audit trail, with its document. */
export const fact = z.object({
  /** Version of this kind. */
  v: z.int().min(1),
  seq: z.int().min(1),
  at: z.int(),
  /** A hub keeps a kind that it does not know. */
  kind: z.string().min(1).max(64),
  subject: z.string(),
  rowId: z.int().nullable(),
  who: z.string(),
  content: z.string(),
  hash,
  rows: factRows.nullable(),
  /** What the till's own ids in `rows` mean elsewhere: the uid by the id. */
  uids: z.object({
    items: z.record(z.string(), uuid),
    customers: z.record(z.string(), uuid),
    /** What the hub gave the till for this credit note. */
    claim: uuid.optional(),
  }),
})
export type Fact = z.infer<typeof fact>

/** The most that one request carries. */
export const factLimit = { facts: 200, bytes: 524_288 }

/** How far the hub has an origin's trail. 200: with what was sent. 409: something else must be sent. */
export const factsPlace = z.object({ seq: z.int().min(0), hash })
export type FactsPlace = z.infer<typeof factsPlace>

export const factsRequest = z.object({
  protocol: z.int(),
  /**
   * The till's own row before the first fact. If it is the hub's place, the hub takes the facts even if the chain breaks
   * after it, and says so. Absent: facts that do not continue the hub's chain are a 409.
   */
  after: factsPlace.optional(),
  facts: z.array(fact).min(1).max(factLimit.facts),
})
export type FactsRequest = z.infer<typeof factsRequest>

/** Rows that a till has from before it was paired anew, in the name of the till that it was. */
export const earlierFactsRequest = factsRequest.extend({ of: uuid })

/** What the hub owns. A person's change at a till is a wish. */
export const sharedKinds = ['item', 'customer', 'person', 'setting'] as const
export const sharedKind = z.enum(sharedKinds)
export type SharedKind = z.infer<typeof sharedKind>

const fields = z.record(z.string(), z.json())
const versions = z.record(z.string(), z.int().min(1))

/** A change of one thing that the hub owns. It is the content of a fact of the kind `wish`. */
export const wish = z.object({
  uid: uuid,
  of: z.object({ kind: sharedKind, uid: uuid }),
  /** The version of each field that the person saw; a field without one is new. */
  base: versions,
  set: fields,
  who: z.string(),
  at: z.int(),
  /** True: the till had the thing before it was paired. The hub looks whether it knows it under another uid. */
  joins: z.boolean().optional(),
})
export type Wish = z.infer<typeof wish>

/** What the hub tells. Each row is whole; a row that changes again comes again, in its newest form. */
export const feedRow = z.discriminatedUnion('kind', [
  z.object({ kind: sharedKind, uid: uuid, versions, body: fields, active: z.boolean() }),
  /** Stock of the branch, hundredths, with what the hub has of each till (`applied`). */
  z.object({
    kind: z.literal('level'),
    uid: uuid,
    onHand: z.int(),
    authorityOnHand: z.int(),
    /** The item's at the authority, with the device of the branch. */
    code: z.string().optional(),
    /** Absent: the hub does not know. */
    heard: heardOf.optional(),
    /** Which stock records `authorityOnHand` contains. Absent: the hub does not know. */
    contained: contained.optional(),
    /** Nothing of the item waits for the authority: a difference between the two stays. */
    settled: z.literal(true).optional(),
  }),
  /** The last count of an item; `seq` is the fact of its till. */
  z.object({
    kind: z.literal('counted'),
    item: uuid,
    origin: uuid,
    seq: z.int(),
    at: z.int(),
    heard: heardOf,
  }),
  /** The end of this till's own document at the authority; `row` as `core/signer` publishes it. */
  z.object({ kind: z.literal('outcome'), seq: z.int(), body: fields }),
  /** The answer to this till's own wish. */
  z.object({
    kind: z.literal('wishEnd'),
    uid: uuid,
    outcome: z.enum(['applied', 'offered', 'refused']),
    body: fields,
  }),
  /** A till of the branch. */
  z.object({
    kind: z.literal('till'),
    uid: uuid,
    name: z.string(),
    seenAt: z.int().nullable(),
    revoked: z.boolean(),
  }),
  /** What a customer owes at another till, cents. */
  z.object({ kind: z.literal('account'), customer: uuid, origin: uuid, owed: z.int() }),
  /** A parked sale of the branch; `holder`: who took it, null while it can be taken. */
  z.object({
    kind: z.literal('parked'),
    uid: uuid,
    holder: uuid.nullable(),
    body: fields,
    open: z.boolean(),
  }),
  /** A credit note that another till made of a sale of this one. */
  z.object({ kind: z.literal('credited'), sale: z.int(), credit: toldCredit }),
])
export type FeedRow = z.infer<typeof feedRow>

/** One page of the feed. `place` is opaque to the till; it sends it back. */
export const feedPage = z.object({
  place: z.string(),
  /** True: the till's place was of another history of the hub, so the hub begins anew. */
  fromStart: z.boolean(),
  rows: z.array(feedRow),
  /** True: there is more to read now. */
  more: z.boolean(),
  /**
   * The number of this till's own last fact that the rows of this page contain. A till keeps it with each level of the
   * page: stock now is the level and the till's own movements after that fact.
   */
  applied: z.int().min(0),
})
export type FeedPage = z.infer<typeof feedPage>

/** The peppers of a branch. A verifier of a PIN is worth nothing without its pepper. */
export const peppers = z.object({
  /** For new verifiers. */
  current: uuid,
  known: z.array(z.object({ id: uuid, secret: z.string().min(20).max(100) })).max(100),
})
export type Peppers = z.infer<typeof peppers>

/** A feature of a hub: it asks tills how documents ended that a restored backup has as waiting. */
export const asksForEnds = 'asksForEnds'

export const hello = z.object({
  protocol: z.int(),
  /** The hub's time. It orders nothing. */
  now: z.int(),
  /**
   * The authority's time as the signer heard it, epoch milliseconds; null: not yet. A till that leaves its documents to the
   * signer hears it only here.
   */
  authorityNow: z.int().nullable().optional(),
  /** What this hub can do and earlier ones could not. */
  features: z.array(z.string()),
  environment: z.enum(['sandbox', 'production']),
  branch: z.string(),
  tillName: z.string(),
  /** The name of the pepper for new verifiers of PINs; absent: the hub is older than peppers. */
  pepper: uuid.optional(),
  /** none: the hub has no device of the branch. elsewhere: another program took its seat. */
  signer: z.object({
    state: z.enum(['none', 'hub', 'elsewhere']),
    epoch: z.int(),
    /** The authority that it talks to; null: none. A till of another one signs itself. */
    authority: z.string().nullable().default(null),
    /** It owes what the till's facts after this one say; null: the till signs itself. */
    since: z.int().nullable().default(null),
    /** True: this hub does not know since when it signs for the till, so the till says it again. */
    again: z.boolean().default(false),
    /** True: it took over what the till had registered, and told tills of it. Absent: the hub is older. */
    joined: z.boolean().optional(),
  }),
  /** The escrow that this till is to have as the deputy; null: it is not the deputy. Absent: the hub knows no deputies. */
  deputy: z.object({ digest: z.string() }).nullable().optional(),
  place: factsPlace,
  /**
   * The till that this one was before it was paired anew, if the hub lacks rows of it after `place` and up to `upTo`, which
   * this one has too. A hub that took over lacks them if the first till does not come. Absent: it lacks none.
   */
  lacks: z.object({ of: uuid, place: factsPlace, upTo: z.int() }).optional(),
})
export type Hello = z.infer<typeof hello>

/** The body of every answer that is not 200 or 409. */
export const hubFailure = z.object({ error: z.object({ code: z.string(), text: z.string() }) })

/** Says which protocol the sender speaks. Every request has it. */
export const protocolHeader = 'x-kaunta-hub'

/** The codes of failures. Most have words of their own at the till (`hubLink.ts`). */
export const hubFailureCodes = [
  /** The token has ended or is not of this hub. The till gets another one. */
  'token',
  'unconfirmed',
  'revoked',
  /** Another computer took over as this hub. */
  'replaced',
  'tooOld',
  /** Come back after `Retry-After` seconds. */
  'busy',
  /** The disk of the hub's database is full. Come back later, as if busy. */
  'full',
  'malformed',
  'tooLarge',
  'notFound',
  'wrongCode',
  'codeEnded',
  'otherEnvironment',
  'otherTaxpayer',
  /** The person may not do this, or the till that asks may not. */
  'notAllowed',
  /** What the act is about is not there any more. */
  'absent',
  /** Somebody changed it since the person looked. */
  'changed',
  /** Another thing has the value, such as a PIN. */
  'held',
  /** Another person has the name. */
  'nameTaken',
  /** The hub's screens: nobody is signed in, the name or the password is wrong, or too many were tried. */
  'signedOut',
  'wrongPassword',
  'tooMany',
  /** A page of another site asked. */
  'otherSite',
  'failed',
] as const
export type HubFailureCode = (typeof hubFailureCodes)[number]

/** The last row that a forked till shares with the till it was copied from; its trail continues there. */
const forkedAt = z.object({ origin: uuid, place: factsPlace }).nullable()
/** The hub that a till was paired with last, and what it is there. */
export const earlierPairing = z.object({ hub: uuid, origin: uuid, forkedAt })

/** A till asks to be linked. It has checked the hub's key by the code's first characters before. */
export const pairRequest = z.object({
  /** The last characters of the code. */
  secret: z.string().max(16),
  /** Ed25519, base64url. */
  publicKey: z.string().length(43),
  /** The profile's id: the name of its trail. */
  app: z.string().min(1).max(64),
  /** The name that the till would like. */
  name: z.string().min(1).max(20),
  environment: z.enum(['sandbox', 'production']),
  taxpayerPin: z.string().min(1).max(20),
  branch: z.string().min(1).max(20),
  /** Of a fork that the till just found. */
  forkedAt,
  /** A hub that was put back from a backup may not know this till any more. */
  earlier: earlierPairing.nullable().default(null),
})
export type PairRequest = z.infer<typeof pairRequest>

export const pairAnswer = z.object({
  hub: uuid,
  origin: uuid,
  /** Unique for ever. */
  name: z.string().min(1).max(20),
})
export type PairAnswer = z.infer<typeof pairAnswer>

/** What the till signs with its key to get a token. */
export const nonceAnswer = z.object({ nonce: z.string().max(200), now: z.int() })
/** `assertion`: a JWT by the till's key with `iss` = origin, `aud` = hub, and the nonce. */
const epochs = {
  /** The highest of the hub that the sender knows, and the computer that began it; null: no computer took over. */
  epoch: z.int().min(1).default(1),
  computer: z.string().max(200).nullable().default(null),
}
export const tokenRequest = z.object({
  assertion: z.string().max(2000),
  ...epochs,
  /** Up to where the till read the feed in that epoch; null: it did not, or is of an earlier version. */
  place: z.string().max(5000).nullable().default(null),
})
export const tokenAnswer = z.object({ token: z.string(), validMs: z.int(), ...epochs })

/** The person at a till who asks for an act. The hub notes the name beside the till of the token. */
export const actingPerson = z.object({
  uid: z.string().min(1).max(64),
  name: z.string().min(1).max(100),
  role: z.enum(['manager', 'owner']),
})
export type ActingPerson = z.infer<typeof actingPerson>

/** `uid`: the till that is admitted or ended. */
export const tillAct = z.object({ uid: uuid, by: actingPerson })
export const codeRequest = z.object({ by: actingPerson })
/** A new code that lets one till in, and where the hub is. */
export const codeAnswer = z.object({ code: z.string(), until: z.int(), addresses: z.array(z.string()) })
export type CodeAnswer = z.infer<typeof codeAnswer>

/** A person, and the name of the till where that was; null: the hub's own computer. */
const doneBy = z.object({ who: z.string(), till: z.string().nullable() }).nullable()

export const hubTills = z.object({
  tills: z.array(
    z.object({
      uid: uuid,
      name: z.string(),
      branch: z.string(),
      seenAt: z.int().nullable(),
      /** Rows that the till said it has and the hub does not; null: not known. */
      waiting: z.int().nullable(),
      words: z.tuple([z.string(), z.string()]).nullable(),
      state: z.enum(['unconfirmed', 'active', 'revoked']),
      /** tampered: its trail was changed. doubtfulTime: its clock differs by a day. unread: the hub could not read a fact. */
      problem: z.enum(['tampered', 'doubtfulTime', 'unread']).nullable(),
      /** null: its code was made at the hub's own computer. */
      letInBy: doneBy,
      /** null: the code was proof enough. */
      confirmedBy: doneBy,
      revokedAt: z.int().nullable(),
      revokedBy: doneBy,
      /** It can take over if the hub is lost, since `heldAt`; null there: not yet. null: another till is the deputy. */
      deputy: z.object({ heldAt: z.int().nullable() }).nullable().default(null),
      /** The newest sale or credit note of the till that the hub has; null: none, or an earlier hub does not say. */
      lastDocument: z.object({ number: z.string(), at: z.int() }).nullable().default(null),
    }),
  ),
})
export type HubTills = z.infer<typeof hubTills>
