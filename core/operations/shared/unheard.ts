/**
 * What replaces its like at the authority bears no number by which a repeated call could be known (`spec 4.5`, `spec
 * 4.7`). A call that repeats one which was told 006 is that one, whatever has become of it since, so that its caller
 * learns it; the next is a new one. Kept in memory: sent once more it does no harm.
 */
import type { Submission } from '../../../db/profile/submissions.ts'
import type { Profile } from '../../profile/profile.ts'
import { isOver } from '../../shop/failures.ts'
import type { ProfileContext } from '../context.ts'

const unheard = new WeakMap<Profile, Set<number>>()

/** Has a caller waited for this row in vain, and nobody been told since? */
export const isUnheard = (profile: Profile, id: number): boolean => unheard.get(profile)?.has(id) === true

/** The row once it is settled, or as it is after the time that the call may take. */
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
