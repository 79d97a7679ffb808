/**
 * Makes what follows from facts, behind savepoints: a fact of which nothing can be made is marked, and does not hold up
 * its till's trail.
 */
import type { Problem } from '../../db/hub/facts.ts'
import type { OriginRow } from '../../db/hub/origins.ts'
import type { HubTx } from '../../db/hub/postgres.ts'
import { inSavepoint } from '../../db/hub/savepoint.ts'
import { lockShared } from '../../db/hub/shared.ts'
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

/** The beginning of a reason, as it stands in a row and on a screen. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)

/** Returns, by the fact's number, why nothing could be made of it. `making`: absent = all projections. */
export const makeOf = async (
  tx: HubTx,
  origin: FactOrigin & Pick<OriginRow, 'kind'>,
  facts: readonly Fact[],
  making: readonly Projection[] = projections,
): Promise<Map<number, Problem>> => {
  const unmade = new Map<number, Problem>()
  // A signer's documents are the tills' own once more.
  if (origin.kind !== 'till') return unmade
  // Before stock is moved, which waits for this lock: two tills would wait for each other.
  if (facts.some(({ kind }) => kind === 'wish')) await lockShared(tx)
  const failed = await inSavepoint(tx, () => makeAll(tx, origin, facts, making))
  if (failed === undefined) return unmade
  // One of them is to blame. The others are made.
  for (const fact of facts) {
    const error = await inSavepoint(tx, () => makeAll(tx, origin, [fact], making))
    if (error !== undefined) unmade.set(fact.seq, `unmade: ${reasonOf(error)}`)
  }
  return unmade
}
