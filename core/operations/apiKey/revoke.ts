import { callerId } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { apiKeyView } from './view.ts'

export const revokeApiKey: Handler<'apiKey.revoke'> = ({ id }, { workspace, profile, actor, ports }) => {
  const row = workspace.keys.revoke(profile.id, id, callerId(actor))
  if (!row) return fail('003', 'apiKey.unknown', 'This profile has no such key.', { field: 'id' })
  ports.log.info({ appId: profile.id, keyId: row.id, by: row.revoked_by }, 'a key was revoked')
  workspace.emit({ type: 'workspace.changed' })
  return ok(apiKeyView(row))
}
