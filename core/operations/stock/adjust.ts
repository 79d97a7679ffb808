import { itemById } from '../../../db/profile/items.ts'
import { isCorrectedSince } from '../../../db/profile/movements.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { itemNotFound } from '../../shop/failures.ts'
import { isService } from '../../shop/items/isService.ts'
import { type CountedLine, demandSure } from '../../shop/stock/largeDifference.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'
import type { Handler } from '../shared/handler.ts'

/** What a person calls it → the authority's movement type (class 12). */
export const stockTypes = {
  opening: '06',
  received: '02',
  returned: '03',
  found: '06',
  lost: '16',
  wasted: '15',
} as const

export const adjustStock: Handler<'stock.adjust'> = (
  { kind, lines, remark, sure },
  { profile, db, actor },
) => {
  const byType = new Map<string, { itemId: number; quantity: number }[]>()
  const seen = new Set<number>()
  const counted: CountedLine[] = []
  for (const [index, line] of lines.entries()) {
    const item = itemById(db, line.itemId)
    if (!item) return itemNotFound(`lines[${index}].itemId`, String(line.itemId))
    if (isService(item)) {
      return fail(
        '003',
        'stock.service',
        `"${item.name}" is a service and has no stock. Remove it from the list.`,
        { field: `lines[${index}].itemId`, params: { name: item.name } },
      )
    }
    if (seen.has(item.id)) {
      return fail('003', 'stock.twice', `"${item.name}" is on the list twice. Remove one line.`, {
        field: `lines[${index}].itemId`,
        params: { name: item.name },
      })
    }
    seen.add(item.id)
    // Two who count one shelf would find the same difference, and both take it off.
    if (line.lastMovement !== undefined && isCorrectedSince(db, item.id, line.lastMovement)) {
      const onHand = formatQuantity(item.on_hand)
      return fail(
        '003',
        'stock.corrected',
        `The stock of "${item.name}" was corrected while you counted: ${onHand} now. Nothing is recorded. Enter the present quantity, or remove the item from the list.`,
        { field: `lines[${index}].quantity`, params: { name: item.name, onHand } },
      )
    }
    const expected = line.expected ?? item.on_hand
    const difference = kind === 'count' ? line.quantity - expected : line.quantity
    if (kind === 'count') counted.push({ item, counted: line.quantity, expected })
    if (kind !== 'count' && line.quantity === 0) {
      return fail(
        '003',
        'stock.zero',
        `The quantity of "${item.name}" is 0. Enter a quantity, or remove the item from the list.`,
        { field: `lines[${index}].quantity`, params: { name: item.name } },
      )
    }
    if (difference === 0) continue
    const type = kind === 'count' ? (difference > 0 ? '06' : '16') : stockTypes[kind]
    byType.set(type, [...(byType.get(type) ?? []), { itemId: item.id, quantity: Math.abs(difference) }])
  }
  const isSure = demandSure(counted, sure)
  if (!isSure.ok) return isSure
  const author = authorOf(actor)
  db.transaction(() => {
    for (const [type, ofType] of byType)
      recordMovements(profile, { type, lines: ofType, remark: remark || null }, author)
  })
  profile.emit({ type: 'stock.changed', itemIds: [...seen] })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok({ movements: [...byType.values()].reduce((sum, each) => sum + each.length, 0) })
}
