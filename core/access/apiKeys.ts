/** API keys (spec 5.2, 5.4 to 5.8). Each key opens one profile, and only its hash is stored. */
import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../db/engine/sqlite.ts'
import type { InstallationKind } from '../../db/profile/schema.ts'
import {
  type ApiKeyRow,
  apiKeyById,
  apiKeys,
  apiKeysByHashStart,
  insertApiKey,
  setApiKeyRevoked,
  setApiKeyUsed,
} from '../../db/workspace/apiKeys.ts'
import { note } from '../../db/workspace/audit.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { fingerprint } from '../base/sha256.ts'
import { fail, ok, type Reply } from '../contract/errors.ts'
import type { Environment } from '../contract/fields.ts'
import { toWireDate } from '../fiscal/dates.ts'
import type { KeyCaller } from './callers.ts'

/** `spec 5.5`. */
const prefixes: Record<Environment, string> = { sandbox: 'svc_test_', production: 'svc_live_' }
/** Keys of earlier systems contain the environment as the same word (`spec 5.6`). */
const ofEnvironment: Record<Environment, RegExp> = {
  sandbox: /^([a-z]{1,10}_)?test_/i,
  production: /^([a-z]{1,10}_)?live_/i,
}

/** Returns the prefix of a key of the other environment; undefined for any other key. */
const foreignBeginning = (key: string, environment: Environment): string | undefined =>
  ofEnvironment[environment === 'sandbox' ? 'production' : 'sandbox'].exec(key)?.[0]

const keyBytes = 32
/** This much of the hash finds the row. The rest is compared in constant time. */
const lookUpLength = 8

export interface Keys {
  /** Creates a key and its row. The key is returned only here. */
  mint(profile: KeyProfile, origin: KeyOrigin): { key: string; row: ApiKeyRow }
  /**
   * Stores a key that was issued elsewhere, with any prefix (`spec 5.6`); 003 if it cannot belong to this profile.
   */
  adopt(profile: KeyProfile, key: string, origin: KeyOrigin): Reply<ApiKeyRow>
  /** Newest first, including revoked keys. */
  list(appId?: string): ApiKeyRow[]
  /** The key stops working. undefined: this profile has no such key. Revoking twice changes nothing. */
  revoke(appId: string, id: string, by: string): ApiKeyRow | undefined
  /** Returns the key's caller; null for an unknown or revoked key. Takes the same time for every wrong key. */
  verify(key: string): KeyCaller | null
}

export interface KeyOrigin {
  /** Who asked (`api_key.created_by`). */
  by: string
  /** What the key is for. */
  name?: string | undefined
}

interface KeyProfile {
  id: string
  environment: Environment
}

type KeyDeed = Extract<InstallationKind, 'keyMade' | 'keyAdopted' | 'keyRevoked'>

const emptyHash = fingerprint('')

const refuse = (reason: string, message: string) => fail('003', reason, message, { field: 'key' })

export interface KeysOptions {
  db: Db
  clock: Pick<Clock, 'now'>
  ids: Pick<Ids, 'uuid' | 'token'>
  log?: Pick<Log, 'warn'>
}

export const createKeys = ({ db, clock, ids, log }: KeysOptions): Keys => {
  /**
   * A cache for every request: rows by the start of their hash. Cleared when a key is written here or by a command.
   */
  const known = new Map<string, ApiKeyRow[]>()
  let knownAt = db.writtenElsewhere()
  /** The day of the last attempt to store a key's use, by key id. */
  const tried = new Map<string, string>()
  const rowsOf = (start: string): ApiKeyRow[] => {
    const now = db.writtenElsewhere()
    if (now !== knownAt) known.clear()
    knownAt = now
    const rows = known.get(start) ?? apiKeysByHashStart(db, start)
    if (rows.length > 0) known.set(start, rows)
    return rows
  }
  const find = (key: string): ApiKeyRow | undefined => {
    const hash = fingerprint(key)
    const given = Buffer.from(hash)
    let found: ApiKeyRow | undefined
    const rows = rowsOf(hash.slice(0, lookUpLength))
    for (const row of rows) if (timingSafeEqual(Buffer.from(row.hash), given)) found = row
    if (rows.length === 0) timingSafeEqual(Buffer.from(emptyHash), given)
    return found
  }
  const noteKey = ({ id, app_id, last_four, name }: ApiKeyRow, kind: KeyDeed, by: string): void =>
    note(db, {
      at: clock.now(),
      kind,
      subject: last_four,
      who: by,
      content: { id, appId: app_id, ...(name === null ? {} : { called: name }) },
    })
  const keep = (profile: KeyProfile, key: string, kind: KeyDeed, { by, name }: KeyOrigin): ApiKeyRow => {
    const row: ApiKeyRow = {
      id: ids.uuid(),
      app_id: profile.id,
      hash: fingerprint(key),
      last_four: key.slice(-4),
      created_at: clock.now(),
      created_by: by,
      last_used_on: null,
      revoked_at: null,
      revoked_by: null,
      name: name ?? null,
    }
    db.transaction(() => {
      insertApiKey(db, row)
      noteKey(row, kind, by)
    })
    known.clear()
    return row
  }
  return {
    mint: (profile, origin) => {
      const key = prefixes[profile.environment] + ids.token(keyBytes)
      return { key, row: keep(profile, key, 'keyMade', origin) }
    },
    adopt: (profile, key, origin) => {
      const beginning = foreignBeginning(key, profile.environment)
      if (beginning) {
        return refuse(
          'apiKey.otherEnvironment',
          `A key that begins with ${beginning} does not belong to this profile.`,
        )
      }
      const known = find(key)
      if (known?.revoked_at)
        return refuse('apiKey.revoked', 'This key was revoked. Create a new one instead.')
      if (known) return refuse('apiKey.known', 'This key exists already.')
      return ok(keep(profile, key, 'keyAdopted', origin))
    },
    list: (appId) => apiKeys(db, appId),
    revoke: (appId, id, by) => {
      const row = apiKeyById(db, id)
      if (row?.app_id !== appId) return undefined
      if (row.revoked_at === null)
        db.transaction(() => {
          setApiKeyRevoked(db, id, { at: clock.now(), by })
          noteKey(row, 'keyRevoked', by)
        })
      known.clear()
      return apiKeyById(db, id)
    },
    verify: (key) => {
      const row = find(key)
      if (!row || row.revoked_at !== null) return null
      // One write per day shows an owner which keys are in use.
      const today = toWireDate(clock.now())
      if (row.last_used_on !== today && tried.get(row.id) !== today) {
        tried.set(row.id, today)
        try {
          setApiKeyUsed(db, row.id, today)
          known.clear()
        } catch (error) {
          // A full or read-only disk must not reject callers that only read.
          log?.warn({ err: error }, 'The day on which a key was used could not be stored')
        }
      }
      return { appId: row.app_id, keyId: row.id, lastFour: row.last_four, keyName: row.name }
    },
  }
}
