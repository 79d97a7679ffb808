/** Transfers and arrivals, as a window sees them. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { itemsByIds } from '../../../db/profile/items.ts'
import { branches } from '../../../db/profile/reference.ts'
import { type ListedArrival, type ListedTransfer, transferLines } from '../../../db/profile/transfers.ts'
import { fail } from '../../contract/errors.ts'
import type { ArrivalShown, Branch, Transfer, TransferShown } from '../../contract/transfer.ts'
import { arrivalOf } from '../../shop/transfers/arrivals.ts'

export const noArrival = (field: string) =>
  fail('801', 'transfer.noArrival', 'The tax authority lists no such goods. Choose them from the list.', {
    field,
  })

export const takenInBefore = (arrival: Pick<ListedArrival, 'number'>, { number }: ListedTransfer) =>
  fail(
    '004',
    'transfer.done',
    `These goods were taken in before, as transfer ${number}. Enter what came later by hand.`,
    { field: 'arrivalId', params: { number: arrival.number, transfer: number } },
  )

export const noTransfer = () =>
  fail('801', 'transfer.unknown', 'There is no such transfer. Choose one from the list.', { field: 'id' })

/** A branch that the authority has not listed yet has its number only. */
export const branchOf = (db: Db, id: string): Branch => ({
  id,
  name: branches(db).find(({ branch_id }) => branch_id === id)?.name ?? '',
})

const stateOf = (row: ListedArrival): ArrivalShown['state'] => {
  if (row.transfer_id !== null) return 'received'
  return row.dismissed === 1 ? 'dismissed' : 'open'
}

export const arrivalView = (row: ListedArrival): ArrivalShown => {
  const { remark, lines } = arrivalOf(row)
  return {
    id: row.id,
    from: { id: row.branch_id, name: row.branch_name ?? '' },
    number: row.number,
    sentOn: row.sent_on,
    remark,
    lines: lines.length,
    state: stateOf(row),
    transferId: row.transfer_id,
  }
}

const stockState = ({ state }: ListedTransfer): Transfer['state'] => {
  if (state === null) return null
  return state === 'accepted' || state === 'refused' || state === 'withdrawn' ? state : 'waiting'
}

export const transferView = (row: ListedTransfer): Transfer => ({
  id: row.id,
  number: row.number,
  direction: row.direction,
  branch: { id: row.branch_id, name: row.branch_name },
  at: row.moved_at,
  by: row.author_name,
  remark: row.remark,
  lines: row.line_count,
  differences: row.differences,
  arrivalNumber: row.arrival_number,
  state: stockState(row),
})

export const wholeTransfer = (row: ListedTransfer, db: Db): TransferShown => {
  const lines = transferLines(db, row.id)
  const ids = lines.map(({ item_id }) => item_id).filter((id) => id !== null)
  const codes = new Map(itemsByIds(db, ids).map(({ id, code }) => [id, code]))
  const goods = lines.map((line) => ({
    position: line.position,
    itemId: line.item_id,
    itemCode: codes.get(line.item_id ?? 0) ?? null,
    itemName: line.item_name,
    quantityUnit: line.quantity_unit,
    sentCode: line.sent_code,
    sentName: line.sent_name,
    expected: line.expected,
    quantity: line.quantity,
  }))
  return { ...transferView(row), goods }
}
