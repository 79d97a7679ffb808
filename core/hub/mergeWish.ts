/** What becomes of each field of a wish. Pure. */
import type { FieldAuthor } from '../../db/hub/shared.ts'
import {
  type Fields,
  isSameValue,
  pinNames,
  type Versions,
  versionOf,
  withFields,
} from '../contract/hub/shared.ts'
import type { SharedKind, Wish } from '../contract/hub/wire.ts'

/** A thing as it is in force. */
export interface InForce {
  versions: Versions
  authors: Record<string, FieldAuthor>
  body: Fields
}

export interface Merged extends InForce {
  /** The fields that wait for a manager, beside what is in force. */
  offered: string[]
  /** False: all was so already. */
  isChanged: boolean
}

/** What a new thing brings. A till that knows the thing already has its own. */
const once: readonly string[] = ['code', 'authority_code']
/** A till that joins has its own idea of these. Nobody wants to be asked about them. */
const quiet: readonly string[] = ['favourite', 'class_chosen', 'colour']

/** remake: the same PIN under another pepper. Its version stays. */
type Fate = 'take' | 'offer' | 'leave' | 'remake'

const isSamePin = (one: unknown, other: unknown): boolean =>
  pinNames(one) !== null && pinNames(one)?.choice === pinNames(other)?.choice

interface Wished {
  kind: SharedKind
  joins: boolean
  base: number
  /** The value in force is of the same till. */
  isOwn: boolean
  /** The till wished that one later, and the hub could not make this wish when it came. */
  isOld: boolean
}

const fateOf = (
  name: string,
  value: unknown,
  inForce: InForce,
  { kind, joins, base, isOwn, isOld }: Wished,
): Fate => {
  const present = versionOf(inForce.versions, name)
  const isPin = kind === 'person' && (name === 'pin' || name === 'pin_renew')
  if (once.includes(name)) return inForce.body[name] === undefined ? 'take' : 'leave'
  if (isSameValue(inForce.body[name], value)) return base > present ? 'take' : 'leave'
  if (isOld) return 'leave'
  if (isPin && isSamePin(value, inForce.body[name])) return 'remake'
  // A base above the present version: the hub was put back from a backup, and this till knows what came later.
  if (base >= present) return 'take'
  // A dismissal beats all.
  if (kind === 'person' && name === 'active' && value === 0) return 'take'
  // A later wish of the till whose wish is in force: its people saw that one.
  if (isOwn) return 'take'
  // A verifier is shown to nobody. So a PIN that was set without knowledge of another one is dropped.
  if (isPin || (joins && quiet.includes(name))) return 'leave'
  return joins && inForce.body[name] === undefined ? 'take' : 'offer'
}

/** `held`: fields that cannot be taken, whatever their version. */
export const mergeWish = (
  inForce: InForce,
  wish: Wish,
  { id: origin, isLate }: { id: number | null; isLate?: true },
  held: readonly string[] = [],
): Merged => {
  const author: FieldAuthor = { origin, who: wish.who, at: wish.at }
  const merged: Merged = { ...inForce, offered: [], isChanged: false }
  for (const [name, value] of Object.entries(wish.set as Fields)) {
    const base = versionOf(wish.base, name)
    const before = inForce.authors[name] ?? inForce.authors['*']
    const isOwn = before !== undefined && before.origin === origin
    const fate = fateOf(name, value, inForce, {
      kind: wish.of.kind,
      joins: wish.joins ?? false,
      base,
      isOwn,
      isOld: isLate === true && isOwn && before.at > wish.at,
    })
    if (fate === 'offer' || (fate === 'take' && held.includes(name))) merged.offered.push(name)
    else if (fate === 'take' || fate === 'remake') {
      const present = versionOf(inForce.versions, name)
      const next = fate === 'remake' ? present : present + 1
      merged.versions = { ...merged.versions, [name]: Math.max(base, next) }
      merged.authors = { ...merged.authors, [name]: author }
      merged.body = withFields(merged.body, { [name]: value })
      merged.isChanged = true
    }
  }
  return merged
}

/** A thing that the hub did not have. After a backup was put back, the tills know the versions that it had. */
export const newThing = ({ base, set, who, at }: Wish, origin: number | null): InForce => ({
  versions: { '*': 1, ...Object.fromEntries(Object.entries(base).filter(([, version]) => version > 1)) },
  authors: { '*': { origin, who, at } },
  body: withFields({}, set as Fields),
})
