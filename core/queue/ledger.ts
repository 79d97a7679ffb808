import type { Db } from '../../db/engine/sqlite.ts'
import type { OwnEvent } from '../contract/events.ts'

/** Where an outcome is written, and who receives its events. */
export interface Ledger {
  db: Db
  now(): number
  emit(event: OwnEvent): void
}
