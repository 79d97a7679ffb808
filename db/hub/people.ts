/** The people of a branch, as its tills share them. */
import { sql } from 'kysely'
import type { HubDb } from './postgres.ts'

export interface HubPerson {
  uid: string
  name: string
  role: 'cashier' | 'manager' | 'owner'
  active: boolean
}

/** Empty: no till of the branch has told its people yet. */
export const peopleOf = async (db: HubDb, branch: number): Promise<HubPerson[]> =>
  db
    .selectFrom('shared')
    .select([
      'uid',
      sql<string>`body->>'name'`.as('name'),
      sql<HubPerson['role']>`body->>'role'`.as('role'),
      'active',
    ])
    .where('kind', '=', sql.lit<'person'>('person'))
    .where('scope', 'in', [0, branch])
    .execute()
