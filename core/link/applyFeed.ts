/** Takes in a page of the hub's feed, in steps between which the till works on. */
import { setImmediate } from 'node:timers/promises'
import { lastRecordUpTo, putLevel } from '../../db/profile/hubLevels.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import { applyingNews, hubShares, isAnyInPart, isAnyUntold, updateShares } from '../../db/profile/shared.ts'
import type { OwnEvent } from '../contract/events.ts'
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
}

/** What came of a row, for the windows. */
type Came = { kind: SharedKind; key: string } | { submission: number; events: OwnEvent[] } | undefined
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
  level: ({ db }, { uid, onHand, authorityOnHand }, { applied }) => {
    const record = lastRecordUpTo(db, applied)
    putLevel(db, { uid, on_hand: onHand, authority_on_hand: authorityOnHand, record })
    return undefined
  },
}

const take = (reader: FeedReader, row: FeedRow, page: FeedPage): Came =>
  (taking[row.kind] as ((reader: FeedReader, row: FeedRow, page: FeedPage) => Came) | undefined)?.(
    reader,
    row,
    page,
  )

/** Rows per transaction: some milliseconds. */
const atOnce = 25

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
  const outcomes = came.flatMap((each) => (each && 'submission' in each ? [each] : []))
  if (outcomes.length > 0)
    reader.settled?.(
      outcomes.map(({ submission }) => submission),
      outcomes.flatMap(({ events }) => events),
    )
}

const takeSome = (reader: FeedReader, rows: FeedRow[], page: FeedPage): void => {
  const { db, log } = reader
  try {
    tell(
      reader,
      applyingNews(db, () => rows.map((row) => take(reader, row, page))),
    )
  } catch (error) {
    if (!isRowsOwn(error)) throw error
    for (const row of rows)
      try {
        tell(reader, [applyingNews(db, () => take(reader, row, page))])
      } catch (failure) {
        if (!isRowsOwn(failure)) throw failure
        log.error({ err: failure, kind: row.kind }, 'a row of the hub could not be stored')
      }
  }
}

/** The reading is at its end: what named something missing gets it, and what the hub lacks is told to it. */
const endReading = async (reader: FeedReader): Promise<void> => {
  if (isAnyInPart(reader.db)) applyingNews(reader.db, () => completeSome(reader, atOnce))
  while (isAnyUntold(reader.db) && !reader.stopped()) {
    applyingNews(reader.db, () => offerUntold(reader, atOnce))
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
  for (let from = 0; from < page.rows.length; from += atOnce) {
    takeSome(reader, page.rows.slice(from, from + atOnce), page)
    await setImmediate()
    if (reader.stopped()) return
  }
  if (!page.more) await endReading(reader)
  if (!reader.stopped()) db.transaction(() => reader.keepPlace(page.place))
}
