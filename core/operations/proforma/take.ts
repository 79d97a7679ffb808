import { itemsByIds } from '../../../db/profile/items.ts'
import { unofficialById } from '../../../db/profile/unofficial.ts'
import { ok } from '../../contract/errors.ts'
import type { Cart } from '../../contract/sale.ts'
import { contentOf } from '../../shop/unofficial/content.ts'
import { noProforma } from '../../shop/unofficial/failures.ts'
import { itemView } from '../item/view.ts'
import type { Handler } from '../shared/handler.ts'

/** A price that a person gave, and a scale's label, were for the item's price of that day. */
const atToday = ({ itemId, quantity, discount, label }: Cart['lines'][number]): Cart['lines'][number] => ({
  itemId,
  quantity,
  ...(discount && label === undefined ? { discount } : {}),
})

export const takeProforma: Handler<'proforma.take'> = ({ id }, { db }) => {
  const paper = unofficialById(db, id, ['PS'])
  const { cart, lines } = paper ? contentOf(paper) : {}
  if (!cart || !lines) return noProforma('id')
  const sold = itemsByIds(db, [...new Set(lines.map(({ itemId }) => itemId))]).filter(
    ({ active }) => active === 1,
  )
  const today = new Map(sold.map((item) => [item.id, item]))
  const changed = new Map<number, { name: string; was: number; now: number }>()
  const taken = cart.lines.flatMap((line, index) => {
    const item = today.get(line.itemId)
    const { itemPrice: was = 0 } = lines[index] ?? {}
    if (!item) return []
    if (item.price === was) return [line]
    changed.set(item.id, { name: item.name, was, now: item.price })
    return [atToday(line)]
  })
  const gone = lines.filter(({ itemId }) => !today.has(itemId)).map(({ name }) => name)
  return ok({
    cart: taken.length === 0 ? null : { ...cart, lines: taken, proforma: id },
    items: sold.map(itemView),
    changed: [...changed.values()],
    gone: [...new Set(gone)],
  })
}
