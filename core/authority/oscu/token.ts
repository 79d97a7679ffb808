import type { Outcome } from '../port.ts'
import type { Delivery, Transport } from './transport.ts'

export interface Gateway {
  /** Where tokens are fetched. `grant_type` is added if it is missing. */
  tokenUrl: string
  /** The UUID of the application at the gateway. */
  apigeeAppId: string
  credentials: () => Promise<{ consumerKey: string; consumerSecret: string } | null>
}

type Failure = Extract<Outcome<never>, { kind: 'neverArrived' | 'notAuthorised' }>
export type TokenResult = { token: string } | { failure: Failure }

export interface Tokens {
  get(): Promise<TokenResult>
  /** The gateway rejected this token. The next call fetches a new one. */
  forget(token: string): void
  /** The secrets used for tokens, so that they are removed from every text. */
  shown(): string[]
}

/** Milliseconds. A token is replaced this long before it expires. */
const marginMs = 60_000
const unknownLifeSeconds = 300

/**
 * Bearer tokens of the gateway: fetched with GET and HTTP Basic, stored until shortly before they expire (`authority
 * §1.1`). Without a token the call is not sent, so a failure is never `mayHaveArrived`.
 */
export function createTokens(gateway: Gateway, transport: Transport, monotonic: () => number): Tokens {
  let kept: { token: string; until: number } | null = null
  let fetching: Promise<TokenResult> | null = null
  let shown: string[] = []

  async function fetchToken(): Promise<TokenResult> {
    const credentials = await gateway.credentials()
    if (!credentials) return refused('The consumer key and secret of the gateway are missing.')
    const basic = Buffer.from(`${credentials.consumerKey}:${credentials.consumerSecret}`).toString('base64')
    shown = [basic, credentials.consumerKey, credentials.consumerSecret]
    const url = new URL(gateway.tokenUrl)
    if (!url.searchParams.has('grant_type')) url.searchParams.set('grant_type', 'client_credentials')
    const asked = monotonic()
    const delivery = await transport.send({
      method: 'GET',
      url: url.href,
      headers: { Authorization: `Basic ${basic}`, Accept: 'application/json' },
      body: '',
      long: false,
    })
    const granted = delivery.kind === 'answered' && delivery.status < 300 ? readToken(delivery.body) : null
    if (!granted) return { failure: failure(delivery) }
    const life = granted.seconds * 1_000
    kept = { token: granted.token, until: asked + Math.max(life - marginMs, life / 2) }
    return { token: granted.token }
  }

  return {
    async get() {
      if (kept && monotonic() < kept.until) return { token: kept.token }
      fetching ??= fetchToken().finally(() => {
        fetching = null
      })
      return fetching
    },
    forget(token) {
      if (kept?.token === token) kept = null
    },
    shown: () => shown,
  }
}

function readToken(body: string): { token: string; seconds: number } | null {
  try {
    const { access_token: token, expires_in: life } = JSON.parse(body) as Record<string, unknown>
    const seconds = Number(life)
    if (typeof token !== 'string' || token === '') return null
    return { token, seconds: seconds > 0 ? seconds : unknownLifeSeconds }
  } catch {
    return null
  }
}

function failure(delivery: Delivery): Failure {
  if (delivery.kind !== 'answered') {
    return { kind: 'neverArrived', text: `No token could be fetched. ${delivery.text}` }
  }
  if ([400, 401, 403].includes(delivery.status)) {
    return refused('The gateway rejected the consumer key and secret.').failure
  }
  return { kind: 'neverArrived', text: `No token could be fetched: HTTP ${delivery.status}.` }
}

function refused(text: string): { failure: Extract<Failure, { kind: 'notAuthorised' }> } {
  return { failure: { kind: 'notAuthorised', code: '401', text } }
}
