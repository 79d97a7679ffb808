/**
 * What replaces its like at the authority bears no number by which a repeated call could be known (`spec 4.5`, `spec
 * 4.7`). A call that repeats one which was told 006 is that one, whatever has become of it since, so that its caller
 * learns it; the next is a new one. Kept in memory: sent once more it does no harm.
 */
import type { Submission } from '../../../db/app/submissions.ts'
import type { App } from '../../profile/profile.ts'
import { isOver } from '../../shop/failures.ts'
import type { AppContext } from '../context.ts'

const unheard = new WeakMap<App, Set<number>>()

/** Has a caller waited for this row in vain, and nobody been told since? */
export const isUnheard = (app: App, id: number): boolean => unheard.get(app)?.has(id) === true

/** The row once it is settled, or as it is after the time that the call may take. */
export const outcomeOf = async (
  { app, answerMs }: AppContext,
  id: number,
): Promise<Submission | undefined> => {
  const row = await app.submitter.whenSettled(id, answerMs)
  const ids = unheard.get(app) ?? new Set()
  if (row?.state === 'accepted' || isOver(row)) ids.delete(id)
  else ids.add(id)
  unheard.set(app, ids)
  return row
}
