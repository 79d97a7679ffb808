/** Admits browser windows: a one-time token from the printed address is exchanged for a signed cookie. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse } from 'node:querystring'
import type { Clock } from '../base/ports.ts'

const dayMs = 24 * 3_600_000
/** An unused window stays admitted for this long, also after restarts. */
const lifetimeMs = 30 * dayMs
/** Remembered windows; more than are open at once. */
const mostUsed = 100
/** Printed, unused addresses. Beyond this the oldest ones expire. */
const mostTokens = 20

export interface Windows {
  /** Returns a new token of 256 random bits, valid for one window. */
  mint(): string
  /** Spends a token; the answer is the window's cookie value, or null when the token is not good (any more). */
  admit(token: string): string | null
  /** The window behind a `Cookie` header, or null. */
  identify(cookieHeader: string | undefined, cookieName: string): IdentifiedWindow | null
}

interface IdentifiedWindow {
  id: string
  /** A cookie value to be given instead: the old one is older than a day. */
  renewed?: string
}

/** `key` signs the cookies: 32 bytes, the same after a restart. */
export const createWindows = (key: Buffer, { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): Windows => {
  const tokens = new Set<string>()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const isSigned = (text: string, signature: string): boolean => {
    const expected = Buffer.from(sign(text))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  const cookieOf = (id: string): string => {
    const claim = `${id}.${now() + lifetimeMs}`
    return `${claim}.${sign(claim)}`
  }
  /** When each window was used last, by a clock that nobody sets. */
  const used = new Map<string, number>()
  const isInUse = (id: string): boolean =>
    monotonic() - (used.get(id) ?? Number.NEGATIVE_INFINITY) < lifetimeMs
  const remember = (id: string): void => {
    used.delete(id)
    used.set(id, monotonic())
    for (const oldest of used.keys()) if (used.size > mostUsed) used.delete(oldest)
  }
  return {
    mint: () => {
      const token = randomBytes(32).toString('base64url')
      tokens.add(token)
      for (const oldest of tokens) if (tokens.size > mostTokens) tokens.delete(oldest)
      return token
    },
    admit: (token) => {
      if (!tokens.delete(token)) return null
      return cookieOf(randomBytes(16).toString('base64url'))
    },
    identify: (cookieHeader, cookieName) => {
      const value = parse(cookieHeader ?? '', '; ')[cookieName]
      if (typeof value !== 'string') return null
      const [id, until, signature] = value.split('.')
      if (!id || !until || !signature || !isSigned(`${id}.${until}`, signature)) return null
      const leftMs = Number(until) - now()
      // A clock that is set ahead does not end a sale in its middle.
      if (leftMs <= 0 && !isInUse(id)) return null
      remember(id)
      const isFresh = leftMs > lifetimeMs - dayMs && leftMs <= lifetimeMs
      return isFresh ? { id } : { id, renewed: cookieOf(id) }
    },
  }
}
