/**
 * Updates that overwrite previous state (stock master, customer) have no number that identifies a retry (`spec 4.5`,
 * `spec 4.7`). A repetition of a call that got 006 refers to the same submission, so that its caller learns the
 * outcome. The next call is a new one. Stored in memory: sending twice does no harm.
 */
import type { Submission } from '../../../db/profile/submissions.ts'
import type { Profile } from '../../profile/profile.ts'
import { isOver } from '../../shop/failures.ts'
import type { ProfileContext } from '../context.ts'

const unheard = new WeakMap<Profile, Set<number>>()

/** True if a caller waited for this row without result and nobody received its outcome since. */
export const isUnheard = (profile: Profile, id: number): boolean => unheard.get(profile)?.has(id) === true

/** Returns the row once it is settled, or its state after the call's time. */
export const outcomeOf = async (
  { profile, answerMs }: ProfileContext,
  id: number,
): Promise<Submission | undefined> => {
  const row = await profile.submitter.whenSettled(id, answerMs)
  const ids = unheard.get(profile) ?? new Set()
  if (row?.state === 'accepted' || isOver(row)) ids.delete(id)
  else ids.add(id)
  unheard.set(profile, ids)
  return row
}
