/** API keys: only their hashes are stored. */
import type { Insertable, Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type WorkspaceSchema, workspace } from './schema.ts'

export type ApiKeyRow = Selectable<WorkspaceSchema['api_key']>

export const insertApiKey = (db: Db, row: Insertable<WorkspaceSchema['api_key']>): void => {
  db.run(workspace.insertInto('api_key').values(row))
}

/** Newest first. */
export const apiKeys = (db: Db, appId?: string): ApiKeyRow[] => {
  const all = workspace.selectFrom('api_key').selectAll().orderBy('created_at', 'desc').orderBy('id')
  return db.all(appId === undefined ? all : all.where('app_id', '=', appId))
}

export const apiKeyById = (db: Db, id: string): ApiKeyRow | undefined =>
  db.first(workspace.selectFrom('api_key').selectAll().where('id', '=', id))

const beginningQuery = prepare((p: { from: string; to: string }) =>
  workspace.selectFrom('api_key').selectAll().where('hash', '>=', p.from).where('hash', '<', p.to),
)
/** Returns keys, including revoked ones, whose hash begins so. The caller compares the rest in constant time. */
export const apiKeysByHashStart = (db: Db, start: string): ApiKeyRow[] =>
  // `g` follows the last hexadecimal digit.
  db.all(beginningQuery({ from: start, to: `${start}g` }))

export const setApiKeyUsed = (db: Db, id: string, last_used_on: string): void => {
  db.run(workspace.updateTable('api_key').set({ last_used_on }).where('id', '=', id))
}

export const setApiKeyRevoked = (db: Db, id: string, { at, by }: { at: number; by: string }): void => {
  db.run(workspace.updateTable('api_key').set({ revoked_at: at, revoked_by: by }).where('id', '=', id))
}
