/** Explains a row of the queue: its state, its reason, and the one safe act. Pure. */
import { ownReasons } from '../../../core/contract/ownReasons.ts'
import type { QueueRow, SubmissionKind } from '../../../core/contract/queue.ts'
import { formatMoney } from '../../../core/fiscal/money.ts'
import type { queue as english } from '../../i18n/en/queue.ts'
import { formatAge, formatMoment, formatTimeExact } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/index.ts'

export type Say = Translate<typeof english>

/** How a row stands, in the words of the screen: the protocol's state and what holds it. */
export type RowState =
  | 'waiting'
  | 'held'
  | 'paused'
  | 'sending'
  | 'unknown'
  | 'signed'
  | 'accepted'
  | 'withoutSignature'
  | 'refused'
  | 'aside'
  | 'withdrawn'

export function rowState(row: QueueRow): RowState {
  if (row.state === 'accepted') {
    if (row.withoutSignature) return 'withoutSignature'
    return isInvoice(row.kind) ? 'signed' : 'accepted'
  }
  if (row.refusal?.remedy === 'sendAgain') return 'aside'
  if (row.state !== 'queued') return row.state
  if (row.pausedBy !== null) return 'paused'
  return row.waitsFor.length > 0 ? 'held' : 'waiting'
}

export const isInvoice = (kind: SubmissionKind): boolean => kind === 'sale' || kind === 'creditNote'

/** `Sale 1042`, `Stock, 4 items`: how people call the document. */
export function documentName({ kind, title }: Pick<QueueRow, 'kind' | 'title'>, say: Say): string {
  // The title of a stock record is the number of its lines.
  if (kind === 'stockRecord' && /^\d+$/.test(title))
    return say('kind.stockRecordLines', { count: Number(title) })
  return say(`kind.${kind}`, { title })
}

/** Returns the event and the reason for waiting. `now` in epoch milliseconds. */
export function rowReason(row: QueueRow, say: Say, now: number): string {
  switch (rowState(row)) {
    case 'held':
      return heldReason(row, say)
    case 'paused':
      return say('why.paused')
    case 'waiting':
      return row.stuck ? say('why.stuck') : waitingReason(row, say, now)
    case 'sending':
      return say('why.sending')
    case 'unknown':
      if (row.stuck) return say('why.stuck')
      return row.kind === 'sale' || row.kind === 'creditNote'
        ? say('why.unknownSale', { number: row.title })
        : say('why.unknownOther')
    case 'signed':
      return say('why.signed', {
        controlUnitNumber: row.controlUnitNumber ?? '',
        time: row.settledAt === null ? '' : formatTimeExact(row.settledAt),
      })
    case 'accepted':
      return say('why.accepted', { time: row.settledAt === null ? '' : formatMoment(row.settledAt, now) })
    case 'withoutSignature':
      return say('why.unsigned')
    case 'refused':
    case 'aside':
      return refusalReason(row, say, now)
    case 'withdrawn':
      return say('why.withdrawn', {
        by: row.withdrawn?.by ?? '',
        reason: withdrawalReason(row.withdrawn?.reason ?? '', say),
        time: row.withdrawn === null ? '' : formatMoment(row.withdrawn.at, now),
      })
  }
}

/** A person's words as they are, the till's own in the language of the screen. */
function withdrawalReason(reason: string, say: Say): string {
  if (reason === ownReasons.sentAgain) return say('ownReason.sentAgain')
  if (reason === ownReasons.laterChange) return say('ownReason.laterChange')
  if (reason === ownReasons.otherDifference) return say('ownReason.otherDifference')
  return reason
}

function heldReason({ waitsFor }: QueueRow, say: Say): string {
  const first = waitsFor.find(({ state }) => state === 'refused' || state === 'withdrawn') ?? waitsFor[0]
  if (!first) return ''
  const document = documentName(first, say)
  if (first.state === 'refused') return say('why.heldByRefused', { document })
  if (first.state === 'withdrawn') return say('why.heldByWithdrawn', { document })
  if (waitsFor.length === 1) return say('why.held', { document })
  return say('why.heldMore', { document, more: waitsFor.length - 1 })
}

const minuteMs = 60_000

function waitingReason(row: QueueRow, say: Say, now: number): string {
  const age = formatAge(now - row.createdAt)
  const due = formatMoment(row.dueAt, now)
  const late = row.dueAt < now
  if (row.attempts > 0 && row.nextTryAt !== null && row.nextTryAt > now) {
    return say(late ? 'why.retryLate' : 'why.retry', { next: formatMoment(row.nextTryAt, now), due })
  }
  if (late) return say('why.late', { age, due })
  return now - row.createdAt < minuteMs ? say('why.fresh', { due }) : say('why.waiting', { age, due })
}

/** Why the authority refused it, in the screen's language. */
function refusalReason({ refusal }: QueueRow, say: Say, now: number): string {
  if (!refusal) return ''
  const { remedy, itemName: item, text } = refusal
  if (remedy === 'registerItem' || remedy === 'fixItem' || remedy === 'addStock') {
    return item === null ? say(`remedy.${remedy}NoName`) : say(`remedy.${remedy}`, { item })
  }
  if (remedy === 'givenTwice') return givenTwiceReason(refusal.twice, say, now)
  return say(`remedy.${remedy}`, { text, item: item ?? '' })
}

/** The last one is what went back too much. */
function givenTwiceReason(twice: NonNullable<QueueRow['refusal']>['twice'], say: Say, now: number): string {
  const notes = twice.map(({ by, at, number }) =>
    say('why.givenTwicePart', { by, number, time: formatMoment(at, now) }),
  )
  return say('why.givenTwice', { total: formatMoney(twice.at(-1)?.total ?? 0), notes: notes.join('; ') })
}

/** Who corrects a document that other software sent. `software` is empty if the audit trail does not name it. */
export const softwareText = (software: string, say: Say): string =>
  software === '' ? say('software.unknown') : say('software.known', { software })

/** The authority's own words in small: `003 · 13:41 · first try · Invalid taxTyCd`. */
export function refusalSmall({ refusal, lastTriedAt, attempts }: QueueRow, say: Say, now: number): string {
  if (!refusal) return ''
  return [
    refusal.code,
    lastTriedAt === null ? '' : formatMoment(lastTriedAt, now),
    attempts === 0 ? '' : say('tries', { count: attempts }),
    // The reason of callSupport quotes the words already.
    refusal.remedy === 'callSupport' ? '' : refusal.text,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The one safe act of a row; null: none is needed. */
export type RowAction = 'correct' | 'sendAgain' | 'enterSignature' | 'receipt' | 'details'

/** The act of a row. `mayCorrect`: whether the person at the till is a manager. */
export function rowAction(row: QueueRow, mayCorrect: boolean): RowAction | null {
  switch (rowState(row)) {
    case 'refused':
      if (!mayCorrect || row.software !== null) return 'details'
      return row.refusal?.remedy === 'callSupport' ? 'sendAgain' : 'correct'
    case 'aside':
      return mayCorrect ? 'sendAgain' : 'details'
    case 'withoutSignature':
      return mayCorrect ? 'enterSignature' : 'receipt'
    case 'signed':
      return 'receipt'
    case 'unknown':
    case 'withdrawn':
      return 'details'
    default:
      return null
  }
}

export interface ArrangedRow {
  row: QueueRow
  /** Stands under the row it waits for. */
  child: boolean
}

/** Puts rows under what they wait for when that is in the list too; otherwise the order stays. */
export function arrange(rows: readonly QueueRow[]): ArrangedRow[] {
  const here = new Set(rows.map(({ id }) => id))
  const children = Map.groupBy(rows, ({ parentId }) =>
    parentId !== null && here.has(parentId) ? parentId : 0,
  )
  const under = (parent: number): ArrangedRow[] =>
    (children.get(parent) ?? []).flatMap((row) => [{ row, child: parent !== 0 }, ...under(row.id)])
  return under(0)
}
