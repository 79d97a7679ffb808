import type { Migration } from 'kysely/migration'
import * as m0001 from './0001Incarnation.ts'
import * as m0002 from './0002Facts.ts'
import * as m0003 from './0003Door.ts'
import * as m0004 from './0004Shared.ts'
import * as m0005 from './0005Signers.ts'

export const hubMigrations: Record<string, Migration> = {
  '0001Incarnation': m0001,
  '0002Facts': m0002,
  '0003Door': m0003,
  '0004Shared': m0004,
  '0005Signers': m0005,
}
