import { heardIn } from '../../../db/profile/hubLevels.ts'
import { isCorrectedSince } from '../../../db/profile/movements.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { namedTwice } from '../../shop/failures.ts'
import { goodsAt } from '../../shop/items/goodsAt.ts'
import { type CountedLine, demandSure } from '../../shop/stock/largeDifference.ts'
import { tellCounted } from '../../shop/stock/lateMovements.ts'
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
  // Class 12 has no type for it.
  ownUse: '16',
} as const

export const adjustStock: Handler<'stock.adjust'> = (
  { kind, lines, remark, sure },
  { profile, db, actor },
) => {
  const byType = new Map<string, { itemId: number; quantity: number }[]>()
  const seen = new Set<number>()
  const counted: CountedLine[] = []
  const unmoved: number[] = []
  for (const [index, line] of lines.entries()) {
    const field = `lines[${index}].itemId`
    const goods = goodsAt(db, field, line.itemId)
    if (!goods.ok) return goods
    const item = goods.data
    if (seen.has(item.id)) return namedTwice(field, item.name)
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
    if (kind === 'count') {
      counted.push({ item, counted: line.quantity, expected })
      // Nobody knows when an item was counted that moved since.
      if (expected === item.on_hand) unmoved.push(item.id)
    }
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
  const isSure = demandSure(counted, { sure, limits: profile.settings() })
  if (!isSure.ok) return isSure
  const author = authorOf(actor)
  // The type is that of lost goods: only the remark tells the authority the difference.
  const said = kind === 'ownUse' ? ['Own use', remark].filter(Boolean).join(': ') : remark || null
  db.transaction(() => {
    const records = [...byType].map(([type, ofType]) => ({
      id: recordMovements(profile, { type, lines: ofType, remark: said }, author),
      itemIds: ofType.map(({ itemId }) => itemId),
    }))
    if (kind !== 'count') return
    const at = profile.day.sure()
    tellCounted(
      profile,
      unmoved.map((itemId) => ({ itemId, at, heard: heardIn(db, itemId) })),
      records,
      { at, who: author.name, subject: said ?? '' },
    )
  })
  profile.emit({ type: 'stock.changed', itemIds: [...seen] })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok({ movements: [...byType.values()].reduce((sum, each) => sum + each.length, 0) })
}
