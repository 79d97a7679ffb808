/** Wrong PINs of each person, separate for windows and REST. */
import type { Selectable } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { type WorkspaceSchema, workspace } from './schema.ts'

export type PinSeriesRow = Selectable<WorkspaceSchema['pin_series']>

export const pinSeries = (db: Db): PinSeriesRow[] => db.all(workspace.selectFrom('pin_series').selectAll())

/** Stores a series. */
export const keepPinSeries = (db: Db, { user_id, door, ...row }: PinSeriesRow): void => {
  db.run(
    workspace
      .insertInto('pin_series')
      .values({ user_id, door, ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'door']).doUpdateSet(row)),
  )
}
