import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { personView } from './view.ts'

export const listPeople: Handler<'user.list'> = (_, { workspace }) =>
  ok({
    people: workspace.people().map((person) => personView(workspace, person)),
    lockAfterMinutes: workspace.lockAfterMinutes(),
    hub: workspace.sharedAs(),
  })
