/**
 * REST sessions of people (spec 5.3). A short-lived access token is looked up at every call, so that it ends with its
 * session. A refresh token can be used once.
 */
import { jwtVerify, SignJWT } from 'jose'
import type { Db } from '../../db/engine/sqlite.ts'
import { till } from '../../db/profile/audit.ts'
import { note } from '../../db/workspace/audit.ts'
import { type UserRow, userById } from '../../db/workspace/queries.ts'
import {
  endSession,
  endSessionsOf,
  forgetSessionsBefore,
  insertRefreshToken,
  insertSession,
  refreshTokenByHash,
  sessionById,
  setRefreshTokenUsed,
  setSessionExpiry,
} from '../../db/workspace/sessions.ts'
import type { Ports } from '../base/ports.ts'
import { fingerprint } from '../base/sha256.ts'
import { keptSecret } from '../platform/keptSecret.ts'

/** Seconds that an access token is valid. */
export const accessSeconds = 900
/** Milliseconds after which an unrefreshed session ends. */
const idleMs = 7 * 24 * 3_600_000
/** Milliseconds that ended sessions are remembered, so that a late use of a stolen token is detected. */
const rememberedMs = 30 * 24 * 3_600_000
const tokenBytes = 32
const issuer = 'kaunta'
const algorithm = 'HS256'

export interface OpenSession {
  user: UserRow
  /** A JWT, valid for {@link accessSeconds}. */
  accessToken: string
  /** 256 random bits, single use. */
  refreshToken: string
}

export interface Sessions {
  open(user: UserRow): Promise<OpenSession>
  /** Exchanges a refresh token for new tokens. null if it is invalid. Using one twice ends its session. */
  refresh(refreshToken: string): Promise<OpenSession | null>
  /** Returns the person of an access token; null if it is forged or expired, or its session or person is gone. */
  verify(accessToken: string): Promise<{ sessionId: string; user: UserRow } | null>
  end(sessionId: string): void
  /** Ends all sessions of a changed person. Call it in the transaction that changes the person. */
  endOf(userId: string, by: string): void
}

export const createSessions = (db: Db, ports: Ports): Sessions => {
  const { clock, ids, log } = ports
  const secret = keptSecret(ports, 'session.signingKey')
  const signingKey = async () => Buffer.from(await secret(), 'base64url')

  const accessTokenOf = async (sessionId: string, user: UserRow): Promise<string> => {
    const now = Math.floor(clock.now() / 1000)
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(user.id)
      .setIssuedAt(now)
      .setExpirationTime(now + accessSeconds)
      .sign(await signingKey())
  }
  /** Call it inside a transaction. */
  const newRefreshToken = (sessionId: string): string => {
    const token = ids.token(tokenBytes)
    insertRefreshToken(db, { hash: fingerprint(token), session_id: sessionId, used_at: null })
    return token
  }
  /** Call it inside a transaction. */
  const noteEnd = (userId: string, { because, who }: { because: string; who: string }): void =>
    note(db, {
      at: clock.now(),
      kind: 'signedOut',
      subject: userById(db, userId)?.name ?? '',
      who,
      content: { id: userId, door: 'rest', because },
    })
  const isOpen = (sessionId: string) => {
    const session = sessionById(db, sessionId)
    return session !== undefined && session.ended_at === null && session.expires_at > clock.now()
  }
  const activeUser = (id: string): UserRow | undefined => {
    const user = userById(db, id)
    return user?.active === 1 ? user : undefined
  }
  /** Marks a refresh token as used and creates the next one; null if it is invalid. */
  const rotate = (token: string): { sessionId: string; user: UserRow; refreshToken: string } | null => {
    const hash = fingerprint(token)
    const kept = refreshTokenByHash(db, hash)
    const session = kept && sessionById(db, kept.session_id)
    if (!kept || !session || !isOpen(session.id)) return null
    const now = clock.now()
    if (kept.used_at !== null) {
      endSession(db, session.id, { at: now, because: 'tokenReused' })
      noteEnd(session.user_id, { because: 'tokenReused', who: till })
      log.warn(
        { sessionId: session.id, userId: session.user_id },
        'a refresh token was used twice; its session ended',
      )
      return null
    }
    const user = activeUser(session.user_id)
    if (!user) return null
    setRefreshTokenUsed(db, hash, now)
    setSessionExpiry(db, session.id, now + idleMs)
    return { sessionId: session.id, user, refreshToken: newRefreshToken(session.id) }
  }

  return {
    open: async (user) => {
      const sessionId = ids.uuid()
      const refreshToken = db.transaction(() => {
        const now = clock.now()
        forgetSessionsBefore(db, now - rememberedMs)
        insertSession(db, { id: sessionId, user_id: user.id, created_at: now, expires_at: now + idleMs })
        note(db, {
          at: now,
          kind: 'signedIn',
          subject: user.name,
          who: user.id,
          content: { id: user.id, door: 'rest' },
        })
        return newRefreshToken(sessionId)
      })
      log.info({ sessionId, userId: user.id }, 'somebody signed in over REST')
      return { user, refreshToken, accessToken: await accessTokenOf(sessionId, user) }
    },
    refresh: async (token) => {
      const rotated = db.transaction(() => rotate(token))
      if (!rotated) return null
      const { sessionId, user, refreshToken } = rotated
      return { user, refreshToken, accessToken: await accessTokenOf(sessionId, user) }
    },
    verify: async (token) => {
      const verified = await jwtVerify(token, await signingKey(), {
        algorithms: [algorithm],
        issuer,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: new Date(clock.now()),
      }).catch(() => null)
      if (!verified) return null
      const { sid, sub = '' } = verified.payload
      if (typeof sid !== 'string' || !isOpen(sid)) return null
      const user = activeUser(sub)
      return user ? { sessionId: sid, user } : null
    },
    end: (sessionId) => {
      const session = sessionById(db, sessionId)
      db.transaction(() => {
        endSession(db, sessionId, { at: clock.now(), because: 'signedOut' })
        if (session) noteEnd(session.user_id, { because: 'signedOut', who: session.user_id })
      })
      log.info({ sessionId }, 'somebody signed out over REST')
    },
    endOf: (userId, by) => {
      const because = 'personChanged'
      const ended = endSessionsOf(db, userId, { at: clock.now(), because })
      if (ended > 0) noteEnd(userId, { because, who: by })
    },
  }
}
