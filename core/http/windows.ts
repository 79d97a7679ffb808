/** Lets browser windows in: a one-time token from the printed address is exchanged for a signed cookie. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse } from 'node:querystring'

/** A window that has been let in stays in for this long, through restarts of the host. */
const lifetimeMs = 30 * 24 * 3_600_000
/** Addresses printed and not used; more than this and the oldest ones lapse. */
const mostTokens = 20

export interface Windows {
  /** A fresh token of 256 random bits, good for one window. */
  mint(): string
  /** Spends a token; the answer is the window's cookie value, or null when the token is not good (any more). */
  admit(token: string): string | null
  /** The window's id behind a `Cookie` header, or null. */
  identify(cookieHeader: string | undefined, cookieName: string): string | null
}

/** `key` signs the cookies: 32 bytes, the same after a restart. `now` is epoch milliseconds. */
export const createWindows = (key: Buffer, now: () => number): Windows => {
  const tokens = new Set<string>()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const isSigned = (text: string, signature: string): boolean => {
    const expected = Buffer.from(sign(text))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
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
      const claim = `${randomBytes(16).toString('base64url')}.${now() + lifetimeMs}`
      return `${claim}.${sign(claim)}`
    },
    identify: (cookieHeader, cookieName) => {
      const value = parse(cookieHeader ?? '', '; ')[cookieName]
      if (typeof value !== 'string') return null
      const [id, until, signature] = value.split('.')
      if (!id || !until || !signature || !isSigned(`${id}.${until}`, signature)) return null
      return Number(until) > now() ? id : null
    },
  }
}
