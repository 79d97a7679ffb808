/** The authority's stock master must say what its own ledger says (`authority §5.5`); where ours differs, its word counts. */
import { itemById, moveAuthorityOnHand } from '../../db/app/items.ts'
import type { Submission } from '../../db/app/submissions.ts'
import type { Outcome } from '../authority/port.ts'
import { stockMasterPayload } from './records.ts'
import { type Ledger, renumber } from './settle.ts'

const expectedQuantity = /rsdqty.*expected:\s*(-?\d+(?:\.\d+)?)/is

/**
 * A quantity we computed ourselves was not the authority's: takes over its figure once and sends again. Answers false
 * when the ordinary policy decides.
 */
export const settleStockMaster = (ledger: Ledger, row: Submission, outcome: Outcome<unknown>): boolean => {
  if (outcome.kind !== 'refused' || row.realigned === 1 || row.item_id === null) return false
  if (stockMasterPayload.parse(JSON.parse(row.payload)).quantity !== null) return false
  const said = expectedQuantity.exec(outcome.text)?.[1]
  const item = itemById(ledger.db, row.item_id)
  if (said === undefined || !item) return false
  moveAuthorityOnHand(ledger.db, item.id, Math.round(Number(said) * 100) - item.authority_on_hand)
  renumber(ledger, row, 0)
  return true
}
