/**
 * Makes what follows from facts, behind savepoints: a fact of which nothing can be made is marked, and does not hold up
 * its till's trail.
 */
import { sql } from 'kysely'
import type { Problem } from '../../db/hub/facts.ts'
import { type HubTx, isPassing } from '../../db/hub/postgres.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { projections } from './projections/index.ts'
import type { FactOrigin, Projection } from './projections/projection.ts'

const makeAll = async (
  tx: HubTx,
  origin: FactOrigin,
  facts: readonly Fact[],
  making: readonly Projection[],
): Promise<void> => {
  for (const { kinds, make } of making) {
    const own = facts.filter(({ kind }) => kinds.includes(kind))
    if (own.length > 0) await make(tx, origin, own)
  }
}

/** Rolls back what `work` wrote if it throws, and returns what it threw. Throws what another try may not meet. */
const inSavepoint = async (tx: HubTx, work: () => Promise<void>): Promise<unknown> => {
  await sql`savepoint made`.execute(tx)
  try {
    await work()
    await sql`release savepoint made`.execute(tx)
    return undefined
  } catch (error) {
    if (isPassing(error)) throw error
    await sql`rollback to savepoint made`.execute(tx)
    return error
  }
}

/** The beginning of a reason, as it stands in a row and on a screen. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)

/** Returns, by the fact's number, why nothing could be made of it. `making`: absent = all projections. */
export const makeOf = async (
  tx: HubTx,
  origin: FactOrigin,
  facts: readonly Fact[],
  making: readonly Projection[] = projections,
): Promise<Map<number, Problem>> => {
  const unmade = new Map<number, Problem>()
  const failed = await inSavepoint(tx, () => makeAll(tx, origin, facts, making))
  if (failed === undefined) return unmade
  // One of them is to blame. The others are made.
  for (const fact of facts) {
    const error = await inSavepoint(tx, () => makeAll(tx, origin, [fact], making))
    if (error !== undefined) unmade.set(fact.seq, `unmade: ${reasonOf(error)}`)
  }
  return unmade
}
