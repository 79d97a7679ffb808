import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Body, text } from './body.ts'
import type { Call, Device } from './calls/call.ts'
import { broken, type Refusal, refused } from './outcome.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'
import { type Answer, apigeeFault, type Dialect, expiredToken, token, unauthorised } from './wire.ts'

type Sender = { readonly store: Store; readonly now: number; readonly headers: IncomingHttpHeaders }

/**
 * The token path: GET with HTTP Basic, consumer key and secret. GET instead of POST is a known trap (`authority
 * §1.1`).
 */
export function grantToken(
  sender: Sender,
  settings: Settings,
  request: { method: string; url: string },
): Answer {
  if (request.method !== 'GET')
    return apigeeFault(405, 'Method Not Allowed', 'messaging.runtime.MethodNotAllowed')
  if (new URL(request.url, 'http://authority').searchParams.get('grant_type') !== 'client_credentials') {
    return apigeeFault(400, 'Required param : grant_type', 'steps.oauth.v2.FailedToResolveVariable')
  }
  if (!isConsumer(sender.headers.authorization, settings)) {
    return apigeeFault(401, 'Invalid client identifier', 'oauth.v2.InvalidClientIdentifier')
  }
  const accessToken = randomBytes(21).toString('base64url')
  sender.store.run(
    'INSERT INTO token (token, expires_at) VALUES (?, ?)',
    accessToken,
    sender.now + settings.tokenLifeSeconds * 1000,
  )
  return token(accessToken, settings.tokenLifeSeconds)
}

function isConsumer(header: string | undefined, { consumer }: Settings): boolean {
  const encoded = /^Basic (\S+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return false
  const [, key, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (key === undefined || secret === undefined) return false
  return consumer === null || (key === consumer.key && secret === consumer.secret)
}

/** The bearer token and the app id, which only the gateway asks for. Undefined when both are in order. */
export function refuseBearer({ store, now, headers }: Sender): Answer | Refusal | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer === undefined) return apigeeFault(401, 'Invalid access token', 'oauth.v2.InvalidAccessToken')
  const row = store.get<{ expires_at: number }>('SELECT expires_at FROM token WHERE token = ?', bearer)
  if (!row) return unauthorised(now)
  if (row.expires_at <= now) return expiredToken()
  return header(headers, 'apigee_app_id') === '' ? broken('apigee_app_id cannot be Null') : undefined
}

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value : ''
}

type Identity = { readonly tin: string; readonly bhfId: string; readonly cmcKey: string }

/** Headers first. The legacy wire also accepts the specification's members in the body (`authority §1.2`). */
export function identify(dialect: Dialect, headers: IncomingHttpHeaders, body: Body): Identity | Refusal {
  const read = (name: string) => header(headers, name) || (dialect === 'legacy' ? text(body, name) : '')
  const identity = { tin: read('tin'), bhfId: read('bhfId'), cmcKey: read('cmcKey') }
  const absent = Object.entries(identity).find(([, value]) => value === '')
  if (!absent) return identity
  return dialect === 'legacy' ? refused('900') : broken(`${absent[0]} cannot be Null`)
}

/** Some queries of the gateway require the identity again in the body (`authority §1.2`). */
export function refuseBodyIdentity(call: Call, body: Body): Refusal | undefined {
  if (!call.identityInBody) return undefined
  if (text(body, 'tin') === '') return broken(call.identityInBody.tin)
  return text(body, 'bhfId') === '' ? broken(call.identityInBody.bhfId) : undefined
}

const WRONG_BRANCH = 'Error occurred while validating item tax type: Please try again later'

/** The calls which answer a wrong branch with an unrelated text (authority §1.2, §7 no. 27). */
const MISLEADING = ['saveTrnsSalesOsdc', 'insertStockIO', 'saveStockMaster']

type DeviceRow = { bhfId: string; serial: string; sdcId: string; approved: number; corrupt: number }

/**
 * Returns the device of a key. An unknown or invalid one is `901`; a wrong branch is `E04` or the misleading text.
 */
export function authenticate(store: Store, identity: Identity, call: Call): Device | Refusal {
  const row = store.get<DeviceRow>(
    `SELECT bhf_id AS bhfId, serial, sdc_id AS sdcId, approved, corrupt FROM device WHERE tin = ? AND cmc_key = ?`,
    identity.tin,
    identity.cmcKey,
  )
  if (!row?.approved || row.corrupt) return refused('901')
  if (row.bhfId === identity.bhfId) {
    return { tin: identity.tin, bhfId: row.bhfId, serial: row.serial, sdcId: row.sdcId }
  }
  return MISLEADING.includes(call.name) ? broken(WRONG_BRANCH) : refused('E04')
}
