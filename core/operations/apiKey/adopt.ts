import { callerId } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { apiKeyView } from './view.ts'

export const adoptApiKey: Handler<'apiKey.adopt'> = ({ key, name }, { workspace, profile, actor, ports }) => {
  const adopted = workspace.keys.adopt(profile.row, key, { by: callerId(actor), name })
  if (!adopted.ok) return adopted
  const row = adopted.data
  ports.log.info({ appId: profile.id, keyId: row.id, by: row.created_by }, 'a key was adopted')
  workspace.emit({ type: 'workspace.changed' })
  return ok(apiKeyView(row))
}
