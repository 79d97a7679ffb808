/**
 * The wire between tills and their branch hub: HTTPS with JSON below `/hub/v1`. Money is cents, quantity hundredths,
 * `at` epoch milliseconds, a hash lower-case hexadecimal.
 */
import { z } from 'zod'

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
    /** Documents of other tills: whose they are, and their id there. */
    invoices: z.record(z.string(), z.object({ origin: uuid, id: z.int() })).optional(),
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
  /** A parked sale of the branch; `holder`: who took it, null while it can be taken. */
  z.object({
    kind: z.literal('parked'),
    uid: uuid,
    holder: uuid.nullable(),
    body: fields,
    open: z.boolean(),
  }),
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

export const hello = z.object({
  protocol: z.int(),
  /** The hub's time. It orders nothing. */
  now: z.int(),
  features: z.array(z.string()),
  environment: z.enum(['sandbox', 'production']),
  branch: z.string(),
  tillName: z.string(),
  signer: z.object({ state: z.enum(['none', 'hub', 'elsewhere']), epoch: z.int() }),
  place: factsPlace,
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
  'tooOld',
  /** Come back after `Retry-After` seconds. */
  'busy',
  'malformed',
  'tooLarge',
  'notFound',
  'wrongCode',
  'codeEnded',
  'otherEnvironment',
  'otherTaxpayer',
  'failed',
] as const
export type HubFailureCode = (typeof hubFailureCodes)[number]

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
  /** The last row that a forked till shares with the till it was copied from; its trail continues there. */
  forkedAt: z.object({ origin: uuid, place: factsPlace }).nullable(),
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
export const tokenRequest = z.object({ assertion: z.string().max(2000) })
export const tokenAnswer = z.object({ token: z.string(), validMs: z.int() })

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
      problem: z.enum(['forked', 'tampered', 'rewound', 'doubtfulTime', 'unread']).nullable(),
    }),
  ),
})
export type HubTills = z.infer<typeof hubTills>
