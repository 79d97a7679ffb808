/** People, apps, keys and the installation's settings. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../sqlite.ts'
import { type WorkspaceSchema, workspace } from './schema.ts'

export type UserRow = Selectable<WorkspaceSchema['user']>
export type AppRow = Selectable<WorkspaceSchema['app']>

export const users = (db: Db): UserRow[] =>
  db.all(workspace.selectFrom('user').selectAll().orderBy('created_at').orderBy('name'))

export const userById = (db: Db, id: string): UserRow | undefined =>
  db.first(workspace.selectFrom('user').selectAll().where('id', '=', id))

export const insertUser = (db: Db, row: Insertable<WorkspaceSchema['user']>): void => {
  db.run(workspace.insertInto('user').values(row))
}

export const updateUser = (db: Db, id: string, change: Updateable<WorkspaceSchema['user']>): void => {
  db.run(workspace.updateTable('user').set(change).where('id', '=', id))
}

export const apps = (db: Db): AppRow[] =>
  db.all(workspace.selectFrom('app').selectAll().orderBy('created_at'))

export const insertApp = (db: Db, row: AppRow): void => {
  db.run(workspace.insertInto('app').values(row))
}

export const updateApp = (db: Db, id: string, change: Updateable<WorkspaceSchema['app']>): void => {
  db.run(workspace.updateTable('app').set(change).where('id', '=', id))
}

export const insertApiKey = (db: Db, row: Selectable<WorkspaceSchema['api_key']>): void => {
  db.run(workspace.insertInto('api_key').values(row))
}

export const apiKeyByHash = (db: Db, hash: string) =>
  db.first(
    workspace.selectFrom('api_key').selectAll().where('hash', '=', hash).where('revoked_at', 'is', null),
  )

export const workspaceSetting = (db: Db, name: string): string | undefined =>
  db.first(workspace.selectFrom('setting').select('value').where('name', '=', name))?.value

export const setWorkspaceSetting = (db: Db, name: string, value: string): void => {
  db.run(
    workspace
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  )
}
