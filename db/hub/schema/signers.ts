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
  delegation: {
    origin: number
    since: number
    /** The till signs itself what comes after it; null: it leaves its documents to the signer. */
    until: Generated<number | null>
    /** JSON: the numbers at the authority that the till would have used next, by their series. */
    counters: Generated<string>
    at: number
    /** The hub's epoch in which the till said so. */
    hub_epoch: Generated<number>
    /** An earlier hub may have the till's facts up to this one; 0: there was none. */
    before: Generated<number>
  }
  /** The device of a branch. Its key is among the hub's secrets. */
  device: {
    branch: number
    /** The id of the signer's profile. */
    app: string
    /** The till that handed it over; null: it came from a recovery sheet. */
    origin: number | null
    /** JSON, `deviceConnection` of `core/contract/hub/device.ts`. */
    connection: string
    handed_at: number
    /** null: its till still signs. */
    active_at: number | null
    /** A till took it back; null: it is here. */
    returned_at: number | null
    /** The till that first says what is registered; null: that is known. */
    waits_for: Generated<number | null>
  }
  /** What a till had registered when it left its documents to the signer. */
  handed: {
    origin: number
    item: string
    /** The authority's. */
    code: string
    /** Hundredths that the authority has of it, as the till counted. */
    on_hand: number
    /** The quantity is that of all tills of the branch, as their hub told it. */
    of_branch: Generated<boolean>
    /** JSON, `contained` of `core/contract/hub/contained.ts`; null: not known. */
    contained: Generated<unknown>
  }
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
