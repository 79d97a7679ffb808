import { adoptApiKey } from './adopt.ts'
import { listApiKeys } from './list.ts'
import { mintApiKey } from './mint.ts'
import { revokeApiKey } from './revoke.ts'

export const apiKeyHandlers = {
  'apiKey.list': listApiKeys,
  'apiKey.mint': mintApiKey,
  'apiKey.adopt': adoptApiKey,
  'apiKey.revoke': revokeApiKey,
}
