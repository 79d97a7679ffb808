/** Who asks through a till. The token says which till; the till says who is signed in there, and the hub notes both. */
import type { Doer } from '../../db/hub/door.ts'
import { peopleOf } from '../../db/hub/people.ts'
import { type Role, rankOf } from '../contract/fields.ts'
import type { ActingPerson } from '../contract/hub/wire.ts'
import type { Caller, Door } from './door.ts'
import { Refusal } from './failures.ts'

/**
 * Throws {@link Refusal} if the person may not. Once the branch shares its people, the person must be one of them, active
 * and with that role: a till cannot invent an owner.
 */
export const demandRole = async (
  { hub }: Pick<Door, 'hub'>,
  { branch, id: from, name }: Caller,
  by: ActingPerson,
  least: Role,
): Promise<Doer> => {
  const known = await peopleOf(hub.db, branch)
  const person = known.find(({ uid }) => uid === by.uid)
  const role = known.length === 0 ? by.role : person?.active ? person.role : undefined
  if (role === undefined || rankOf[role] < rankOf[least] || rankOf[by.role] < rankOf[least]) {
    hub.ports.log.warn({ till: name, who: by.name, uid: by.uid, least }, 'A person may not do that')
    throw new Refusal('notAllowed')
  }
  return { who: by.name, from }
}
