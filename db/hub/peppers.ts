/** The names of the peppers of a branch, the newest first. */
import type { Kysely } from 'kysely'
import type { HubSchema } from './schema.ts'

type Queries = Kysely<HubSchema>

/** So many stay in use. */
const mostKnown = 50

export const peppersOf = (db: Queries, branch: number): Promise<{ id: string; given: boolean }[]> =>
  db
    .selectFrom('pepper')
    .select(['id', 'given'])
    .where('branch', '=', branch)
    .orderBy('ord', 'desc')
    .limit(mostKnown)
    .execute()

/** Those of all branches. */
export const allPeppers = (db: Queries): Promise<{ id: string }[]> =>
  db.selectFrom('pepper').select('id').execute()

/** From now on it is the present one. */
export const addPepper = async (db: Queries, branch: number, id: string): Promise<void> => {
  await db.insertInto('pepper').values({ branch, id }).execute()
}

/** Its secret is stored, and is about to be given to tills. */
export const notePepperGiven = async (db: Queries, id: string): Promise<void> => {
  await db.updateTable('pepper').set({ given: true }).where('id', '=', id).execute()
}
