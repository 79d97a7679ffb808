/** The starts of the hub on this database. */
import type { HubDb } from './postgres.ts'

/** Begins a new one, and returns it. */
export const beginIncarnation = (
  db: HubDb,
  id: string,
): Promise<{ id: string; ord: number; began: string }> =>
  db.insertInto('incarnation').values({ id }).returningAll().executeTakeFirstOrThrow()
