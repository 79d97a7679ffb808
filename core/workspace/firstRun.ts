/** The first run of a new shop, as far as it has come. It outlives the window and the process. */
import type { Db } from '../../db/engine/sqlite.ts'
import { keptIn } from '../../db/workspace/queries.ts'
import { type FirstRun, firstRun } from '../contract/workspace.ts'
import type { Workspace } from './workspace.ts'

const kept = (db: Db) => keptIn(db, 'firstRun')

/** null: over, or none began. */
export const firstRunOf = (db: Db): FirstRun | null => {
  try {
    return firstRun.parse(JSON.parse(kept(db).get() || 'null'))
  } catch {
    // None, or a byte was changed on disk: the till then opens without it.
    return null
  }
}

/** null: it is over. */
export const keepFirstRun = ({ db, emit }: Pick<Workspace, 'db' | 'emit'>, state: FirstRun | null): void => {
  kept(db).set(state ? JSON.stringify(state) : '')
  emit({ type: 'workspace.changed' })
}
