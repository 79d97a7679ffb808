/** Documents for the authority, their state, and the safe remedy. */
import { z } from 'zod'
import { submissionResult } from './callerSale.ts'
import { laneName } from './device.ts'
import { isoMoment, moment, nextCursor, page, rowId, signedCents, text, wholeNumber } from './fields.ts'
import { operation } from './operation.ts'

/** Other tills of the branch that the hub has not heard of lately, and since when; null: it never has. */
export const unheard = z.array(z.object({ name: z.string(), since: moment.nullable() }))

export const submissionKind = z.enum([
  'item',
  'customer',
  'sale',
  'creditNote',
  'purchase',
  'stockRecord',
  'stockMaster',
  'insurance',
  'customsEntry',
])
export type SubmissionKind = z.infer<typeof submissionKind>

export const submissionState = z.enum(['queued', 'sending', 'unknown', 'accepted', 'refused', 'withdrawn'])
type SubmissionState = z.infer<typeof submissionState>

/**
 * The manager's task after a rejection. The screen translates each.
 * - registerItem: the authority does not know an item in it
 * - oldLetter: an item got another tax letter after this sale
 * - fixItem: an item's class, unit, tax letter or code is wrong at the authority
 * - addStock: the authority's stock is less than what was sold
 * - fixBuyer: the buyer's PIN is wrong, or differs from the original's
 * - fixClock: a date is in the authority's future
 * - checkOriginal: the authority does not know the credit note's sale
 * - checkAmounts: arithmetic or rates differ
 * - sendAgain: a manager set it aside because the authority failed on it each time
 * - givenTwice: more would be credited than was sold
 * - changedOnDisk: the content differs from what was queued
 * - callSupport: anything else
 */
export const remedy = z.enum([
  'registerItem',
  'oldLetter',
  'fixItem',
  'addStock',
  'fixBuyer',
  'fixClock',
  'checkOriginal',
  'checkAmounts',
  'sendAgain',
  'givenTwice',
  'changedOnDisk',
  'callSupport',
])
export type Remedy = z.infer<typeof remedy>

/** A credit note of a sale of which more was given back than was paid. */
export const givenTwice = z.object({ number: z.string(), total: z.int(), by: z.string(), at: moment })
export type GivenTwice = z.infer<typeof givenTwice>

/** Why documents wait for a person: a remedy, a signature to enter, or a document to set aside. */
const causeKind = z.enum([...remedy.options, 'enterSignature', 'setAside'])
export type CauseKind = z.infer<typeof causeKind>

/** How a manager solves a cause for all its documents. `null`: other software must correct and resend them. */
const causeAct = z.enum([
  /** Adds the missing pieces to the stock, then resends. */
  'addStock',
  /** Sends the item to the authority again, then resends. */
  'registerItem',
  /** Fetches the tax rates, then resends. */
  'fetchRates',
  /** Resends with the right PIN, or without a buyer. */
  'correctBuyer',
  'resend',
  /** On other screens: change the item, enter the signature, set the document aside. */
  'openItem',
  'enterSignature',
  'setAside',
])
export type CauseAct = z.infer<typeof causeAct>

const causeDocument = z.object({
  id: rowId,
  kind: submissionKind,
  title: z.string(),
  invoiceId: rowId.nullable(),
  amount: signedCents.nullable(),
  at: moment,
  by: z.string(),
})
export type CauseDocument = z.infer<typeof causeDocument>

/** Goods that the authority rejected for its stock, hundredths. */
const causeGoods = z.object({
  itemId: rowId,
  name: z.string(),
  unit: z.string(),
  /** What the authority has by our books, and what the documents take. */
  has: z.int(),
  needed: z.int(),
  /** To be added before the authority accepts all documents; 0: its stock is enough by our books. */
  missing: z.int(),
})

const cause = z.object({
  /** The same for all documents that are solved together. */
  key: z.string(),
  kind: causeKind,
  itemId: rowId.nullable(),
  itemName: z.string().nullable(),
  buyerPin: z.string().nullable(),
  /** The software that must correct and resend them, as the audit trail names it; null: the shop's people do. */
  software: z.string().nullable(),
  /** The authority's words about the newest document, unchanged. */
  said: z.object({ code: z.string(), text: z.string() }),
  act: causeAct.nullable(),
  /** The first documents, oldest first; `count` has all. */
  documents: z.array(causeDocument),
  count: z.int(),
  /** Sales and credit notes among them, and their sum. */
  sales: z.int(),
  sum: signedCents,
  /** Sales that wait for these documents. */
  held: z.int(),
  goods: z.array(causeGoods),
})
export type Cause = z.infer<typeof cause>

const queueRow = z.object({
  id: rowId,
  kind: submissionKind,
  lane: laneName,
  state: submissionState,
  /**
   * Number of the sale or credit note; a purchase's number and supplier; name of the item, customer, insurance or import;
   * number of lines of a stock record.
   */
  title: z.string(),
  invoiceId: rowId.nullable(),
  itemId: rowId.nullable(),
  amount: signedCents.nullable(),
  by: z.string(),
  createdAt: moment,
  attempts: z.int(),
  lastTriedAt: moment.nullable(),
  nextTryAt: moment.nullable(),
  dueAt: moment,
  settledAt: moment.nullable(),
  /** `{sdcId}/{curRcptNo}` of a signed document. */
  controlUnitNumber: z.string().nullable(),
  /** The authority accepted the document without returning its signature. */
  withoutSignature: z.boolean(),
  /** The documents it waits for; empty = only its turn. */
  waitsFor: z.array(z.object({ id: rowId, kind: submissionKind, title: z.string(), state: submissionState })),
  /** A numbered document or record that failed repeatedly without a result. A manager may set it aside. */
  stuck: z.boolean(),
  /** The pause of its lane. */
  pausedBy: z.string().nullable(),
  refusal: z
    .object({
      remedy,
      /** The authority's code and text, unchanged. */
      code: z.string(),
      text: z.string(),
      /** Position (from 1) and name of the wrong line, if the text names one. */
      line: z.int().nullable(),
      itemName: z.string().nullable(),
      itemId: rowId.nullable(),
      /** With the remedy `givenTwice`: all credit notes of the sale, in order of time. */
      twice: z.array(givenTwice),
    })
    .nullable(),
  withdrawn: z.object({ by: z.string(), reason: z.string(), at: moment }).nullable(),
  /** The software that must correct and resend a rejected document (`cause.software`); null: the shop's people do. */
  software: z.string().nullable(),
  /** The row under which the screen shows it: the first one it waits for. */
  parentId: rowId.nullable(),
})
export type QueueRow = z.infer<typeof queueRow>

/** A document as its caller sees it in the queue: an extension of the specification. */
export const queueEntry = z
  .object({
    queueId: rowId,
    kind: submissionKind,
    lane: laneName,
    state: submissionState,
    stateText: z.string().describe('the state in words'),
    number: z
      .string()
      .nullable()
      .describe("its caller's number: invcNo, itemCd, sarNo or custTin; null if it has none"),
    authorityNumber: z
      .int()
      .nullable()
      .describe(
        "the authority's number of an accepted document: cisInvcNo, cisSarNo; null before, and for kinds without a number",
      ),
    title: z.string(),
    createdAt: isoMoment,
    ageSeconds: z.int(),
    attempts: z.int(),
    lastTriedAt: isoMoment.nullable(),
    nextTryAt: isoMoment
      .nullable()
      .describe('the latest time of the next attempt; earlier if the authority can be reached before'),
    settledAt: isoMoment.nullable(),
    pausedBy: z.string().nullable().describe('why its lane is paused; null if it is not'),
    stuck: z
      .boolean()
      .describe('the authority fails on it each time, and the documents behind it wait: it may be set aside'),
    /** Documents that must be settled first; empty = only its turn. */
    waitsFor: z.array(
      z.object({
        queueId: rowId,
        kind: submissionKind,
        title: z.string(),
        state: submissionState,
        location: z.string(),
      }),
    ),
    refusal: z
      .object({
        remedy,
        advice: z.string().describe('the remedy, in words'),
        authorityCode: z.string(),
        authorityText: z.string(),
        itemCd: z.string().nullable().describe('of the wrong item, if the authority names one'),
      })
      .nullable(),
    result: submissionResult.nullable().describe('the signature of an accepted invoice or credit note'),
    location: z.string().describe('address of this entry'),
    sale: z.string().optional().describe('address of its invoice or credit note'),
  })
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof queueEntry>

const countsByState = z.object({
  queued: z.int(),
  sending: z.int(),
  unknown: z.int(),
  accepted: z.int(),
  refused: z.int(),
  withdrawn: z.int(),
} satisfies Record<SubmissionState, z.ZodType>)

const buyerPin = z.string().regex(/^[A-Z]\d{9}[A-Z]$/, 'a letter, nine digits and a letter')

export const queueOperations = {
  'queue.list': operation({
    summary: 'Documents pending for the authority, or sent today',
    allow: 'cashier',
    profile: true,
    input: z.object({
      filter: z.enum(['needsPerson', 'waiting', 'sentToday', 'all']).default('waiting'),
      ...page,
    }),
    output: z.object({
      rows: z.array(queueRow),
      counts: z.object({ needsPerson: z.int(), waiting: z.int(), sentToday: z.int() }),
      nextCursor,
    }),
  }),
  'queue.get': operation({
    summary: 'One document with every attempt',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: z.object({
      row: queueRow,
      attempts: z.array(
        z.object({
          id: rowId,
          at: moment,
          durationMs: z.int().nullable(),
          action: z.enum(['send', 'lookUp']),
          /** `null`: interrupted before the outcome was known. */
          outcome: z.string().nullable(),
          code: z.string().nullable(),
          text: z.string().nullable(),
          /** The body as sent, without secrets; '' once it was pruned. */
          request: z.string(),
          response: z.string().nullable(),
          /** A checksum of both bodies after they were pruned. */
          bodyHash: z.string().nullable(),
        }),
      ),
    }),
  }),
  'queue.causes': operation({
    summary: 'What waits for a person, by cause; what waits for the authority; what machines tell each other',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({
      causes: z.array(cause),
      /** Their goods may still come. Empty unless goods are missing. */
      unheard,
      /** Sales and credit notes that are sent automatically. */
      waiting: z.object({
        count: z.int(),
        documents: z.array(causeDocument.extend({ state: submissionState })),
        oldestAt: moment.nullable(),
        dueAt: moment.nullable(),
      }),
      /** Pending documents that are no sale. */
      others: z.object({ items: z.int(), stock: z.int(), rest: z.int() }),
      /** Sales and credit notes that the authority accepted today, and the last accepted document. */
      sentToday: z.int(),
      lastSentAt: moment.nullable(),
    }),
  }),
  'queue.solve': operation({
    summary: 'Solve a cause for all its documents and resend them; does nothing if it is solved already',
    allow: 'manager',
    profile: true,
    input: z.object({
      key: z.string().max(200),
      /** For `addStock`: where the goods came from, and the pieces that the person saw, hundredths. */
      stock: z
        .object({
          kind: z.enum(['received', 'found']),
          reason: text(200),
          lines: z.array(z.object({ itemId: rowId, quantity: z.int().min(1) })).max(200),
        })
        .optional(),
      /** For `correctBuyer`: the right PIN; null removes the buyer. */
      buyerPin: buyerPin.nullable().optional(),
    }),
    output: z.object({ resent: z.int() }),
  }),
  'queue.tryNow': operation({
    summary: 'Skip the wait before the next attempt',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ waiting: z.int() }),
  }),
  'queue.resend': operation({
    summary: 'Resend a rejected document, rebuilt from the present data',
    allow: 'manager',
    profile: true,
    input: z.object({
      id: rowId,
      /** For a wrong buyer PIN: the right one; null removes the buyer. */
      buyerPin: buyerPin.nullable().optional(),
    }),
    output: queueRow,
  }),
  'queue.setAside': operation({
    summary:
      'Set aside a document on which the authority fails each time (a sale, credit note, stock record or purchase), after the authority confirmed that it does not have it; the next documents are sent',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId }),
    output: queueRow,
  }),
  'queue.withdraw': operation({
    summary: 'Withdraw a rejected document, with a reason; it stays on record',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId, reason: text(200) }),
    output: queueRow,
  }),
  'queue.resumeLane': operation({
    summary: 'Resume a paused lane after its cause has been fixed',
    allow: 'manager',
    profile: true,
    input: z.object({ lane: laneName }),
    output: z.object({}),
  }),
  'queue.find': operation({
    summary: 'The queue, oldest first (extension)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/queue', role: 'cashier', envelope: 'resultCode', extension: true },
    input: z.looseObject({
      state: z
        .enum(['open', 'all', ...submissionState.options])
        .default('open')
        .describe('`open`: queued, sending or unknown'),
      kind: submissionKind.optional(),
      lane: laneName.optional(),
      cursor: z.string().max(200).optional(),
      limit: wholeNumber.min(1).max(500).default(100),
    }),
    output: z.object({
      entries: z.array(queueEntry),
      counts: countsByState.describe('for the whole queue, whatever the filters'),
      nextCursor,
    }),
  }),
  'queue.look': operation({
    summary: 'The outcome of one document (extension)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/queue/:id', role: 'cashier', envelope: 'resultCode', extension: true },
    input: z.looseObject({ id: wholeNumber.min(1) }),
    output: queueEntry,
  }),
  'queue.act': operation({
    summary:
      'Act on a document that waits for a person: resend a rejected or set-aside one, set aside a stuck one, or withdraw a rejected one (extension)',
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/queue/:id', role: 'manager', envelope: 'resultCode', extension: true },
    input: z.looseObject({
      id: wholeNumber.min(1),
      act: z.enum(['sendAgain', 'setAside', 'giveUp']),
      reason: text(200).nullish().describe('for `giveUp`, required there; it stays on record'),
    }),
    output: queueEntry,
  }),
}
