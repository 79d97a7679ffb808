/** A till that was paired anew after a fork continues the trail of another one. What that one had before is its own too. */
import { insertTaken, originByUid, type Taken, takenSubmission } from '../../db/profile/taken.ts'
import type { Fact } from '../contract/hub/wire.ts'
import type { Stretch, TakeContext, Taking } from './context.ts'

/** The trails in which a till's rows are: its own, and those that it continues, nearest first. */
export const stretchesOf = (by: Pick<Taking, 'parentOf'>, originUid: string): Stretch[] => {
  const all = [{ uid: originUid, upTo: Number.MAX_SAFE_INTEGER }]
  for (let next = by.parentOf(originUid); next; next = by.parentOf(next.uid)) all.push(next)
  return all
}

/** Returns what was taken of a till. `find`: looks by the id of an origin. */
export const takenAlong = (
  context: Pick<Taking, 'db' | 'parentOf'>,
  originUid: string,
  find: (origin: number) => Taken | undefined,
): Taken | undefined => {
  for (const { uid, upTo } of stretchesOf(context, originUid)) {
    const home = originByUid(context.db, uid)
    const found = home && find(home.id)
    if (found && found.seq <= upTo) return found
  }
  return undefined
}

/** Returns what was taken for a till's submission. If the first till had it, this one hears its outcome from now on too. */
export const takenForSubmission = (
  context: TakeContext,
  { seq, hash }: Fact,
  localSubmission: number,
): Taken | undefined => {
  const { db, origin } = context
  const found = takenAlong(context, origin.uid, (id) => takenSubmission(db, id, localSubmission))
  if (!found || found.origin === origin.id) return found
  insertTaken(db, { ...found, origin: origin.id, seq, hash, answers: seq - 1 })
  return takenSubmission(db, origin.id, localSubmission)
}
