/** Finds the REST caller in the request's headers alone, never in its address, cookies or body (spec 5). */
import type { IncomingHttpHeaders } from 'node:http'
import type { SoftwareCaller } from '../access/callers.ts'
import { fail, ok, type Reply } from '../contract/errors.ts'
import { appHeader, type Host } from '../host/host.ts'

/** Longer than any of our keys and tokens. */
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

const otherApp = fail(
  '003',
  'credential.otherApp',
  `${appHeader}: it names another app than the key opens. Leave it out, or send the key of that app.`,
  { field: appHeader },
)

/** Returns a header that occurs once. */
const single = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header.length <= longest ? header : undefined

/** Returns the caller of the key or session; 001 without a valid credential, 003 with both kinds. */
export const callerOf = async (
  headers: IncomingHttpHeaders,
  host: Pick<Host, 'verifyApiKey' | 'verifySession'>,
): Promise<Reply<SoftwareCaller>> => {
  const { authorization } = headers
  const key = headers['x-api-key']
  const named = single(headers[appHeader.toLowerCase()])?.trim() || undefined
  // Some generated clients always send `Bearer `, and some proxies their own `Basic`. Beside a key neither is a
  // credential.
  if (authorization === undefined || (key !== undefined && !/^Bearer +\S/i.test(authorization))) {
    const caller = host.verifyApiKey(single(key))
    if (!caller) return noCredential
    return named === undefined || named === caller.appId ? ok(caller) : otherApp
  }
  if (key !== undefined) return twoCredentials
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(single(authorization) ?? '')?.[1]
  const caller = token && (await host.verifySession(token, named))
  return caller ? ok(caller) : noSession
}

/** The key's or session's id, which the limits count by. */
export const nameOf = (caller: SoftwareCaller): string =>
  'keyId' in caller ? caller.keyId : caller.sessionId
