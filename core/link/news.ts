/**
 * Takes in what the hub tells of the things that it owns. A row here is always what the hub told last, with the own
 * wishes over it that the hub has not answered.
 */

import { till } from '../../db/profile/audit.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import {
  baseOf,
  basesOf,
  changeOf,
  endWish,
  hubShares,
  isToNote,
  moveWishes,
  noteChanged,
  putBase,
  toldInPart,
  untoldIn,
  updateShares,
  wishByUid,
  wishContent,
} from '../../db/profile/shared.ts'
import { type Fields, sharedBodies, type Versions, versionOf, withFields } from '../contract/hub/shared.ts'
import type { FeedRow, Wish } from '../contract/hub/wire.ts'
import { kinds } from './kinds/kinds.ts'
import type { Sharing } from './sharing.ts'
import { makeWish, withWishes } from './wishes.ts'

export type SharedNews = Extract<FeedRow, { kind: SharedKind }>
export type WishEnd = Extract<FeedRow, { kind: 'wishEnd' }>

interface Told {
  versions: Versions
  body: Fields
}

const toldOf = ({ db }: Sharing, uid: string): Told | undefined => {
  const base = baseOf(db, uid)
  return base && { versions: JSON.parse(base.versions), body: JSON.parse(base.body) }
}

/**
 * Field by field the higher version. `isBehind`: the hub has a lower one, because it was put back from a backup, so it is to
 * be told again.
 */
export const higher = (before: Told | undefined, now: Told): Told & { isBehind: boolean } => {
  if (!before) return { ...now, isBehind: false }
  const names = new Set([before.versions, before.body, now.versions, now.body].flatMap(Object.keys))
  const behind = [...names].filter((name) => versionOf(before.versions, name) > versionOf(now.versions, name))
  if (behind.length === 0) return { ...now, isBehind: false }
  const kept = behind.filter((name) => name !== '*')
  const versions = Object.fromEntries(kept.map((name) => [name, versionOf(before.versions, name)]))
  const values = Object.fromEntries(kept.map((name) => [name, before.body[name] ?? null]))
  return {
    versions: { ...now.versions, ...versions },
    body: withFields(now.body, values),
    isBehind: true,
  }
}

/** Stores what was told of a thing, with the open wishes over it. Returns its key; undefined: it is not stored. */
const store = (
  sharing: Sharing,
  { kind, uid, key, told }: { kind: SharedKind; uid: string; key: string | undefined; told: Told },
): string | undefined => {
  const { db, log } = sharing
  const body = withWishes(sharing, uid, told.body)
  const parsed = sharedBodies[kind].safeParse(body)
  if (!parsed.success) {
    log.warn(
      { kind, uid, issues: parsed.error.issues.map(({ path }) => path) },
      'the hub told what does not fit',
    )
    return undefined
  }
  const written = kinds[kind].write(sharing, key, uid, body)
  if (!written) return undefined
  putBase(db, {
    uid,
    kind,
    versions: JSON.stringify(told.versions),
    body: JSON.stringify(told.body),
    whole: written.whole ? 1 : 0,
    reading: hubShares(db)?.reading ?? 0,
  })
  return written.key
}

/** The thing here that this one of the hub is, under another uid so far. From now on it has the hub's. */
const adopt = (sharing: Sharing, { kind, uid, body }: SharedNews): string | undefined => {
  const key = kinds[kind].twin(sharing, body)
  const thing = key === undefined ? undefined : kinds[kind].thing(sharing, key)
  if (key === undefined || !thing || thing.uid === uid) return key
  if (baseOf(sharing.db, thing.uid)) return undefined
  tellFirst(sharing, kind, key)
  moveWishes(sharing.db, thing.uid, uid)
  kinds[kind].setUid(sharing, key, uid)
  return key
}

/**
 * A change that a person made here since becomes a wish before the news, so that it lies over them. So does a row of before
 * the pairing: its wish tells the hub by which uid this till knew it.
 */
const tellFirst = (sharing: Sharing, kind: SharedKind, key: string | undefined): void => {
  if (key === undefined) return
  const changed = changeOf(sharing.db, kind, key)
  if (changed) makeWish(sharing, changed)
  else if (isToNote(sharing.db, kind, key)) makeWish(sharing, { kind, key, who: null, why: 'joining' })
}

/** Takes in a thing as the hub has it now. Returns its key here. */
export const takeNews = (sharing: Sharing, row: SharedNews): string | undefined => {
  const { db } = sharing
  const { kind, uid } = row
  const key = kinds[kind].keyOf(sharing, uid) ?? adopt(sharing, row)
  tellFirst(sharing, kind, key)
  const { isBehind, ...told } = higher(toldOf(sharing, uid), row as Told)
  const stored = store(sharing, { kind, uid, key, told })
  if (stored !== undefined && isBehind) noteChanged(db, { kind, key: stored, who: till, why: 'again' })
  return stored
}

/**
 * `workspace.db` was put back from a copy: it lacks changes of people that this database knows. The hub's people count, with
 * the own wishes over them.
 */
export const takePeopleAgain = (sharing: Sharing): void => {
  const { db, people } = sharing
  const shares = hubShares(db)
  if (!shares || !people || people.revision() >= shares.people_seen) return
  db.transaction(() => {
    for (const { uid, kind, versions, body } of basesOf(db, 'person'))
      store(sharing, {
        kind,
        uid,
        key: uid,
        told: { versions: JSON.parse(versions), body: JSON.parse(body) },
      })
    updateShares(db, { people_told: -1, people_seen: people.revision() })
  })
}

/** The thing of an own wish has another uid at the hub. */
const rename = (sharing: Sharing, kind: SharedKind, from: string, to: string): string | undefined => {
  const key = kinds[kind].keyOf(sharing, from)
  const there = kinds[kind].keyOf(sharing, to)
  moveWishes(sharing.db, from, to)
  if (key === undefined || key === there) return there
  if (there === undefined) kinds[kind].setUid(sharing, key, to)
  else kinds[kind].absorb(sharing, key, there)
  return there ?? key
}

/** Takes in the answer to an own wish. Returns the kind and the key of its thing. */
export const takeWishEnd = (
  sharing: Sharing,
  { uid, outcome, body }: WishEnd,
): { kind: SharedKind; key: string } | undefined => {
  const { db, log } = sharing
  const wish = wishByUid(db, uid)
  if (!wish || wish.outcome !== null) return undefined
  const { kind } = wish
  const { set, of } = JSON.parse(wishContent(db, wish.seq) ?? '{"set":{}}') as Partial<Wish>
  const as = typeof body['as'] === 'string' ? body['as'] : (of?.uid ?? wish.of_uid)
  tellFirst(sharing, kind, kinds[kind].keyOf(sharing, wish.of_uid))
  endWish(db, uid, outcome, { answer: JSON.stringify(body), at: sharing.now() })
  if (outcome === 'refused') log.warn({ kind, reason: body['reason'] }, 'the hub refused a change')
  // The till took the thing for another one meanwhile. The hub has both, and tells both.
  if (as !== wish.of_uid && body['as'] === undefined) return undefined
  const key = as === wish.of_uid ? kinds[kind].keyOf(sharing, as) : rename(sharing, kind, wish.of_uid, as)
  const before = toldOf(sharing, as)
  const versions = (body['versions'] ?? {}) as Versions
  const answered: Told = {
    versions: { ...before?.versions, ...versions },
    body: withFields(before?.body ?? {}, { ...(set as Fields), ...(body['inForce'] as Fields | undefined) }),
  }
  const { isBehind: _, ...told } =
    outcome === 'refused' ? { ...before, isBehind: false } : higher(before, answered)
  if (!told.versions || !told.body) return undefined
  const stored = store(sharing, { kind, uid: as, key, told: told as Told })
  return stored === undefined ? undefined : { kind, key: stored }
}

/** Things that named others which came later. */
export const completeSome = (sharing: Sharing, limit: number): void => {
  for (const { uid, kind, versions, body } of toldInPart(sharing.db, limit)) {
    const told = { versions: JSON.parse(versions), body: JSON.parse(body) }
    const key = kinds[kind].keyOf(sharing, uid) ?? kinds[kind].twin(sharing, told.body)
    store(sharing, { kind, uid, key, told })
  }
}

/**
 * Things that the hub told once and did not tell in this reading, which is at its end: the hub was put back from a backup of
 * before they were made. They are told again.
 */
export const offerUntold = (sharing: Sharing, limit: number): void => {
  const { db } = sharing
  const reading = hubShares(db)?.reading ?? 0
  for (const row of untoldIn(db, reading, limit)) {
    const key = kinds[row.kind].keyOf(sharing, row.uid) ?? kinds[row.kind].twin(sharing, JSON.parse(row.body))
    if (key !== undefined) noteChanged(db, { kind: row.kind, key, who: till, why: 'again' })
    putBase(db, { ...row, reading })
  }
}
