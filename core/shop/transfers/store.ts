/** Stores goods that go to another branch, or come from one: the transfer and its stock record, in one transaction. */

import type { ItemRow } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import {
  insertTransfer,
  type ListedTransfer,
  type NewTransferLine,
  type TransferRow,
  transferById,
  transferByRequest,
} from '../../../db/profile/transfers.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { requestReused } from '../cash/cashFailures.ts'
import type { ShopContext } from '../context.ts'
import { storeMovements } from '../stock/recordMovements.ts'

export interface Moved {
  direction: TransferRow['direction']
  branch: { id: string; name: string }
  arrivalId: number | null
  remark: string | null
  lines: (Pick<NewTransferLine, 'sent_code' | 'sent_name' | 'expected' | 'quantity'> & { item: ItemRow })[]
}

/** Class 12: each branch books its own side (`authority §5.5`). */
const movementType = { out: '13', in: '04' } as const

/**
 * Returns the transfer that this request made before; undefined: none did. 004 if the request was another one.
 */
export const movedBefore = (
  { db }: ShopContext,
  input: { requestId: string },
): Reply<ListedTransfer> | undefined => {
  const done = transferByRequest(db, input.requestId)
  if (!done) return undefined
  return done.body_hash === bodyHash(input) ? ok(done) : requestReused()
}

/** Call it inside a transaction, after {@link movedBefore}. */
export const storeTransfer = (
  { profile, db, ports, actor }: ShopContext,
  moved: Moved,
  input: { requestId: string },
): ListedTransfer => {
  const author = authorOf(actor)
  const at = profile.day.sure()
  const { direction, branch, lines } = moved
  const number = takeNumber(db, 'till.transfer')
  const goods = lines.filter(({ quantity }) => quantity > 0)
  // The receiver finds the number of the paper note in the authority's list.
  const remark = direction === 'out' ? [`#${number}`, moved.remark].filter(Boolean).join(' ') : moved.remark
  const stockRecordId =
    goods.length === 0
      ? null
      : storeMovements(
          profile,
          {
            type: movementType[direction],
            lines: goods.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
            remark,
            branchId: branch.id,
          },
          author,
        )
  const id = insertTransfer(
    db,
    {
      uid: ports.ids.uuid(),
      number,
      direction,
      branch_id: branch.id,
      branch_name: branch.name,
      arrival_id: moved.arrivalId,
      stock_record_id: stockRecordId,
      moved_at: at,
      day: toWireDate(at),
      author_id: author.id,
      author_name: author.name,
      remark: moved.remark,
      request_id: input.requestId,
      body_hash: bodyHash(input),
    },
    lines.map(({ item, ...line }, index) => ({
      ...line,
      position: index + 1,
      item_id: item.id,
      item_name: item.name,
      quantity_unit: item.quantity_unit,
    })),
  )
  return transferById(db, id) as ListedTransfer
}
