/**
 * The stock master must equal the authority's ledger (`authority §5.5`). If our quantity differs, the authority's
 * counts.
 */
import { addUnexplained } from '../../db/profile/contained.ts'
import { itemById, moveAuthorityOnHand } from '../../db/profile/items.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Outcome } from '../authority/port.ts'
import type { Ledger } from './ledger.ts'
import { stockMasterPayload } from './records.ts'
import { renumber } from './settle.ts'

const expectedQuantity = /rsdqty.*expected:\s*(-?\d+(?:\.\d+)?)/is

/** Returns the authority's quantity of an item in hundredths, if its rejection named it (`authority §2.3`). */
export const quantityNamed = (outcome: Outcome<unknown>): number | null => {
  if (outcome.kind !== 'refused') return null
  const named = expectedQuantity.exec(outcome.text)?.[1]
  return named === undefined ? null : Math.round(Number(named) * 100)
}

/**
 * The authority rejected a quantity that Kaunta computed. Takes over the authority's quantity once and resends.
 * Returns false if the ordinary policy decides.
 */
export const settleStockMaster = (ledger: Ledger, row: Submission, outcome: Outcome<unknown>): boolean => {
  if (outcome.kind !== 'refused' || row.realigned === 1 || row.item_id === null) return false
  if (stockMasterPayload.parse(JSON.parse(row.payload)).quantity !== null) return false
  const named = quantityNamed(outcome)
  const item = itemById(ledger.db, row.item_id)
  if (named === null || !item) return false
  const difference = named - item.authority_on_hand
  moveAuthorityOnHand(ledger.db, item.id, difference)
  // A till that comes late may have the stock record that explains it.
  addUnexplained(ledger.db, item.uid, difference)
  renumber(ledger, row, { next: 0, nextAt: 0 })
  return true
}
