/**
 * Makes wishes of what changed at this till: the difference between a row, and what the hub told of it with the own
 * wishes that it has not answered. A wish is a row of the audit trail, so the hub gets it as it gets sales.
 */
import { setImmediate } from 'node:timers/promises'
import { till } from '../../db/profile/audit.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import {
  baseOf,
  type ChangedRow,
  changedHere,
  forgetChanged,
  hubShares,
  insertWish,
  noteChanged,
  noteJoining,
  openWishes,
  type SharesRow,
  updateShares,
} from '../../db/profile/shared.ts'
import {
  type Fields,
  isSameValue,
  sharedFields,
  sharedSettings,
  type Versions,
  versionOf,
  withFields,
} from '../contract/hub/shared.ts'
import type { Wish } from '../contract/hub/wire.ts'
import { kinds } from './kinds/kinds.ts'
import type { Sharing, Thing } from './sharing.ts'

/** Rows per transaction: some milliseconds. */
const atOnce = 25

/** Returns a thing's fields with the wishes over them that the hub has not answered. */
export const withWishes = ({ db }: Sharing, uid: string, body: Fields): Fields =>
  openWishes(db, uid).reduce(
    (over, { content }) => withFields(over, (JSON.parse(content) as Wish).set as Fields),
    body,
  )

/** The fields that differ, with null for those that are gone. */
const differing = (kind: SharedKind, now: Fields, told: Fields): Fields =>
  Object.fromEntries(
    sharedFields[kind].flatMap((name) =>
      isSameValue(now[name], told[name]) ? [] : [[name, now[name] ?? null]],
    ),
  )

const whole = (kind: SharedKind, { body, once }: Thing): Fields => ({
  ...Object.fromEntries(sharedFields[kind].map((name) => [name, body[name] ?? null])),
  ...once,
})

/** Makes the wish of one changed row, if there is anything to tell. Call it inside a transaction. */
export const makeWish = (sharing: Sharing, { kind, key, who, why }: ChangedRow): void => {
  const { db, ids } = sharing
  const thing = kinds[kind].thing(sharing, key)
  forgetChanged(db, kind, key)
  if (!thing) return
  const { uid } = thing
  const told = baseOf(db, uid)
  // This till's last owner, whom the hub ended, stays until the hub has told another one.
  if (kind === 'person' && told?.whole === 0) return
  const versions: Versions = told ? JSON.parse(told.versions) : {}
  const isNew = !told && openWishes(db, uid).length === 0
  // A person who left before the pairing concerns no other till.
  if (isNew && kind === 'person' && thing.body['active'] === 0) return
  const set =
    why === 'again'
      ? whole(kind, thing)
      : isNew
        ? { ...thing.body, ...thing.once }
        : differing(kind, thing.body, withWishes(sharing, uid, told ? JSON.parse(told.body) : {}))
  if (Object.keys(set).length === 0) return
  const base = Object.fromEntries(
    Object.keys(set).flatMap((name) => {
      const version = versionOf(versions, name)
      return version > 0 ? [[name, version]] : []
    }),
  )
  const author = who ?? thing.who ?? till
  const at = sharing.now()
  const joins = why === 'joining' && isNew
  const wish: Wish = {
    uid: ids.uuid(),
    of: { kind, uid },
    base,
    set,
    who: author,
    at,
    ...(joins ? { joins } : {}),
  }
  insertWish(db, {
    uid: wish.uid,
    kind,
    of_uid: uid,
    joins: joins ? 1 : 0,
    subject: thing.name,
    who: author,
    at,
    content: JSON.stringify(wish),
  })
}

/** They are few, and no trigger can note a change in another database. */
const noteChangedPeople = ({ db, people }: Sharing, { people_told }: SharesRow): void => {
  const revision = people?.revision() ?? people_told
  if (revision === people_told) return
  for (const key of people?.ids() ?? []) noteChanged(db, { kind: 'person', key, who: null, why: null })
  updateShares(db, { people_told: revision, people_seen: revision })
}

/** Makes some wishes, in one transaction. Returns false once there is nothing more to tell. */
export const makeSomeWishes = (sharing: Sharing, limit = atOnce): boolean => {
  const { db } = sharing
  return db.transaction(() => {
    const shares = hubShares(db)
    if (!shares) return false
    noteChangedPeople(sharing, shares)
    const changed = changedHere(db, limit)
    for (const row of changed) makeWish(sharing, row)
    return changed.length === limit || noteJoining(db, sharedSettings, limit) || changed.length > 0
  })
}

/**
 * Makes all wishes that are due, in steps between which the till works on. When it resolves, all that changed here has
 * its row in the trail. `stopped`: the till ends.
 */
export const makeWishes = async (sharing: Sharing, stopped: () => boolean): Promise<void> => {
  while (!stopped() && makeSomeWishes(sharing)) await setImmediate()
}
