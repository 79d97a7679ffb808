/** The authority's stock master must say what its own ledger says (`authority §5.5`); where ours differs, its word counts. */
import { itemById, moveAuthorityOnHand } from '../../db/profile/items.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Outcome } from '../authority/port.ts'
import { stockMasterPayload } from './records.ts'
import { type Ledger, renumber } from './settle.ts'

const expectedQuantity = /rsdqty.*expected:\s*(-?\d+(?:\.\d+)?)/is

/** What the authority has of an item, in hundredths, where it told that while turning a quantity down (`authority §2.3`). */
export const quantityTold = (outcome: Outcome<unknown>): number | null => {
  if (outcome.kind !== 'refused') return null
  const told = expectedQuantity.exec(outcome.text)?.[1]
  return told === undefined ? null : Math.round(Number(told) * 100)
}

/**
 * A quantity we computed ourselves was not the authority's: takes over its figure once and sends again. Answers false
 * when the ordinary policy decides.
 */
export const settleStockMaster = (ledger: Ledger, row: Submission, outcome: Outcome<unknown>): boolean => {
  if (outcome.kind !== 'refused' || row.realigned === 1 || row.item_id === null) return false
  if (stockMasterPayload.parse(JSON.parse(row.payload)).quantity !== null) return false
  const told = quantityTold(outcome)
  const item = itemById(ledger.db, row.item_id)
  if (told === null || !item) return false
  moveAuthorityOnHand(ledger.db, item.id, told - item.authority_on_hand)
  renumber(ledger, row, { next: 0, nextAt: 0 })
  return true
}
