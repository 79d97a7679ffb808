/** Takes in a page of the hub's feed, in steps between which the till works on. */
import { setImmediate } from 'node:timers/promises'
import { putHubAccount } from '../../db/profile/hubAccounts.ts'
import { type LevelTaken, lastRecordUpTo, putLevel } from '../../db/profile/hubLevels.ts'
import { endHubParked, putHubParked } from '../../db/profile/hubParked.ts'
import { putTill } from '../../db/profile/hubTills.ts'
import { linesOf } from '../../db/profile/invoices.ts'
import { putCount } from '../../db/profile/lateMovements.ts'
import { otherNoteOf, putOtherNote } from '../../db/profile/otherSales.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import { applyingNews, hubShares, isAnyInPart, isAnyUntold, updateShares } from '../../db/profile/shared.ts'
import type { OwnEvent } from '../contract/events.ts'
import { parkedTold } from '../contract/hub/counter.ts'
import type { FeedPage, FeedRow } from '../contract/hub/wire.ts'
import { completeSome, offerUntold, takeNews, takeWishEnd } from './news.ts'
import { applyOutcome } from './outcomes.ts'
import type { Sharing } from './sharing.ts'

export interface FeedReader extends Sharing {
  /** Stores how far the feed was read. It runs in a transaction, after all rows of a page. */
  keepPlace(place: string): void
  stopped(): boolean
  /** The signer of the branch settled these submissions. */
  settled?(ids: number[], events: OwnEvent[]): void
  /** Something else that windows show changed. */
  emit?(event: OwnEvent): void
}

/** What came of a row, for the windows. */
type Came =
  | { kind: SharedKind; key: string }
  | { submission: number; events: OwnEvent[] }
  | { level: LevelTaken }
  | { parked: string }
  | { counted: string }
  | { account: string }
  | { credited: number }
  | undefined
type OfKind<K extends FeedRow['kind']> = Extract<FeedRow, { kind: K }>
type Taking = { [K in FeedRow['kind']]?: (reader: FeedReader, row: OfKind<K>, page: FeedPage) => Came }

const takeShared = (reader: FeedReader, row: OfKind<SharedKind>): Came => {
  const key = takeNews(reader, row)
  return key === undefined ? undefined : { kind: row.kind, key }
}

const takeOutcome = (reader: FeedReader, row: OfKind<'outcome'>): Came => {
  const events: OwnEvent[] = []
  const submission = applyOutcome(reader, row, events)
  return submission === undefined ? undefined : { submission, events }
}

/** A row of a kind that is not here is passed over. */
const taking: Taking = {
  item: takeShared,
  customer: takeShared,
  person: takeShared,
  setting: takeShared,
  wishEnd: takeWishEnd,
  outcome: takeOutcome,
  level: (
    { db, now },
    { uid, onHand, authorityOnHand, code = null, heard, contained, settled },
    { applied },
  ) => {
    const record = lastRecordUpTo(db, applied)
    const told = {
      ...{ uid, on_hand: onHand, authority_on_hand: authorityOnHand, authority_code: code, record },
      heard: heard ? JSON.stringify(heard) : null,
      contained: contained ? JSON.stringify(contained) : null,
      settled: settled ? (1 as const) : (0 as const),
    }
    const level = putLevel(db, told, now())
    return level && { level }
  },
  counted: ({ db }, { item, origin, seq, at, heard }) => {
    putCount(db, { item, origin, seq, at, heard: JSON.stringify(heard) })
    return { counted: item }
  },
  parked: (reader, { uid, holder, body, open }) => {
    const sale = open ? parkedTold.safeParse(body).data : undefined
    if (sale) {
      const { origin, taker, at: parked_at } = sale
      putHubParked(reader.db, { uid, origin, holder, taker, parked_at, body: JSON.stringify(sale) })
    } else endHubParked(reader.db, uid, reader.now())
    return { parked: uid }
  },
  account: ({ db }, { customer, origin, owed }) => {
    putHubAccount(db, { customer, origin, owed })
    return { account: customer }
  },
  credited: ({ db }, { sale, credit }) => {
    putOtherNote(db, otherNoteOf(db, sale, linesOf(db, sale), credit))
    return { credited: sale }
  },
  till: ({ db }, { uid, name, seenAt, revoked }) => {
    putTill(db, { uid, name, seen_at: seenAt, revoked: revoked ? 1 : 0 })
    return undefined
  },
}

const take = (reader: FeedReader, row: FeedRow, page: FeedPage): Came =>
  (taking[row.kind] as ((reader: FeedReader, row: FeedRow, page: FeedPage) => Came) | undefined)?.(
    reader,
    row,
    page,
  )

/** Milliseconds of one transaction, without its commit. A person at the till waits no longer than that. */
const longestMs = 10
/** Rows of one transaction. */
const atOnce = 200
/** Things that are completed or told again in one transaction. */
const fewAtOnce = 25

/** A row that cannot be stored must not stop those behind it. A full or failing disk must. */
const isRowsOwn = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string }
  return code === '' || /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(code)
}

const tell = (reader: FeedReader, came: Came[]): void => {
  for (const kind of ['item', 'customer', 'person', 'setting'] as const) {
    const keys = came.flatMap((each) => (each && 'kind' in each && each.kind === kind ? [each.key] : []))
    if (keys.length > 0) reader.changed(kind, keys)
  }
  const levels = came.flatMap((each) => (each && 'level' in each ? [each.level] : []))
  const registered = levels.flatMap(({ item, isRegistered }) => (isRegistered ? [String(item)] : []))
  if (registered.length > 0) reader.changed('item', registered)
  const itemIds = levels.map(({ item }) => item)
  if (itemIds.length > 0) reader.emit?.({ type: 'stock.changed', itemIds })
  if (came.some((each) => each && 'counted' in each)) reader.emit?.({ type: 'count.changed' })
  if (came.some((each) => each && ('account' in each || 'credited' in each)))
    reader.emit?.({ type: 'customer.changed' })
  if (came.some((each) => each && 'parked' in each)) reader.emit?.({ type: 'queue.changed' })
  for (const each of came)
    if (each && 'credited' in each) reader.emit?.({ type: 'invoice.changed', invoiceId: each.credited })
  const outcomes = came.flatMap((each) => (each && 'submission' in each ? [each] : []))
  if (outcomes.length > 0)
    reader.settled?.(
      outcomes.map(({ submission }) => submission),
      outcomes.flatMap(({ events }) => events),
    )
}

/** Takes rows in one transaction, until its time is over. Returns how many. */
const takeSome = (reader: FeedReader, rows: FeedRow[], page: FeedPage): number => {
  const { db, log } = reader
  const ends = performance.now() + longestMs
  let tried = 0
  const takeWhileInTime = (): Came[] => {
    const came: Came[] = []
    for (const row of rows) {
      tried += 1
      came.push(take(reader, row, page))
      if (performance.now() > ends) break
    }
    return came
  }
  try {
    tell(reader, applyingNews(db, takeWhileInTime))
  } catch (error) {
    if (!isRowsOwn(error)) throw error
    for (const row of rows.slice(0, tried))
      try {
        tell(reader, [applyingNews(db, () => take(reader, row, page))])
      } catch (failure) {
        if (!isRowsOwn(failure)) throw failure
        log.error({ err: failure, kind: row.kind }, 'a row of the hub could not be stored')
      }
  }
  return tried
}

/** The reading is at its end: what named something missing gets it, and what the hub lacks is told to it. */
const endReading = async (reader: FeedReader): Promise<void> => {
  if (isAnyInPart(reader.db)) applyingNews(reader.db, () => completeSome(reader, fewAtOnce))
  while (isAnyUntold(reader.db) && !reader.stopped()) {
    applyingNews(reader.db, () => offerUntold(reader, fewAtOnce))
    await setImmediate()
  }
}

/**
 * Takes in a page. Its place is stored after its last rows, so after a crash the page comes again.
 * Rejects if the disk fails. Resolves early once the till stops.
 */
export const applyPage = async (reader: FeedReader, page: FeedPage): Promise<void> => {
  const { db } = reader
  const shares = hubShares(db)
  if (!shares) return
  if (page.fromStart) updateShares(db, { reading: shares.reading + 1 })
  for (let from = 0; from < page.rows.length; ) {
    from += takeSome(reader, page.rows.slice(from, from + atOnce), page)
    await setImmediate()
    if (reader.stopped()) return
  }
  if (!page.more) await endReading(reader)
  if (!reader.stopped()) db.transaction(() => reader.keepPlace(page.place))
}
