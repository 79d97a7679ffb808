import { fail } from '../../contract/errors.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Two people with one name cannot be distinguished. `id`: the person who gets the name. */
export const nameTaken = (workspace: Workspace, name: string, id?: string) =>
  workspace
    .people()
    .some(
      (person) => person.id !== id && person.active === 1 && person.name.toLowerCase() === name.toLowerCase(),
    )
    ? fail('003', 'user.nameTaken', `There is a ${name} already. Choose another name for this person.`, {
        field: 'name',
      })
    : null
