/** Who calls over REST: from the request's headers alone, never from its address, its cookies or its body (spec 5). */
import type { IncomingHttpHeaders } from 'node:http'
import { fail, ok, type Reply } from '../contract/errors.ts'
import type { Host, SoftwareCaller } from '../host.ts'

/** Longer than any key or token of ours. */
const longest = 4096

const noCredential = fail(
  '001',
  'apiKey.invalid',
  'Invalid API Key: send a valid key of the app in the header x-api-key',
)
const noSession = fail(
  '001',
  'session.invalid',
  "Invalid access token: it is wrong, has expired, its session has ended, or it is a demo person's in a Production app. Refresh it, or sign in again.",
)
const twoCredentials = fail(
  '003',
  'credential.two',
  'Send one credential: either the header x-api-key or the header Authorization',
)

/** A header that came once. */
const single = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header.length <= longest ? header : undefined

/** The key's or the session's caller; 001 without a good credential, 003 where both kinds are sent. */
export const callerOf = async (
  headers: IncomingHttpHeaders,
  host: Pick<Host, 'verifyApiKey' | 'verifySession'>,
): Promise<Reply<SoftwareCaller>> => {
  const { authorization } = headers
  const key = headers['x-api-key']
  if (authorization === undefined) {
    const caller = host.verifyApiKey(single(key))
    return caller ? ok(caller) : noCredential
  }
  if (key !== undefined) return twoCredentials
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(single(authorization) ?? '')?.[1]
  const caller =
    token && (await host.verifySession(token, single(headers['x-service-app-id'])?.trim() || undefined))
  return caller ? ok(caller) : noSession
}

/** What a caller is counted by: its key or its session. */
export const nameOf = (caller: SoftwareCaller): string =>
  'keyId' in caller ? caller.keyId : caller.sessionId
