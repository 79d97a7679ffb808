import type { CompiledQuery } from 'kysely'
import type { Db } from './sqlite.ts'

const quick = { sql: 'pragma quick_check(1)', parameters: [] } as unknown as CompiledQuery<{
  quick_check: string
}>

/** What SQLite finds wrong in the first of these databases that is damaged; null: nothing. Throws when they cannot be read. */
export const quickCheck = (databases: Db[]): string | null => {
  for (const db of databases) {
    const [verdict] = db.all(quick).map(({ quick_check }) => quick_check)
    if (verdict !== 'ok') return `${db.file}: ${verdict}`
  }
  return null
}
