import type { ApiKeyRow } from '../../../db/workspace/apiKeys.ts'
import type { ApiKey } from '../../contract/access.ts'

export const apiKeyView = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  lastFour: row.last_four,
  createdAt: row.created_at,
  lastUsedOn: row.last_used_on,
  revokedAt: row.revoked_at,
})
