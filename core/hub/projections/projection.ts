/** How the hub makes something of facts. */
import type { HubTx } from '../../../db/hub/postgres.ts'
import type { Fact } from '../../contract/hub/wire.ts'

export interface FactOrigin {
  id: number
  uid: string
  /** Its branch's id. */
  branch: number
  /** The hub could not make these facts when they came in, and may have made later ones of the origin. */
  isLate?: true
}

export interface Projection {
  kinds: readonly string[]
  /**
   * Writes what follows from facts of these kinds of one origin, in the order of its trail. What it throws marks the fact
   * and keeps nothing out. It locks rows in one order, the same for every origin.
   */
  make(tx: HubTx, origin: FactOrigin, facts: readonly Fact[]): Promise<void>
}
