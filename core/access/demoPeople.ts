/** The demo shop's people. The lock screen tells everybody their PIN, so Production lets none of them in. */
import type { AppRow, UserRow } from '../../db/workspace/queries.ts'

type Entered = { row: Pick<AppRow, 'environment'> } | undefined

export const isLetInto = (app: Entered, { demo }: { demo: boolean | UserRow['demo'] }): boolean =>
  !demo || app?.row.environment !== 'production'

/** Somebody who may do everything in that profile. */
export const ownerIn = (app: Entered, people: UserRow[]): UserRow | undefined =>
  people.find((person) => person.active === 1 && person.role === 'owner' && isLetInto(app, person))
