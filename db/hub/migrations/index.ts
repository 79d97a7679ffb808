import type { Migration } from 'kysely/migration'
import * as m0001 from './0001Incarnation.ts'

export const hubMigrations: Record<string, Migration> = {
  '0001Incarnation': m0001,
}
