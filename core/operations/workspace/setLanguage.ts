import { ownerIn } from '../../access/demoPeople.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const setLanguage: Handler<'workspace.setLanguage'> = ({ language }, { workspace, actor }) => {
  // It is everybody's: at a locked till a window may only speak another one itself.
  if (actor.kind === 'nobody' && ownerIn(workspace.current(), workspace.people()))
    return fail('001', 'session.locked', 'The till is locked. Unlock it with a PIN.')
  workspace.setLanguage(language)
  return ok({ language })
}
