/** Who signs for a branch, and what became of its tills' documents. */
import type { Generated } from 'kysely'

export interface SignerTables {
  /** The one signer of a branch. */
  signer: {
    branch: number
    /** null: nobody. */
    holder: string | null
    /** Grows with each holder. */
    epoch: Generated<number>
    /** When the holder last asked whether it still is. */
    asked_at: number | null
    taken_at: number | null
    /** The holder gave it back with nothing under way; null: it did not. */
    released_at: number | null
    changed: Generated<string>
  }
  /** The signer owes what this till's facts after `since` owe. Before, the till had a device of its own. */
  delegation: { origin: number; since: number; at: number }
  outcome: {
    origin: number
    /** Of the fact that brought the document. */
    seq: number
    /** JSON, `outcomeBody` of `core/contract/hub/outcome.ts`. */
    body: string
    epoch: number
    changed: Generated<string>
  }
  /** A stock record that a signer may have sent, and whose outcome the hub does not have. */
  sending: { origin: number; seq: number; number: number; epoch: number; at: number }
}
