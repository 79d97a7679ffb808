import type { UserRow } from '../../../db/workspace/queries.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import type { Workspace } from '../../workspace.ts'
import { missing } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { nameTaken } from './nameTaken.ts'
import { personView } from './view.ts'

const isOwner = ({ role, active }: UserRow): boolean => role === 'owner' && active === 1

const save = async (
  { id, name, role, pin, active }: ParsedInputOf<'user.save'>,
  workspace: Workspace,
): Promise<Reply<OutputOf<'user.save'>>> => {
  const people = workspace.people()
  const taken = nameTaken(workspace, name, id)
  if (taken) return taken
  if (id === undefined) {
    if (pin === undefined) return missing('pin')
    return ok(personView(workspace, await workspace.addPerson({ name, role, pin })))
  }
  const before = people.find((person) => person.id === id)
  // Everybody is told the PIN of a demo person: an owner has one of their own.
  if (before?.demo && before.role !== 'owner' && role === 'owner' && pin === undefined) return missing('pin')
  // Nor does a demo owner count beside a real one: Production lets no demo people in.
  const others = people.filter(
    (person) => person.id !== id && isOwner(person) && (!person.demo || before?.demo),
  )
  if (before && isOwner(before) && others.length === 0 && (role !== 'owner' || !active)) {
    return fail('003', 'user.lastOwner', 'This is the only owner. Make somebody else an owner first.', {
      field: 'role',
    })
  }
  const changed = await workspace.changePerson(id, { name, role, active, pin })
  return changed
    ? ok(personView(workspace, changed))
    : fail('003', 'user.unknown', 'There is no such person.', { field: 'id' })
}

export const savePerson: Handler<'user.save'> = (input, { workspace }) =>
  workspace.inTurn(() => save(input, workspace))
