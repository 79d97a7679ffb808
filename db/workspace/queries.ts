/** People, profiles and settings of the workspace. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type WorkspaceSchema, workspace } from './schema.ts'

export type UserRow = Selectable<WorkspaceSchema['user']>
export type ProfileRow = Selectable<WorkspaceSchema['app']>

/** Some are made within one millisecond: the first made comes first. */
const asMade = sql`rowid`

export const users = (db: Db): UserRow[] =>
  db.all(workspace.selectFrom('user').selectAll().orderBy('created_at').orderBy(asMade))

const userQuery = prepare((p: { id: string }) =>
  workspace.selectFrom('user').selectAll().where('id', '=', p.id),
)
export const userById = (db: Db, id: string): UserRow | undefined => db.first(userQuery({ id }))

export const insertUser = (db: Db, row: Insertable<WorkspaceSchema['user']>): void => {
  db.run(workspace.insertInto('user').values(row))
}

export const updateUser = (db: Db, id: string, change: Updateable<WorkspaceSchema['user']>): void => {
  db.run(workspace.updateTable('user').set(change).where('id', '=', id))
}

export const profiles = (db: Pick<Db, 'all'>): ProfileRow[] =>
  db.all(workspace.selectFrom('app').selectAll().orderBy('created_at').orderBy(asMade))

export const profileById = (db: Db, id: string): ProfileRow | undefined =>
  db.first(workspace.selectFrom('app').selectAll().where('id', '=', id))

export const insertProfile = (db: Db, row: ProfileRow): void => {
  db.run(workspace.insertInto('app').values(row))
}

export const updateProfile = (db: Db, id: string, change: Updateable<WorkspaceSchema['app']>): void => {
  db.run(workspace.updateTable('app').set(change).where('id', '=', id))
}

const settingQuery = prepare((p: { name: string }) =>
  workspace.selectFrom('setting').select('value').where('name', '=', p.name),
)
export const workspaceSetting = (db: Db, name: string): string | undefined =>
  db.first(settingQuery({ name }))?.value

export const setWorkspaceSetting = (db: Db, name: string, value: string): void => {
  db.run(
    workspace
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  )
}

/** A setting of the workspace. */
export const keptIn = (db: Db, name: string) => ({
  get: () => workspaceSetting(db, name),
  set: (value: string) => setWorkspaceSetting(db, name, value),
})
