import type { UserRow } from '../../../db/workspace/queries.ts'
import { callerId } from '../../access/actor.ts'
import { practises } from '../../access/demoPeople.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { rankOf } from '../../contract/fields.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { shortestPin } from '../../contract/pinRules.ts'
import { missing } from '../../shop/failures.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { nameTaken } from './nameTaken.ts'
import { pinRefused, strongerPinNeeded } from './pinRefused.ts'
import { personView } from './view.ts'

const isOwner = ({ role, active }: UserRow): boolean => role === 'owner' && active === 1

const save = async (
  { id, name, role, pin, active }: ParsedInputOf<'user.save'>,
  { workspace, actor }: Context,
): Promise<Reply<OutputOf<'user.save'>>> => {
  const people = workspace.people()
  const taken = nameTaken(workspace, name, id)
  if (taken) return taken
  const refused = pin === undefined ? null : pinRefused(pin, role)
  if (refused) return refused
  if (id === undefined) {
    if (pin === undefined) return missing('pin')
    return ok(personView(workspace, await workspace.addPerson({ name, role, pin }, callerId(actor))))
  }
  const before = people.find((person) => person.id === id)
  // Everybody knows the PIN of a demo person, so an owner needs another one.
  if (before?.demo && before.role !== 'owner' && role === 'owner' && pin === undefined) return missing('pin')
  const isRaised = before && rankOf[role] > rankOf[before.role] && shortestPin[role] > shortestPin.cashier
  if (isRaised && !before.demo && !before.pin_strong && pin === undefined) return strongerPinNeeded()
  // Nor does a demo owner count beside a real one: Production lets no demo people in.
  const others = people.filter(
    (person) => person.id !== id && isOwner(person) && (!practises(person) || (before && practises(before))),
  )
  if (before && isOwner(before) && others.length === 0 && (role !== 'owner' || !active)) {
    return fail('003', 'user.lastOwner', 'This is the only owner. Make another person an owner first.', {
      field: 'role',
    })
  }
  const changed = await workspace.changePerson(id, { name, role, active, pin }, callerId(actor))
  return changed
    ? ok(personView(workspace, changed))
    : fail('003', 'user.unknown', 'There is no such person.', { field: 'id' })
}

export const savePerson: Handler<'user.save'> = (input, context) =>
  context.workspace.inTurn(() => save(input, context))
