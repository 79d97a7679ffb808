/** The day's report, and the audit trail whose head it contains. */
import { z } from 'zod'
import { language, moment, nextCursor, page, role, signedCents, wireDate } from './fields.ts'
import { auditHead, count, figures, reportHead } from './figures.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { printTarget } from './workspace.ts'

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
  'hubSwitched',
  'hubSheet',
  'updateAddress',
  'updateBegun',
  'updateEnded',
  'printerSaved',
  'printerRemoved',
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
  'parked',
  'resumed',
  'counted',
  'creditDropped',
  'discounted',
  'priceChanged',
  'itemPriced',
  'itemChanged',
  'itemsImported',
  'itemsChanged',
  'importUndone',
  'importPart',
  'wish',
  'itemBarcoded',
  'exported',
  'stockAdjusted',
  'repaired',
  'day',
  'shiftOpened',
  'shiftClosed',
  'cashIn',
  'cashOut',
  'drawerOpened',
  'cashCounted',
  'shiftReviewed',
  'approved',
  'customerSaved',
  'customersMerged',
  'soldOnCredit',
  'creditAboveLimit',
  'accountPaid',
  'paidBefore',
  'trainingStarted',
  'trainingEnded',
  'trainingSale',
  'trainingCreditNote',
  'proforma',
  'unofficialCopied',
  'proformaSold',
  'countStarted',
  'countBooked',
  'countDropped',
  'delivered',
  'purchaseRefused',
  'purchaseTakenUp',
  'transferSent',
  'transferReceived',
  'arrivalDismissed',
  'arrivalTakenUp',
  'ordered',
  'orderReceived',
  'orderCancelled',
  'customsApproved',
  'customsRejected',
  'hubPaired',
  'hubLeft',
  'hubTillAdmitted',
  'hubTillEnded',
  'hubDeputyNamed',
  'hubLetterRegistered',
  'hubTakenOver',
  'hubCodeMade',
  'hubPasswordSet',
  'owed',
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
  /** A shift, its closing, cash in or out, a debt, a payment on account, or an unofficial paper. */
  'cashChanged',
  'cashMissing',
  'cashAdded',
])
export type AuditFault = z.infer<typeof auditFault>

const dayReport = z.object({
  /** Local day `YYYYMMDD`. */
  day: wireDate,
  ...reportHead,
  ...figures.shape,
  drawer: z.object({
    cashIn: signedCents,
    change: signedCents,
    refunds: signedCents,
    /** Cash that customers paid on account. */
    onAccount: signedCents,
    /** Cash received, less change and cash refunds, and cash paid on account. The morning's cash in the drawer is not included. */
    expected: signedCents,
  }),
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
    input: z.object({ ...which, target: printTarget.optional() }),
    output: z.object({
      print: z.int().min(1),
      ...printed,
    }),
  }),
}

const auditState = z.object({
  head: auditHead.nullable(),
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
      /** The name of a key; the proforma of a sale. */
      called: z.string(),
      /** The name on a document of other software, where it is not `who`. */
      author: z.string(),
      /** For a wrong PIN and a sign-in: at a window or over REST. */
      door: z.enum(['window', 'rest']),
      count,
      because: z.string(),
      on: z.boolean(),
      /**
       * The outcome of a sale with dropped goods (`open`: none yet), and those goods: hundredths, and cents at the item's
       * price.
       */
      became: z.enum(['completed', 'parked', 'dropped', 'open']),
      goods: z.array(z.object({ code: z.string(), name: z.string(), quantity: z.int(), amount: z.int() })),
      /** Cents before and after, for each of the goods or for an item. */
      prices: z.array(z.tuple([z.int(), z.int()])),
      /** How a sale was paid, before and after: the till's words. */
      ways: z.tuple([z.array(z.string()), z.array(z.string())]),
      /** An approved act (`approval.ts`), whose act it was, and why. */
      act: z.string(),
      asker: z.string(),
      reason: z.string(),
      /** The authority's type of a stock movement. */
      movement: z.string(),
      /** A customer's number and name. */
      customer: z.string(),
      /** The changed fields of a customer, by the names of their columns. */
      fields: z.array(z.string()),
      /** Cents before and after; null: nothing on credit. */
      limits: z.tuple([z.int().nullable(), z.int().nullable()]),
    })
    .partial(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The acts that a manager looks for. */
const activity = z.enum([
  'void',
  'discount',
  'price',
  'refund',
  'cash',
  'approval',
  'account',
  'stock',
  'unofficial',
  'signIn',
  'settings',
])
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
