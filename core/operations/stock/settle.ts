import { settledLevels } from '../../../db/profile/hubLevels.ts'
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { itemById } from '../../../db/profile/items.ts'
import { openDocumentsOf, settlingRecords, stockRecordByNumber } from '../../../db/profile/stock.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { itemIdsOf } from '../../queue/records.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import { itemNotFound } from '../../shop/failures.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'
import type { Handler } from '../shared/handler.ts'

const sharedStock = () =>
  fail(
    '003',
    'stock.shared',
    'Nothing was sent. This till shares the stock of its branch, and other tills have records on their way.',
  )

/**
 * Sends the difference between our stock and the authority's as one record, so that the authority has what is here. Our
 * stock does not change. A second press finds the first record, and so does a request whose answer was lost. The signer of a
 * branch withdraws it if the authority's stock is another by then.
 */
export const settleStock: Handler<'stock.settle'> = (input, { profile, db, actor }) => {
  const { requestId, itemId, difference, reason } = input
  const settles = { number: `settled-${requestId}`, bodyHash: bodyHash(input) }
  const reply = db.transaction((): Reply<{ sent: boolean }> => {
    const before = stockRecordByNumber(db, settles.number)
    if (before) return before.body_hash === settles.bodyHash ? ok({ sent: true }) : requestReused()
    const item = itemById(db, itemId)
    if (!item) return itemNotFound('itemId', String(itemId))
    if (settlingRecords(db).some((row) => itemIdsOf(row).includes(itemId))) return ok({ sent: false })
    const params = { name: item.name }
    if (openDocumentsOf(db, itemId).length > 0)
      return fail(
        '003',
        'stock.notAllSent',
        `Documents with "${item.name}" wait for the authority. Wait until they are sent, then look at the difference again.`,
        { field: 'itemId', params },
      )
    const shared = hubLinkRow(db) ? settledLevels(db, [itemId]) : null
    const atAuthority = shared ? shared.get(itemId) : item.authority_on_hand
    if (atAuthority === undefined) return sharedStock()
    if (item.on_hand - atAuthority !== difference)
      return fail(
        '004',
        'stock.otherDifference',
        `The difference of "${item.name}" changed in the meantime. Nothing was sent; look at it again.`,
        { field: 'difference', params },
      )
    recordMovements(
      profile,
      {
        type: difference > 0 ? '06' : '16',
        lines: [{ itemId, quantity: Math.abs(difference) }],
        remark: reason,
        settles: shared ? { ...settles, atAuthority } : settles,
      },
      authorOf(actor),
    )
    return ok({ sent: true })
  })
  if (!reply.ok) return reply
  profile.emit({ type: 'stock.changed', itemIds: [itemId] })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return reply
}
