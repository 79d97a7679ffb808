/**
 * Which stock records the authority's stock of an item contains. The signer tells it with the stock. A signer that takes
 * over gets both from the tills, so it sends none of these records again, and counts no other one as sent.
 */
import type { Db } from '../../db/engine/sqlite.ts'
import { containedRow, missingRecords, putContained } from '../../db/profile/contained.ts'
import { type ItemRow, itemById, moveAuthorityOnHand } from '../../db/profile/items.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import { origins, takenFact } from '../../db/profile/taken.ts'
import { type Contained, contained, namedAtMost } from '../contract/hub/contained.ts'
import { movedAtAuthority } from '../queue/settle.ts'

/** A document of a till. */
export interface FactOf {
  uid: string
  seq: number
}

/** Where a till's trail leaves another one, which has other facts after that one. */
interface Split {
  uid: string
  after: number
}

/** What earlier hubs may have of a till. */
export interface HubBefore {
  /** Its facts up to this one. */
  before: number
  /** The till that it was before it was paired anew. */
  parent: Split | null
  /** Tills that were paired anew and continue its trail. It may be a copy, with other facts after that row. */
  heirs: readonly Split[]
}

/** Stands for a level of a version of Kaunta that did not tell what it contains. */
const untold: Contained = { at: [0, 0, 0], upTo: {}, but: {} }
const isUntold = ({ at }: Contained): boolean => at.every((number) => number === 0)
const isNothing = ({ at }: Contained): boolean => at[0] === 0 && at[2] > 0

const read = (text: string | null | undefined): Contained | null =>
  text == null ? null : contained.parse(JSON.parse(text))

/**
 * null: the level does not say. It is of an earlier version, has too many exceptions, or the till was paired since and has
 * another uid there.
 */
export const levelHas = (
  level: Contained,
  { uid, seq }: FactOf,
  { parent, heirs }: Pick<HubBefore, 'parent' | 'heirs'>,
): boolean | null => {
  if (isNothing(level)) return false
  const own = level.upTo[uid]
  const upTo = own ?? (parent ? level.upTo[parent.uid] : undefined)
  if (upTo === undefined) return null
  if (seq > upTo) return false
  const mayBeOther = (heir: Split) => seq > heir.after && level.upTo[heir.uid] === undefined
  if (own === undefined || heirs.some(mayBeOther)) return null
  const but = level.but[uid] ?? []
  // There was no room to name earlier ones.
  if (but.length >= namedAtMost && seq < (but[0] ?? 0)) return null
  return !but.includes(seq)
}

const isNewer = ({ at }: Contained, other: Contained): boolean => {
  const differs = at.findIndex((number, index) => number !== other.at[index])
  return differs >= 0 && (at[differs] ?? 0) > (other.at[differs] ?? 0)
}

const none = (uid: string) => ({ uid, first: null, newest: null, heard: null, own: null, unexplained: 0 })

interface Heard {
  /** Hundredths. */
  onHand: number
  tills: string[]
  /** A till handed over another stock, and an earlier version did not say which of the two is newer. */
  isUnclear: boolean
}
const heardBy = (text: string | null | undefined): Heard | null => (text == null ? null : JSON.parse(text))

/** Keeps what a till handed over. `isFirst`: its stock is the one that this signer counts on from. */
export const keepHandedLevel = (
  db: Db,
  { uid, contained: level, onHand, till }: { uid: string; contained: unknown; onHand: number; till: string },
  isFirst: boolean,
): void => {
  const row = containedRow(db, uid) ?? none(uid)
  const handed = level == null ? untold : contained.parse(level)
  const [newest, heard] = [read(row.newest), heardBy(row.heard)]
  const first = isFirst ? JSON.stringify(handed) : row.first
  const isSaid = !isUntold(handed) && !(newest && isUntold(newest))
  const isUnclear = heard !== null && (heard.isUnclear || (!isSaid && heard.onHand !== onHand))
  const put = (change: { newest: string | null }, now: Omit<Heard, 'isUnclear'>) =>
    putContained(db, { ...row, first, ...change, heard: JSON.stringify({ ...now, isUnclear }) })
  if (!newest || !heard || isNewer(handed, newest))
    put({ newest: JSON.stringify(handed) }, { onHand, tills: [till] })
  else if (isNewer(newest, handed)) put(row, heard)
  else put(row, { ...heard, tills: [...heard.tills, till] })
}

const levelsOf = (db: Db, itemId: number) => {
  const uid = itemById(db, itemId)?.uid
  const row = uid == null ? undefined : containedRow(db, uid)
  return { first: read(row?.first), newest: read(row?.newest), heard: heardBy(row?.heard) }
}

/**
 * True if a level that a till handed over contains the stock record. The level of one of its items is enough. If it does not
 * say, and the till did not hear it, what an earlier hub may have sent counts as contained: nothing is sent twice.
 */
export const isContained = (db: Db, row: Submission, fact: FactOf, hub: HubBefore): boolean =>
  movedAtAuthority(db, row).some(({ item_id }) => {
    const { newest, heard } = levelsOf(db, item_id)
    if (!newest || !heard) return false
    const said = levelHas(newest, fact, hub)
    if (said === true || (said === false && !heard.isUnclear)) return said
    return fact.seq <= hub.before && (heard.isUnclear || !heard.tills.includes(fact.uid))
  })

/** Tills whose records the authority's stock of these items contained when an earlier signer told it. */
export const tillsNamed = (db: Db, items: readonly number[]): string[] => [
  ...new Set(items.flatMap((id) => Object.keys(levelsOf(db, id).newest?.upTo ?? {}))),
]

/** Counts the goods of an accepted stock record, but those that the stock contained with which this signer began. */
export const moveUncontained = (db: Db, row: Submission, fact: FactOf, hub: HubBefore): void => {
  for (const { item_id, quantity } of movedAtAuthority(db, row)) {
    const { first } = levelsOf(db, item_id)
    const isThere = first !== null && (levelHas(first, fact, hub) ?? fact.seq <= hub.before)
    if (!isThere) moveAuthorityOnHand(db, item_id, quantity)
  }
}

/** Epochs of the hub and of the signer's seat. */
export interface Epochs {
  hubEpoch: number
  epoch: number
}

/** By item, facts of tills with records that the authority does not have; null: of any items. */
export type Missing = ReadonlyMap<number | null, readonly FactOf[]>

export const missingNow = (db: Db): Missing => Map.groupBy(missingRecords(db), ({ item_id }) => item_id)

/** Returns what the stock of an item contains now, and keeps it. `accepted`: records of it that ended since. */
export const nextLevel = (
  db: Db,
  { id, uid }: ItemRow & { uid: string },
  { hubEpoch, epoch, accepted, missing }: Epochs & { accepted: readonly FactOf[]; missing: Missing },
): Contained => {
  const row = containedRow(db, uid) ?? none(uid)
  const own = read(row.own)
  const handed = read(row.newest)
  const before = own ?? (handed && handed.at[0] > 0 ? handed : null)
  const tills = origins(db).filter(({ split_off }) => split_off === null)
  const upTo = before ? { ...before.upTo } : Object.fromEntries(tills.map((till) => [till.uid, till.seq]))
  for (const till of tills) upTo[till.uid] ??= till.since
  for (const fact of accepted) upTo[fact.uid] = Math.max(upTo[fact.uid] ?? 0, fact.seq)
  // Another till's facts have these numbers since.
  for (const { split_off } of origins(db)) {
    const till = tills.find((each) => each.id === split_off)
    if (till) upTo[till.uid] = Math.min(upTo[till.uid] ?? 0, till.seq)
  }
  const isTaken = (fact: FactOf): boolean => {
    const till = tills.find((each) => each.uid === fact.uid)
    return till !== undefined && takenFact(db, till.id, fact.seq) !== undefined
  }
  const handedOut = Object.entries(before?.but ?? {}).flatMap(([till, seqs]) =>
    seqs.map((seq) => ({ uid: till, seq })).filter((fact) => !isTaken(fact)),
  )
  const but: Record<string, number[]> = {}
  for (const fact of [...handedOut, ...[id, null].flatMap((of) => missing.get(of) ?? [])])
    if (fact.seq <= (upTo[fact.uid] ?? 0)) but[fact.uid] = [...(but[fact.uid] ?? []), fact.seq]
  for (const [till, seqs] of Object.entries(but))
    but[till] = [...new Set(seqs)].toSorted((a, b) => a - b).slice(-namedAtMost)
  const isSame = own && JSON.stringify([own.upTo, own.but]) === JSON.stringify([upTo, but])
  const level: Contained = isSame ? own : { at: [hubEpoch, epoch, (own?.at[2] ?? 0) + 1], upTo, but }
  if (!isSame) putContained(db, { ...row, own: JSON.stringify(level) })
  return level
}
