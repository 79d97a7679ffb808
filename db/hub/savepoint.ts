/** A part of a transaction that may fail alone. */
import { sql } from 'kysely'
import { type HubTx, isPassing } from './postgres.ts'

/**
 * Rolls back what `work` wrote if it throws, and returns what it threw; undefined: it is written. Throws what another try
 * may not meet, such as a full disk.
 */
export const inSavepoint = async (tx: HubTx, work: () => Promise<void>): Promise<unknown> => {
  await sql`savepoint part`.execute(tx)
  try {
    await work()
    await sql`release savepoint part`.execute(tx)
    return undefined
  } catch (error) {
    if (isPassing(error)) throw error
    await sql`rollback to savepoint part`.execute(tx)
    return error
  }
}
