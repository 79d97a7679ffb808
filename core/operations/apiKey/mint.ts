import { callerId } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { apiKeyView } from './view.ts'

export const mintApiKey: Handler<'apiKey.mint'> = ({ name }, { workspace, profile, actor, ports }) => {
  const { key, row } = workspace.keys.mint(profile.row, { by: callerId(actor), name })
  ports.log.info({ appId: profile.id, keyId: row.id, by: row.created_by }, 'a key was created')
  workspace.emit({ type: 'workspace.changed' })
  return ok({ key, apiKey: apiKeyView(row) })
}
