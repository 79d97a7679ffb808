/** Wrong PINs that are not forgotten yet. */
import { sql } from 'kysely'
import type { Db } from '../sqlite.ts'
import { workspace } from './schema.ts'

export interface PinTry {
  id: number
  who: string
  /** Milliseconds of waiting until it is forgotten. */
  left_ms: number
}

/** Newest first: all begin with the same time left. */
export const pinTries = (db: Db): PinTry[] =>
  db.all(workspace.selectFrom('pin_try').selectAll().orderBy('left_ms', 'desc').orderBy('id', 'desc'))

export const insertPinTry = (db: Db, who: string, left_ms: number): void => {
  db.run(workspace.insertInto('pin_try').values({ who, left_ms }))
}

export const forgetPinTriesOf = (db: Db, who: string): void => {
  db.run(workspace.deleteFrom('pin_try').where('who', '=', who))
}

/** Takes the time that was waited off all of them, and forgets those that have none left; answers how many. */
export const agePinTries = (db: Db, waitedMs: number): number => {
  db.run(workspace.updateTable('pin_try').set({ left_ms: sql`max(left_ms - ${waitedMs}, 0)` }))
  return db.run(workspace.deleteFrom('pin_try').where('left_ms', '=', 0)).changes
}
