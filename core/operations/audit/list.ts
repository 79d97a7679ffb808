import { z } from 'zod'
import type { Db } from '../../../db/engine/sqlite.ts'
import { accountEntry, customerSale } from '../../../db/profile/accounts.ts'
import { approvalById } from '../../../db/profile/approvals.ts'
import { type AuditRow, auditBefore, authority, till } from '../../../db/profile/audit.ts'
import { customsDecision } from '../../../db/profile/customs.ts'
import { decisionById, deliveryById } from '../../../db/profile/deliveries.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import type { AuditKind } from '../../../db/profile/schema.ts'
import { cashMovement, closeOf, shiftById } from '../../../db/profile/shifts.ts'
import { arrivalDecisionById } from '../../../db/profile/transfers.ts'
import { unofficialById } from '../../../db/profile/unofficial.ts'
import { apiKeyById } from '../../../db/workspace/apiKeys.ts'
import { userById } from '../../../db/workspace/queries.ts'
import { ok } from '../../contract/errors.ts'
import { type Activity, type AuditEntry, auditEntry } from '../../contract/report.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { encode, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

/** An act is found under one word. */
const kindsOf: Record<Activity, readonly AuditKind[]> = {
  void: ['cartDropped', 'withdrawn'],
  discount: ['discounted'],
  price: ['priceChanged', 'itemPriced', 'itemChanged', 'itemsImported', 'itemsChanged', 'importUndone'],
  refund: ['creditNote', 'paymentChanged'],
  cash: ['shiftOpened', 'shiftClosed', 'cashIn', 'cashOut', 'drawerOpened', 'cashCounted', 'shiftReviewed'],
  approval: ['approved'],
  account: [
    'customerSaved',
    'customersMerged',
    'soldOnCredit',
    'creditAboveLimit',
    'accountPaid',
    'paidBefore',
  ],
  stock: [
    'stockAdjusted',
    'itemBarcoded',
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
  ],
  unofficial: [
    ...['trainingStarted', 'trainingEnded', 'trainingSale', 'trainingCreditNote', 'proforma'],
    ...['proformaSold', 'unofficialCopied'],
  ] as AuditKind[],
  signIn: ['signedIn', 'signedOut', 'locked', 'wrongPins'],
  settings: [
    ...['settings', 'device', 'day', 'restored', 'lockAfter', 'restSwitched', 'hubSwitched'],
    ...['hubSheet'],
    ...['updateAddress', 'updateBegun', 'updateEnded'],
    ...['personMade', 'personChanged', 'personDismissed', 'personBack', 'pinSet'],
    ...['keyMade', 'keyAdopted', 'keyRevoked', 'profileMade', 'profileSwitched', 'exported'],
    ...['hubPaired', 'hubLeft', 'hubTillAdmitted', 'hubTillEnded', 'hubCodeMade'],
    ...['hubDeputyNamed', 'hubLetterRegistered', 'hubTakenOver', 'hubPasswordSet'],
  ] as AuditKind[],
}

type Actor = Pick<AuditEntry, 'by' | 'who'>

const automaticAuthors: Record<string, AuditEntry['by']> = {
  [till]: 'till',
  [authority]: 'authority',
  command: 'command',
  start: 'start',
  nobody: 'nobody',
}

const actorOf = ({ db }: Workspace, who: string, trail: AuditEntry['trail']): Actor => {
  const by = automaticAuthors[who]
  if (by) return { by, who: '' }
  // A profile's audit trail has names, the workspace's has ids.
  if (trail === 'profile') return { by: 'person', who }
  const user = userById(db, who)
  if (user) return { by: 'person', who: user.name }
  const key = apiKeyById(db, who)
  return { by: 'key', who: key?.name ?? `… ${key?.last_four ?? who}` }
}

/** Rows of a profile whose content is JSON. */
const readableKinds: readonly AuditKind[] = [
  'paymentChanged',
  'cartDropped',
  'discounted',
  'priceChanged',
  'itemPriced',
  'itemChanged',
  'exported',
  'stockAdjusted',
  'cashCounted',
  'customerSaved',
  'customersMerged',
  'creditAboveLimit',
  'unofficialCopied',
]

const contentOf = (content: string): { detail: AuditEntry['detail']; amount: number | null } => {
  try {
    // A row may have been changed on disk. Only readable parts are shown; the audit check reports the rest.
    const members: unknown = JSON.parse(content)
    const detail = auditEntry.shape.detail.parse(members)
    const ofGoods = detail.goods?.reduce((sum, { amount }) => sum + amount, 0)
    return { detail, amount: amountOf.parse(members).amount ?? ofGoods ?? null }
  } catch {
    return { detail: {}, amount: null }
  }
}
const amountOf = z.object({ amount: z.int().optional() })

/** Why a manager refused an invoice, or dismissed an arrival. */
const decidedBecause = (db: Db, kind: AuditKind, id: number): string | null | undefined => {
  if (kind === 'purchaseRefused') return decisionById(db, id)?.reason
  if (kind === 'customsRejected') return customsDecision(db, id)?.remark
  return kind === 'arrivalDismissed' ? arrivalDecisionById(db, id)?.reason : null
}

/** A key may name anyone on a document. The trail shows that name beside the key. */
const ofDocument = (db: Db, row: AuditRow): ReturnType<typeof contentOf> => {
  const { kind, row_id, who } = row
  const invoice =
    row_id !== null && (kind === 'sale' || kind === 'creditNote') ? invoiceById(db, row_id) : undefined
  const approved = kind === 'approved' && row_id !== null ? approvalById(db, row_id) : undefined
  if (approved) {
    const { act, amount, asker_name: asker, reason } = approved
    return { detail: { act, asker, reason }, amount }
  }
  const reason = kind === 'paidBefore' && row_id !== null ? accountEntry(db, row_id)?.note : undefined
  if (reason) return { detail: { reason }, amount: ofCash(db, row) }
  const decided = row_id === null ? null : decidedBecause(db, kind, row_id)
  if (decided) return { detail: { reason: decided }, amount: null }
  if (kind === 'proformaSold') return { detail: { called: row.content }, amount: null }
  if (!invoice) return { detail: {}, amount: ofCash(db, row) }
  const { author_name: author, total } = invoice
  return { detail: author === who ? {} : { author }, amount: kind === 'sale' ? total : -total }
}

/**
 * Cents: cash in, cash out (negative), the float of an opening, the difference of a closing, a debt, a payment of it, an
 * unofficial paper.
 */
const ofCash = (db: Db, { kind, row_id }: AuditRow): number | null => {
  const id = row_id ?? 0
  switch (kind) {
    case 'shiftOpened':
      return shiftById(db, id)?.float ?? null
    case 'shiftClosed': {
      const close = closeOf(db, id)
      return close ? close.counted - close.expected : null
    }
    case 'cashIn':
    case 'cashOut': {
      const { amount } = cashMovement(db, id) ?? {}
      return amount === undefined ? null : kind === 'cashIn' ? amount : -amount
    }
    case 'soldOnCredit':
      return customerSale(db, id)?.credit ?? null
    case 'accountPaid':
    case 'paidBefore':
      return accountEntry(db, id)?.amount ?? null
    case 'delivered':
      return deliveryById(db, id)?.total ?? null
    case 'trainingSale':
    case 'trainingCreditNote':
    case 'proforma': {
      const { total } = unofficialById(db, id, ['TS', 'TC', 'PS']) ?? {}
      return total === undefined ? null : kind === 'trainingCreditNote' ? -total : total
    }
    default:
      return null
  }
}

const isBefore = (a: AuditRow | undefined, b: AuditRow | undefined): boolean =>
  a !== undefined && (b === undefined || a.at > b.at)

/** Above every row number. */
const start = 2 ** 53 - 1

export const listAudit: Handler<'audit.list'> = ({ cursor, limit, about }, { workspace, db }) => {
  const from = readCursor(cursor, ['number', 'number'])
  if (!from.ok) return from
  const [profileFrom, ownFrom] = from.data ?? [start, start]
  const kinds = about && kindsOf[about]
  const profile = auditBefore(db, { before: profileFrom, limit: limit + 1, kinds })
  const own = auditBefore(workspace.db, { before: ownFrom, limit: limit + 1, kinds })
  const entries: AuditEntry[] = []
  let [p, o] = [0, 0]
  while (entries.length < limit && (profile[p] || own[o])) {
    const trail = isBefore(own[o], profile[p]) ? 'installation' : 'profile'
    const row = trail === 'installation' ? own[o++] : profile[p++]
    if (!row) break
    const { seq, at, kind, subject, who, content } = row
    const isReadable = trail === 'installation' || readableKinds.includes(kind)
    const facts = isReadable ? contentOf(content) : ofDocument(db, row)
    const invoiceId = kind === 'sale' || kind === 'creditNote' ? row.row_id : null
    entries.push({ trail, seq, at, kind, subject, ...actorOf(workspace, who, trail), invoiceId, ...facts })
  }
  const hasMore = profile[p] !== undefined || own[o] !== undefined
  const reached = [profile[p - 1]?.seq ?? profileFrom, own[o - 1]?.seq ?? ownFrom]
  return ok({ entries, ...(hasMore ? { nextCursor: encode(reached) } : {}) })
}
