/**
 * People whom Production rejects: those of the demo shop, whose PIN the lock screen shows to everybody, and those of whom
 * a hub of Sandbox told.
 */
import type { ProfileRow, UserRow } from '../../db/workspace/queries.ts'

type Entered = { row: Pick<ProfileRow, 'environment'> } | undefined

export const isLetInto = (profile: Entered, person: Practising): boolean =>
  !practises(person) || profile?.row.environment !== 'production'

type Practising = { [K in 'demo' | 'sandbox']: boolean | UserRow[K] }
/** Returns whether a person works in Sandbox only. */
export const practises = ({ demo, sandbox }: Practising): boolean => Boolean(demo) || Boolean(sandbox)

/** Returns a person with the owner's rights in that profile. */
export const ownerIn = (profile: Entered, people: UserRow[]): UserRow | undefined =>
  people.find((person) => person.active === 1 && person.role === 'owner' && isLetInto(profile, person))
