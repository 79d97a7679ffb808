/** Migrates the hub's database, each step in a transaction, and gives its tables their policies. Two hubs that start at once wait for each other. */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { hubMigrations } from './migrations/index.ts'
import type { HubDb } from './postgres.ts'
import { ensureRoles } from './roles.ts'

const refuseNewer = async (db: HubDb, migrations: Record<string, Migration>): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!rows[0]?.there) return
  const applied = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const unknown = applied.find(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown)
    throw new Error(
      `The hub's database was written by a newer Kaunta (it knows "${unknown.name}"). Install that version or a later one`,
    )
}

/** A hub may have years of facts. A step that was cancelled is cancelled at each later start too. */
const unhurried = ({ up }: Migration): Migration => ({
  up: async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await up(db)
  },
})

export const migrateHub = async (
  db: HubDb,
  migrations: Record<string, Migration> = hubMigrations,
): Promise<void> => {
  await refuseNewer(db, migrations)
  const steps = Object.entries(migrations).map(([name, step]) => [name, unhurried(step)] as const)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return ensureRoles(db)
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`The hub's database could not be brought up to date (${failed ?? 'no step'}): ${reason}`, {
    cause: error,
  })
}
