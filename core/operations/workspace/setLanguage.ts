import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const setLanguage: Handler<'workspace.setLanguage'> = ({ language }, { workspace }) => {
  workspace.setLanguage(language)
  return ok({ language })
}
