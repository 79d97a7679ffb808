/** The demo shop's people. The lock screen shows their PIN to everybody, so Production rejects them. */
import type { ProfileRow, UserRow } from '../../db/workspace/queries.ts'

type Entered = { row: Pick<ProfileRow, 'environment'> } | undefined

export const isLetInto = (profile: Entered, { demo }: { demo: boolean | UserRow['demo'] }): boolean =>
  !demo || profile?.row.environment !== 'production'

/** Returns a person with the owner's rights in that profile. */
export const ownerIn = (profile: Entered, people: UserRow[]): UserRow | undefined =>
  people.find((person) => person.active === 1 && person.role === 'owner' && isLetInto(profile, person))
