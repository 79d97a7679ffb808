/**
 * A manager's decision about an entry of customs. An approval stores the decision, the goods and their costs, and what
 * the authority gets, in one transaction. The authority gets the approval first, and the goods when that is settled. If
 * it rejects the approval, the goods are in the shop nevertheless: their record is sent, and the approval waits on the
 * KRA screen for a manager. If a manager withdraws it there, the entry can be approved again, and no goods come twice.
 */

import { type CustomsEntryRow, customsDecision, customsEntry } from '../../../db/profile/customs.ts'
import { deliveryByRequest } from '../../../db/profile/deliveries.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import type { CustomsEntryShown } from '../../contract/customs.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { largestAmount, largestQuantity, multiply, scale } from '../../fiscal/money.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import { invalid, itemNotFound, notReady } from '../../shop/failures.ts'
import { isService } from '../../shop/items/isService.ts'
import {
  decidedBefore,
  entryCost,
  entryOf,
  entryTitle,
  queueDecision,
  rememberItem,
  storeDecision,
} from '../../shop/purchases/customs.ts'
import { type Arrived, storeDelivery } from '../../shop/purchases/deliver.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { decidedEntry, noEntry } from './view.ts'

type Approval = ParsedInputOf<'customs.approve'>
interface Chosen {
  row: CustomsEntryRow
  item: ItemRow
}

/** What the authority gets if the manager says nothing: it fails on an approval without a remark. */
const approvedRemark = 'Approved'

const demandOpen = (row: CustomsEntryRow): Reply<null> => {
  const field = 'entryId'
  const params = { entry: entryTitle(entryOf(row)) }
  if (row.state === 'elsewhere')
    return fail(
      '003',
      'customs.elsewhere',
      `The entry "${params.entry}" was decided at the tax authority elsewhere. Enter goods that came by hand.`,
      { field, params },
    )
  if (row.state !== 'waiting')
    return fail('004', 'customs.done', `The entry "${params.entry}" was ${row.state} before.`, {
      field,
      params,
    })
  return ok(null)
}

const arrived = ({ row, item }: Chosen, input: Approval): Reply<Omit<Arrived, 'needs'>> => {
  const entry = entryOf(row)
  const quantity = scale(entry.quantity, input.units, 100)
  if (quantity < 1 || quantity > largestQuantity)
    return invalid('units', String(input.units), 'at least 0.01 and at most 10,000,000 for the whole entry')
  const cost = input.unitCost === undefined ? entryCost(entry) : multiply(input.unitCost, quantity)
  if (cost === null)
    return fail('002', 'customs.costMissing', 'The entry has no price or no rate. Enter what one cost.', {
      field: 'unitCost',
    })
  if (cost > largestAmount)
    return invalid('unitCost', String(input.unitCost ?? ''), 'at most 10,000,000,000 for the whole entry')
  return ok({
    type: '01',
    purchaseId: null,
    supplier: { name: entry.supplierName, pin: null },
    remark: input.remark || null,
    lines: [
      {
        item,
        supplier_code: null,
        supplier_item_name: entry.itemName,
        invoiced: entry.quantity,
        units: input.units,
        expected: quantity,
        received: quantity,
        unit_cost: input.unitCost ?? scale(cost, 100, quantity),
        total: cost,
      },
    ],
  })
}

/** Stores once, and tells the windows. */
const decide = (
  context: ProfileContext,
  input: { requestId: string; entryId: number; itemId: number },
  store: (chosen: Chosen) => Reply<null>,
): Reply<CustomsEntryShown> => {
  const { profile, db } = context
  if (!device(db)) return notReady()
  const stored = db.transaction((): Reply<unknown> => {
    const before = decidedBefore(context, input)
    if (before) return before
    if (deliveryByRequest(db, input.requestId)) return requestReused()
    const row = customsEntry(db, input.entryId)
    if (!row) return noEntry('entryId')
    const open = demandOpen(row)
    if (!open.ok) return open
    const item = itemById(db, input.itemId)
    return item ? store({ row, item }) : itemNotFound('itemId', String(input.itemId))
  })
  if (!stored.ok) return stored
  const itemIds = [input.itemId]
  profile.emit({ type: 'stock.changed', itemIds })
  profile.emit({ type: 'item.changed', itemIds })
  profile.emit({ type: 'queue.changed' })
  profile.emit({ type: 'purchase.changed' })
  profile.submitter.wake()
  return ok(decidedEntry(input.entryId, context))
}

export const approveEntry: Handler<'customs.approve'> = (input, context) =>
  decide(context, input, ({ row, item }) => {
    const { db, ports } = context
    if (isService(item))
      return fail('003', 'stock.service', `"${item.name}" is a service and has no stock. Choose goods.`, {
        field: 'itemId',
        params: { name: item.name },
      })
    const deciding = { row, act: 'approved', item, remark: input.remark || approvedRemark } as const
    const before = row.goods_id === null ? undefined : customsDecision(db, row.goods_id)
    if (before) {
      if (before.item_id !== item.id || before.units !== input.units)
        return fail(
          '003',
          'customs.goodsIn',
          `The goods came in as "${before.item_name}" before. Approve the entry with that item and its units.`,
          { field: before.item_id === item.id ? 'units' : 'itemId', params: { name: before.item_name } },
        )
      queueDecision(context, deciding)
      storeDecision(context, deciding, input, { units: input.units, deliveryId: null })
      return ok(null)
    }
    // Nothing is stored before the figures are known to be right.
    const goods = arrived({ row, item }, input)
    if (!goods.ok) return goods
    rememberItem(db, entryOf(row), { itemId: item.id, units: input.units, at: ports.clock.now() })
    const needs = [{ id: queueDecision(context, deciding), need: 'settled' as const }]
    const { id: deliveryId } = storeDelivery(context, { ...goods.data, needs }, input)
    storeDecision(context, deciding, input, { units: input.units, deliveryId })
    return ok(null)
  })

export const rejectEntry: Handler<'customs.reject'> = (input, context) =>
  decide(context, input, ({ row, item }) => {
    const deciding = { row, act: 'rejected', item, remark: input.reason } as const
    queueDecision(context, deciding)
    storeDecision(context, deciding, input, null)
    return ok(null)
  })
