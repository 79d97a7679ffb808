/** The day's report, and the audit trail whose head it contains. */
import { z } from 'zod'
import {
  environment,
  language,
  moment,
  nextCursor,
  page,
  role,
  signedCents,
  taxType,
  wireDate,
} from './fields.ts'
import { operation } from './operation.ts'

const count = z.int().min(0)
const span = z.object({ first: z.string(), last: z.string() }).nullable()

/** Cents; those of credit notes are negative. */
const sums = z.object({
  documents: count,
  beforeDiscount: signedCents,
  discount: signedCents,
  /** Including tax. */
  total: signedCents,
  taxable: signedCents,
  tax: signedCents,
})
export type Sums = z.infer<typeof sums>

const copies = z.object({ documents: count, total: signedCents })

/** The kinds of audit rows. */
const auditKind = z.enum([
  'begun',
  'personMade',
  'personChanged',
  'personDismissed',
  'personBack',
  'pinSet',
  'wrongPins',
  'signedIn',
  'signedOut',
  'locked',
  'lockAfter',
  'keyMade',
  'keyAdopted',
  'keyRevoked',
  'profileMade',
  'profileSwitched',
  'restSwitched',
  'sale',
  'creditNote',
  'stockRecord',
  'signed',
  'unsigned',
  'signatureEntered',
  'refused',
  'setAside',
  'resent',
  'withdrawn',
  'settings',
  'device',
  'lanePaused',
  'laneResumed',
  'realigned',
  'report',
  'codeReused',
  'paymentChanged',
  'printedAgain',
  'restored',
  'cartDropped',
  'discounted',
  'priceChanged',
  'itemPriced',
  'stockAdjusted',
  'repaired',
  'day',
])

/** Where an audit trail is broken. */
const auditFault = z.enum([
  /** A row of the trail was changed. */
  'rowChanged',
  'rowMissing',
  /** Rows are missing at the end. */
  'cutAtEnd',
  /** The trail belongs to another profile, or has no beginning. */
  'notOurs',
  /** The head of a printed report is not in it. */
  'headMissing',
  'documentChanged',
  'documentMissing',
  /** A document, stock record or signature that the trail does not know. */
  'documentAdded',
  'recordChanged',
  'recordMissing',
  'recordAdded',
  'signatureChanged',
  'signatureMissing',
  'signatureAdded',
])
export type AuditFault = z.infer<typeof auditFault>

const audit = z.object({ seq: count, hash: z.string() })

const dayReport = z.object({
  /** Local day `YYYYMMDD`. */
  day: wireDate,
  madeAt: moment,
  madeBy: z.string(),
  shop: z.object({ name: z.string(), pin: z.string(), branch: z.string(), environment, till: z.string() }),
  device: z.object({ serial: z.string(), scuId: z.string(), mrcNo: z.string() }).nullable(),
  sales: sums,
  creditNotes: sums,
  /** Both together: the day's result. */
  all: sums,
  /** Copies printed that day, of documents of any day (receipt labels CS and CC). They are in no other sum. */
  copies: z.object({ sales: copies, creditNotes: copies }),
  /** The tax letters that occur; `percent`: the last one of that day. */
  taxes: z.array(
    z.object({
      taxType,
      percent: z.number(),
      total: signedCents,
      taxable: signedCents,
      tax: signedCents,
    }),
  ),
  /** Per payment method: income without change, refunds (negative), and both together. */
  payments: z.array(
    z.object({
      /** The till's word (`fiscal/codes.ts`); null: not given. */
      method: z.string().nullable(),
      name: z.string(),
      paid: signedCents,
      refunded: signedCents,
      total: signedCents,
    }),
  ),
  drawer: z.object({
    cashIn: signedCents,
    change: signedCents,
    refunds: signedCents,
    /** Cash received, less change, less cash refunds. The morning's cash in the drawer is not included. */
    expected: signedCents,
  }),
  cashiers: z.array(z.object({ name: z.string(), sales: count, creditNotes: count, total: signedCents })),
  /** Documents by state at the authority. Withdrawn ones are in no sum. */
  states: z.object({
    signed: count,
    waiting: count,
    unknown: count,
    refused: count,
    acceptedUnsigned: count,
    withdrawn: count,
  }),
  withdrawnTotal: signedCents,
  numbers: z.object({ sales: span, creditNotes: span, authority: span }),
  /** The audit trail when the report was made. */
  audit,
  /** How many times it was printed. */
  printed: count,
})
export type DayReport = z.infer<typeof dayReport>

const paper = z.enum(['58mm', '80mm', 'A4'])
const which = {
  /** Absent = today. */
  day: wireDate.optional(),
  language: language.default('en'),
  paper: paper.optional(),
}

export const reportOperations = {
  'report.day': operation({
    summary: 'The report of a day so far, as figures and as it would print; resets nothing',
    allow: 'manager',
    profile: true,
    input: z.object(which),
    output: z.object({ report: dayReport, html: z.string() }),
  }),
  'report.print': operation({
    summary: 'Print the report of a day; each print has its number',
    allow: 'manager',
    profile: true,
    input: z.object({ ...which, target: z.enum(['window', 'pdf', 'system']).optional() }),
    output: z.object({
      print: z.int().min(1),
      /** The page for the window's own print dialogue; null if the host printed it. */
      html: z.string().nullable(),
      /** Path of a written file. */
      file: z.string().nullable(),
    }),
  }),
}

const auditState = z.object({
  head: audit.nullable(),
  running: z.boolean(),
  last: z
    .object({
      at: moment,
      records: count,
      hash: z.string(),
      /** The first broken place. */
      broken: z
        .object({
          fault: auditFault,
          seq: count,
          kind: auditKind.nullable(),
          subject: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
})

const change = z.tuple([z.string(), z.string()])

/** A row of either trail, in parts that a screen translates. */
export const auditEntry = z.object({
  trail: z.enum(['profile', 'installation']),
  seq: count,
  at: moment,
  kind: auditKind,
  /** What the row is about, by its name at that time: a document's number, a person, the end of a key. */
  subject: z.string(),
  /** nobody: no person had signed in; command: the command line; start: the first start of a gateway. */
  by: z.enum(['person', 'key', 'till', 'authority', 'command', 'start', 'nobody']),
  /** Name of the person, end of the key; empty for the others. */
  who: z.string(),
  /** The receipt of a sale or a credit note. */
  invoiceId: count.nullable(),
  /** Cents: of the document, of the goods, or taken off. null: the act is not about money. */
  amount: z.int().nullable(),
  /** For the workspace's rows: further data. */
  detail: z
    .object({
      role: z.union([role, z.tuple([role, role])]),
      name: change,
      /** The name on a document of other software, where it is not `who`. */
      author: z.string(),
      /** For a wrong PIN and a sign-in: at a window or over REST. */
      door: z.enum(['window', 'rest']),
      count,
      because: z.string(),
      on: z.boolean(),
      /** The outcome of a sale with dropped goods, and those goods: hundredths, and cents at the item's price. */
      became: z.enum(['completed', 'parked', 'dropped']),
      goods: z.array(z.object({ code: z.string(), name: z.string(), quantity: z.int(), amount: z.int() })),
      /** Cents before and after, for each of the goods or for an item. */
      prices: z.array(z.tuple([z.int(), z.int()])),
      /** How a sale was paid, before and after: the till's words. */
      ways: z.tuple([z.array(z.string()), z.array(z.string())]),
      /** The authority's type of a stock movement. */
      movement: z.string(),
    })
    .partial(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The acts that a manager looks for. */
const activity = z.enum(['void', 'discount', 'price', 'refund', 'stock', 'signIn', 'settings'])
export type Activity = z.infer<typeof activity>

export const auditOperations = {
  'audit.status': operation({
    summary: 'The heads of the audit trails of profile and workspace, and the last findings',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: auditState.extend({ installation: auditState }),
  }),
  'audit.list': operation({
    summary: 'Acts of people and callers in both trails, newest first',
    allow: 'manager',
    profile: true,
    input: z.object({ ...page, about: activity.optional() }),
    output: z.object({ entries: z.array(auditEntry), nextCursor }),
  }),
  'audit.check': operation({
    summary: 'Start a check of both audit trails; audit.status has the findings when it ends',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({}),
  }),
}
