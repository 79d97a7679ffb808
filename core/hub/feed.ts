/** What the hub tells a till: pages of rows that changed, from a place that the till sends back. */
import { accountsTold } from '../../db/hub/accounts.ts'
import { parkedTold } from '../../db/hub/claims.ts'
import { creditsTold } from '../../db/hub/credits.ts'
import {
  countsTold,
  inSnapshot,
  levelsTold,
  type Mark,
  noMark,
  type Reading,
  type Snapshot,
  tillsTold,
} from '../../db/hub/feed.ts'
import { beginIncarnation } from '../../db/hub/incarnations.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { sharedTold, wishEndsTold } from '../../db/hub/shared.ts'
import { outcomesTold } from '../../db/hub/signers.ts'
import type { Ids } from '../base/ports.ts'
import type { Fields } from '../contract/hub/shared.ts'
import type { FeedPage, FeedRow } from '../contract/hub/wire.ts'
import { toldCreditOf } from './documents.ts'
import { type Place, readPlace, writePlace } from './places.ts'

export interface FeedSource {
  /** In places. It never changes. */
  name: string
  /** Returns at most `limit` rows after the mark, in the order of their marks (`db/hub/feed.ts`). */
  read(reading: Reading, after: Mark, limit: number): Promise<(Mark & { row: FeedRow })[]>
}

const levels: FeedSource = {
  name: 'level',
  read: async (reading, after, limit) =>
    (await levelsTold(reading, after, limit)).map(
      ({ key, changed, on_hand, authority_on_hand, authority_code, heard, settled }) => ({
        key,
        changed,
        row: {
          ...{ kind: 'level', uid: key, onHand: on_hand, authorityOnHand: authority_on_hand, heard },
          ...(authority_code === null ? {} : { code: authority_code }),
          ...(settled ? { settled } : {}),
        },
      }),
    ),
}

const counts: FeedSource = {
  name: 'counted',
  read: async (reading, after, limit) =>
    (await countsTold(reading, after, limit)).map(({ key, changed, ...count }) => ({
      key,
      changed,
      row: { kind: 'counted', item: key, ...count },
    })),
}

const tills: FeedSource = {
  name: 'till',
  read: async (reading, after, limit) =>
    (await tillsTold(reading, after, limit)).map(({ key, changed, name, told_at, revoked }) => ({
      key,
      changed,
      row: { kind: 'till', uid: key, name, seenAt: told_at, revoked },
    })),
}

const accounts: FeedSource = {
  name: 'account',
  read: async (reading, after, limit) =>
    (await accountsTold(reading, after, limit)).map(({ key, changed, customer, origin, owed }) => ({
      key,
      changed,
      row: { kind: 'account', customer, origin, owed },
    })),
}

const parked: FeedSource = {
  name: 'parked',
  read: async (reading, after, limit) =>
    (await parkedTold(reading, after, limit)).map(({ key, changed, origin, holder, taker, body, open }) => ({
      key,
      changed,
      row: {
        kind: 'parked',
        uid: key,
        holder,
        body: open ? { ...JSON.parse(body), origin, taker } : {},
        open,
      },
    })),
}

const credited: FeedSource = {
  name: 'credited',
  read: async (reading, after, limit) =>
    (await creditsTold(reading, after, limit)).map(({ key, changed, ...row }) => ({
      key,
      changed,
      row: { kind: 'credited', sale: row.sale_id, credit: toldCreditOf(row) },
    })),
}

const wishEnds: FeedSource = {
  name: 'wishEnd',
  read: async (reading, after, limit) =>
    (await wishEndsTold(reading, after, limit)).map(({ key, changed, outcome, answer }) => ({
      key,
      changed,
      row: { kind: 'wishEnd', uid: key, outcome, body: JSON.parse(answer) },
    })),
}

const shared: FeedSource = {
  name: 'shared',
  read: async (reading, after, limit) =>
    (await sharedTold(reading, after, limit)).map(({ key, changed, kind, versions, body, active }) => ({
      key,
      changed,
      row: { kind, uid: key, versions, body: body as Fields, active },
    })),
}

/** Of the till's own documents. */
const outcomes: FeedSource = {
  name: 'outcome',
  read: async (reading, after, limit) =>
    (await outcomesTold(reading, after, limit)).map(({ key, changed, seq, body }) => ({
      key,
      changed,
      row: { kind: 'outcome', seq, body: JSON.parse(body) },
    })),
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
const pageRows = 2_000

/** True if what the place saw as decided is the history of this database. */
const isGood = (place: Place | null, { known, floor }: Snapshot): place is Place =>
  place !== null && known && (floor === null || BigInt(place.w) <= BigInt(floor))

const readSources = async (
  reading: Reading,
  marks: Place['m'],
): Promise<{ rows: FeedRow[]; marks: Place['m']; more: boolean }> => {
  const rows: FeedRow[] = []
  const reached = { ...marks }
  for (const { name, read } of feedSources) {
    const left = pageRows - rows.length
    if (left === 0) return { rows, marks: reached, more: true }
    const [changed, key] = marks[name] ?? [noMark.changed, noMark.key]
    const found = await read(reading, { changed, key }, left)
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
}

/** null: the server was started anew, so perhaps on files of a backup. */
const readOnce = (
  hub: Feeding,
  origin: { id: number; branch: number },
  place: Place | null,
): Promise<ReadPage | null> =>
  inSnapshot(
    hub.db,
    { origin: origin.id, branch: origin.branch, incarnation: place?.i ?? null },
    async (tx, snapshot) => {
      if (!snapshot.current) return null
      const { horizon, incarnation, applied } = snapshot
      const good = isGood(place, snapshot)
      const reading = { tx, origin: origin.id, branch: origin.branch, horizon }
      const { rows, marks, more } = await readSources(reading, good ? place.m : {})
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
