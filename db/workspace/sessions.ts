/** REST sessions of people, each with its family of refresh tokens. */
import type { Insertable, Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type WorkspaceSchema, workspace } from './schema.ts'

export type SessionRow = Selectable<WorkspaceSchema['session']>
export type RefreshTokenRow = Selectable<WorkspaceSchema['refresh_token']>

export const insertSession = (db: Db, row: Insertable<WorkspaceSchema['session']>): void => {
  db.run(workspace.insertInto('session').values(row))
}

const sessionQuery = prepare((p: { id: string }) =>
  workspace.selectFrom('session').selectAll().where('id', '=', p.id),
)
export const sessionById = (db: Db, id: string): SessionRow | undefined => db.first(sessionQuery({ id }))

export const setSessionExpiry = (db: Db, id: string, expires_at: number): void => {
  db.run(workspace.updateTable('session').set({ expires_at }).where('id', '=', id))
}

type Ending = { at: number; because: NonNullable<SessionRow['ended_because']> }

const endSessions = (at: number, because: Ending['because']) =>
  workspace.updateTable('session').set({ ended_at: at, ended_because: because }).where('ended_at', 'is', null)

export const endSession = (db: Db, id: string, { at, because }: Ending): void => {
  db.run(endSessions(at, because).where('id', '=', id))
}

/** Returns how many were open. */
export const endSessionsOf = (db: Db, userId: string, { at, because }: Ending): number =>
  db.run(endSessions(at, because).where('user_id', '=', userId)).changes

/** Deletes sessions that were not refreshed since that moment, with their tokens. */
export const forgetSessionsBefore = (db: Db, moment: number): void => {
  db.run(workspace.deleteFrom('session').where('expires_at', '<', moment))
}

export const insertRefreshToken = (db: Db, row: RefreshTokenRow): void => {
  db.run(workspace.insertInto('refresh_token').values(row))
}

export const refreshTokenByHash = (db: Db, hash: string): RefreshTokenRow | undefined =>
  db.first(workspace.selectFrom('refresh_token').selectAll().where('hash', '=', hash))

export const setRefreshTokenUsed = (db: Db, hash: string, used_at: number): void => {
  db.run(workspace.updateTable('refresh_token').set({ used_at }).where('hash', '=', hash))
}
