import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { apiKeyView } from './view.ts'

export const listApiKeys: Handler<'apiKey.list'> = (_, { workspace, app }) =>
  ok({ keys: workspace.keys.list(app.id).map(apiKeyView) })
