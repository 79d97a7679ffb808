/** The number of changes in a workspace's database, which shows the older of two files. */
import type { CompiledQuery } from 'kysely'
import { openReadOnly } from '../engine/readOnly.ts'
import { type Db, prepare } from '../engine/sqlite.ts'
import { workspace } from './schema.ts'

export interface Revision {
  /** Changes of people, profiles, keys and settings so far. */
  number: number
  /** Identifies the workspace; the same in all its copies. */
  mark: string
}

const query = prepare((p: { id: number }) =>
  workspace.selectFrom('revision').select(['number', 'mark']).where('id', '=', p.id),
)
export const revisionOf = (db: Pick<Db, 'first'>): Revision => db.first(query({ id: 1 })) as Revision

/** Ids of revoked keys and dismissed people. */
export interface Ended {
  revoked: string[]
  inactive: string[]
}

const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

export const endedIn = (db: Db): Ended => ({
  revoked: ids(db.all(workspace.selectFrom('api_key').select('id').where('revoked_at', 'is not', null))),
  inactive: ids(db.all(workspace.selectFrom('user').select('id').where('active', '=', 0))),
})

/** For a copy from before they ended. `at`: epoch milliseconds. */
export const endAgain = (db: Db, { revoked, inactive }: Ended, at: number): void =>
  db.transaction(() => {
    for (const id of revoked)
      db.run(
        workspace
          .updateTable('api_key')
          .set({ revoked_at: at, revoked_by: 'start' })
          .where('id', '=', id)
          .where('revoked_at', 'is', null),
      )
    for (const id of inactive) db.run(workspace.updateTable('user').set({ active: 0 }).where('id', '=', id))
  })

export interface Reach {
  /** null: written by a version without this counter. */
  revision: Revision | null
  /** Rows that are only added, and revoked keys: a later file never has fewer. */
  rows: Record<string, number>
}

const growing = ['user', 'app', 'api_key', 'audit'] as const

/** For an intact file, without changing it. */
export const reachIn = (file: string): Reach => {
  const db = openReadOnly(file)
  try {
    const tables = db.all(workspace.selectFrom('sqlite_master').select('name').where('type', '=', 'table'))
    const has = (table: string) => tables.some(({ name }) => name === table)
    const count = (table: string): number => {
      const query = { sql: `select count(*) as rows from ${table}`, parameters: [] } as unknown
      return db.first(query as CompiledQuery<{ rows: number }>)?.rows ?? 0
    }
    const rows = Object.fromEntries(growing.map((table) => [table, has(table) ? count(table) : 0]))
    return {
      revision: has('revision') ? revisionOf(db) : null,
      rows: { ...rows, revoked: count('api_key where revoked_at is not null') },
    }
  } finally {
    db.close()
  }
}

/** True if `a` has anything that `b` lacks. */
export const hasMore = (a: Reach, b: Reach): boolean =>
  (a.revision?.number ?? -1) > (b.revision?.number ?? -1) ||
  Object.entries(a.rows).some(([name, count]) => count > (b.rows[name] ?? 0))
