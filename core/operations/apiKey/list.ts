import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { apiKeyView } from './view.ts'

export const listApiKeys: Handler<'apiKey.list'> = (_, { workspace, profile }) =>
  ok({ keys: workspace.keys.list(profile.id).map(apiKeyView) })
