/** What the hub tells a till: pages of rows that changed, from a place that the till sends back. */

import { accountsTold, withoutInherited } from '../../db/hub/accounts.ts'
import { parkedTold } from '../../db/hub/claims.ts'
import { creditsTold } from '../../db/hub/credits.ts'
import {
  countsTold,
  inSnapshot,
  levelsTold,
  type Mark,
  noMark,
  type Reading,
  rowsOf,
  type Snapshot,
  type TellingQuery,
  tillsTold,
} from '../../db/hub/feed.ts'
import { beginIncarnation } from '../../db/hub/incarnations.ts'
import { inheritedBy } from '../../db/hub/origins.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { sharedTold, wishEndsTold } from '../../db/hub/shared.ts'
import { outcomesTold } from '../../db/hub/signers.ts'
import type { Ids } from '../base/ports.ts'
import type { Contained } from '../contract/hub/contained.ts'
import type { Fields } from '../contract/hub/shared.ts'
import type { FeedPage, FeedRow } from '../contract/hub/wire.ts'
import { toldCreditOf } from './documents.ts'
import { type Place, readPlace, writePlace } from './places.ts'

export interface FeedSource {
  /** In places. It never changes. */
  name: string
  query: TellingQuery<Mark>
  /** Its query asks for what the origin inherited. */
  ofInherited?: true
  /** Returns at most `limit` rows after the mark, in the order of their marks. */
  read(reading: Reading, after: Mark, limit: number): Promise<(Mark & { row: FeedRow })[]>
}

const sourceOf = <R extends Mark>(
  name: string,
  query: TellingQuery<R>,
  tell: (row: R) => FeedRow,
  toReader: (reading: Reading, rows: R[]) => Promise<R[]> = async (_, rows) => rows,
): FeedSource => ({
  name,
  query,
  read: async (reading, after, limit) => {
    const rows = await toReader(reading, await rowsOf(reading, query(reading, after, limit)))
    return rows.map((row) => ({ key: row.key, changed: row.changed, row: tell(row) }))
  },
})

const tills = sourceOf('till', tillsTold, ({ key, name, told_at, revoked }) => ({
  ...{ kind: 'till', uid: key, name, seenAt: told_at, revoked },
}))

const wishEnds = sourceOf('wishEnd', wishEndsTold, ({ key, outcome, answer }) => ({
  ...{ kind: 'wishEnd', uid: key, outcome, body: JSON.parse(answer) },
}))

const shared = sourceOf('shared', sharedTold, ({ key, kind, versions, body, active }) => ({
  ...{ kind, uid: key, versions, body: body as Fields, active },
}))

/** Of the till's own documents. */
const outcomes = sourceOf('outcome', outcomesTold, ({ seq, body }) => ({
  ...{ kind: 'outcome', seq, body: JSON.parse(body) },
}))

const levels = sourceOf(
  'level',
  levelsTold,
  ({ key, on_hand, authority_on_hand, authority_code, heard, contained, settled }) => ({
    ...{ kind: 'level', uid: key, onHand: on_hand, authorityOnHand: authority_on_hand, heard },
    ...(authority_code === null ? {} : { code: authority_code }),
    ...(contained === null ? {} : { contained: contained as Contained }),
    ...(settled ? { settled } : {}),
  }),
)

const counts = sourceOf('counted', countsTold, ({ key, changed: _, ...count }) => ({
  ...{ kind: 'counted', item: key },
  ...count,
}))

const parked = sourceOf('parked', parkedTold, ({ key, origin, holder, taker, body, open }) => ({
  ...{ kind: 'parked', uid: key, holder, open },
  body: open ? { ...JSON.parse(body), origin, taker } : {},
}))

const accounts = sourceOf(
  'account',
  accountsTold,
  ({ customer, origin, owed }) => ({ kind: 'account', customer, origin, owed }),
  withoutInherited,
)

const credited: FeedSource = {
  ...sourceOf('credited', creditsTold, ({ key: _, changed: _changed, ...row }) => ({
    ...{ kind: 'credited', sale: row.sale_id, credit: toldCreditOf(row) },
  })),
  ofInherited: true,
}

/**
 * In the order in which a new till reads them: an answer names the thing that its own one is, and levels are of items that
 * it has then.
 */
export const feedSources: FeedSource[] = [
  ...[tills, wishEnds, shared, outcomes, levels, counts, parked, accounts],
  credited,
]

/** Rows of one page. */
const usualPage = 2_000

/** True if what the place saw as decided is the history of this database. */
const isGood = (place: Place | null, { known, floor }: Snapshot): place is Place =>
  place !== null && known && (floor === null || BigInt(place.w) <= BigInt(floor))

const markOf = (marks: Place['m'], name: string): Mark => {
  const [changed, key] = marks[name] ?? [noMark.changed, noMark.key]
  return { changed, key }
}

const readSources = async (
  reading: Reading,
  sources: readonly FeedSource[],
  { marks, pageRows }: { marks: Place['m']; pageRows: number },
): Promise<{ rows: FeedRow[]; marks: Place['m']; more: boolean }> => {
  const rows: FeedRow[] = []
  const reached = { ...marks }
  for (const { name, read } of sources) {
    const left = pageRows - rows.length
    if (left === 0) return { rows, marks: reached, more: true }
    const found = await read(reading, markOf(marks, name), left)
    for (const { row } of found) rows.push(row)
    const last = found.at(-1)
    if (last) reached[name] = [last.changed, last.key]
    if (found.length === left) return { rows, marks: reached, more: true }
  }
  return { rows, marks: reached, more: false }
}

/** A page, with what its snapshot says besides. */
export interface ReadPage {
  page: FeedPage
  /** Every transaction below it is decided, and told. */
  horizon: bigint
  /** The first transaction that had not begun. */
  begun: bigint
}

/** The part of the hub that tells. */
export interface Feeding {
  db: HubDb
  ports: { ids: Pick<Ids, 'uuid'> }
  /** Rows of one page; absent: 2,000. */
  pageRows?: number
}

/** null: the server was started anew, so perhaps on files of a backup. */
const readOnce = (
  hub: Feeding,
  origin: { id: number; branch: number },
  place: Place | null,
): Promise<ReadPage | null> =>
  inSnapshot(
    hub.db,
    {
      ...{ origin: origin.id, branch: origin.branch, incarnation: place?.i ?? null },
      queries: feedSources.map(({ name, query }) => ({
        name,
        query: (asking) => query(asking, markOf(place?.m ?? {}, name), 1),
      })),
    },
    async (tx, snapshot) => {
      if (!snapshot.current) return null
      const { horizon, incarnation, applied, inherits, found } = snapshot
      const good = isGood(place, snapshot)
      const inherited = inherits ? await inheritedBy(tx, origin.id) : []
      const reading = { tx, origin: origin.id, branch: origin.branch, inherited, horizon }
      const { rows, marks, more } = await readSources(
        reading,
        feedSources.filter(
          ({ name, ofInherited }) => !good || found.includes(name) || (inherits && ofInherited),
        ),
        { marks: good ? place.m : {}, pageRows: hub.pageRows ?? usualPage },
      )
      const w = good && BigInt(place.w) > BigInt(horizon) ? place.w : horizon
      const page = {
        place: writePlace({ i: incarnation, w, m: marks }),
        fromStart: place !== null && !good,
        rows,
        more,
        applied,
      }
      return { page, horizon: BigInt(horizon), begun: BigInt(snapshot.begun) }
    },
  )

/**
 * Returns the next page for an origin. `place`: of its last page; null: it has none, and reads all. A place that is not of
 * this database's history is none either; the page then says `fromStart`.
 */
export const readFeed = async (
  hub: Feeding,
  origin: { id: number; branch: number },
  place: string | null,
): Promise<ReadPage> => {
  const read = readPlace(place)
  for (let tries = 1; ; tries += 1) {
    const found = await readOnce(hub, origin, read)
    if (found) {
      found.page.fromStart ||= place !== null && read === null
      return found
    }
    if (tries === 3) throw new Error('PostgreSQL starts again and again')
    await beginIncarnation(hub.db, hub.ports.ids.uuid())
  }
}
