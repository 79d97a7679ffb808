/**
 * Who calls. A till signs a number of the hub with its key, and gets a token for ten minutes. Tokens end with the
 * process that gave them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../base/ports.ts'
import { publicFrom } from '../link/identity.ts'

/** Milliseconds. */
export const tokenValidMs = 10 * 60_000
export const nonceValidMs = 60_000
/** A till signs once in ten minutes. Were there ever more in a minute, the oldest are the ones to forget. */
const mostUsed = 20_000

export interface Tokens {
  /** A number to sign. It costs the hub nothing to give one to a stranger. */
  nonce(): string
  /** Returns the origin that an assertion names; null: it names none. Nothing is proved yet. */
  issuerOf(assertion: string): string | null
  /** True if that key signed it for this hub, with a number that was used by nobody before. */
  proves(assertion: string, issuer: string, publicKey: string): Promise<boolean>
  /** Gives a token to the holder of that key. */
  give(origin: string, publicKey: string): Promise<string>
  /** Returns whose token it is; null: it has ended, or is not of this process, or of an earlier epoch. */
  read(token: string): Promise<{ origin: string; publicKey: string } | null>
}

const payloadOf = (token: string): Record<string, unknown> => {
  try {
    const payload = token.split('.')[1] ?? ''
    return { ...(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object | null) }
  } catch {
    return {}
  }
}

/** `hub`: its uid. `epoch`: its present one. `secret`: 32 random bytes of this process. */
export const createTokens = (
  hub: string,
  {
    clock,
    secret,
    random,
    epoch,
  }: { clock: Clock; secret: Uint8Array; random(bytes: number): Uint8Array; epoch(): number },
): Tokens => {
  /** By the clock that never jumps, so that a corrected clock of the hub ends no token. */
  const now = () => clock.monotonic()
  const currentDate = () => new Date(now())
  const sealOf = (text: string) => createHmac('sha256', secret).update(text).digest()
  const used = new Map<string, number>()
  const forget = (): void => {
    for (const [nonce, ends] of used)
      if (ends < now() || used.size > mostUsed) used.delete(nonce)
      else break
  }
  const isOwn = (nonce: string): boolean => {
    const [ends = '', salt = '', seal = ''] = nonce.split('.')
    const given = Buffer.from(seal, 'base64url')
    const right = sealOf(`${ends}.${salt}`)
    return given.length === right.length && timingSafeEqual(given, right) && Number(ends) > now()
  }
  return {
    nonce: () => {
      const text = `${Math.round(now() + nonceValidMs)}.${Buffer.from(random(12)).toString('base64url')}`
      return `${text}.${sealOf(text).toString('base64url')}`
    },
    issuerOf: (assertion) => {
      const { iss } = payloadOf(assertion)
      return typeof iss === 'string' ? iss : null
    },
    proves: async (assertion, issuer, publicKey) => {
      const options = { algorithms: ['EdDSA'], issuer, audience: hub }
      const payload = await jwtVerify(assertion, publicFrom(publicKey), options).then(
        (verified) => verified.payload,
        () => null,
      )
      const nonce = payload?.['nonce']
      if (typeof nonce !== 'string' || !isOwn(nonce) || used.has(nonce)) return false
      forget()
      used.set(nonce, now() + nonceValidMs)
      return true
    },
    give: (origin, publicKey) =>
      new SignJWT({ key: publicKey, epoch: epoch() })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(origin)
        .setAudience(hub)
        .setExpirationTime(Math.floor((now() + tokenValidMs) / 1000))
        .sign(secret),
    read: async (token) => {
      try {
        const options = { algorithms: ['HS256'], audience: hub, currentDate: currentDate() }
        const { payload } = await jwtVerify(token, secret, options)
        const { sub, key } = payload
        // A till of an earlier epoch hears of this one with its next token.
        const isOf = payload['epoch'] === epoch()
        return isOf && typeof sub === 'string' && typeof key === 'string'
          ? { origin: sub, publicKey: key }
          : null
      } catch {
        return null
      }
    },
  }
}
