import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import type { Workspace } from '../../workspace.ts'
import { missing } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { personView } from './view.ts'

const save = async (
  { id, name, role, pin, active }: ParsedInputOf<'user.save'>,
  workspace: Workspace,
): Promise<Reply<OutputOf<'user.save'>>> => {
  const people = workspace.people()
  if (
    people.some(
      (person) => person.id !== id && person.active === 1 && person.name.toLowerCase() === name.toLowerCase(),
    )
  ) {
    return fail(
      '003',
      'user.nameTaken',
      `There is a ${name} already. Give this person a name that tells them apart.`,
      { field: 'name' },
    )
  }
  if (id === undefined) {
    if (pin === undefined) return missing('pin')
    return ok(personView(workspace, await workspace.addPerson({ name, role, pin })))
  }
  const owners = people.filter((person) => person.role === 'owner' && person.active === 1)
  if (owners.length === 1 && owners[0]?.id === id && (role !== 'owner' || !active)) {
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
