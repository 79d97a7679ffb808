/** The demo shop's people. The lock screen tells everybody their PIN, so Production lets none of them in. */
import type { UserRow } from '../../db/workspace/queries.ts'
import type { App } from '../profile/profile.ts'

export const isLetInto = (app: App | undefined, { demo }: { demo: boolean | UserRow['demo'] }): boolean =>
  !demo || app?.row.environment !== 'production'

/** Somebody who may do everything in that profile. */
export const ownerIn = (app: App | undefined, people: UserRow[]): UserRow | undefined =>
  people.find((person) => person.active === 1 && person.role === 'owner' && isLetInto(app, person))
