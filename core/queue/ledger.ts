import type { Db } from '../../db/engine/sqlite.ts'
import type { OwnEvent } from '../contract/events.ts'

/** Where an outcome is written, and who receives its events. */
export interface Ledger {
  db: Db
  now(): number
  emit(event: OwnEvent): void
  /** The device that signed, if it is not this till's own: then the signer of the branch also tells its stock. */
  signer?: { scuId: string; mrcNo: string } | undefined
}
