/** Undoes a line of an import: fields that nobody changed since get their old values, and what it made is switched off. */
import type { LineRow, NewLine } from '../../../../db/profile/imports.ts'
import { type ItemRow, itemById } from '../../../../db/profile/items.ts'
import { authorOf } from '../../../access/actor.ts'
import type { Kept } from '../../../contract/import.ts'
import type { ShopContext } from '../../context.ts'
import { auditItemPrice } from '../auditItemPrice.ts'
import { fieldsOfItem, type ItemFields, storeItem } from '../storeItem.ts'
import { type Changes, columnOf, listed } from './changes.ts'
import type { Tally } from './record.ts'

interface Plan {
  back: Changes
  kept: Kept[]
}

/** An item that the import made is never deleted: documents may name it. */
const planOfMade = (item: ItemRow): Plan => {
  if (item.active === 0) return { back: {}, kept: [{ field: null, reason: 'off' }] }
  const kept: Kept[] = []
  if (item.last_sold_at !== null) kept.push({ field: null, reason: 'sold' })
  if (item.type !== '3' && item.on_hand !== 0) kept.push({ field: null, reason: 'inStock' })
  return { back: { active: [1, 0] }, kept }
}

const planOfChanged = (item: ItemRow, changes: Changes): Plan => {
  const plan: Plan = { back: {}, kept: [] }
  for (const [field, [before, became]] of listed(changes)) {
    const now = item[columnOf[field]]
    if (now === became) plan.back[field] = [became, before]
    // A person who set the old value again has undone it.
    else if (now !== before) plan.kept.push({ field, reason: 'changed' })
  }
  return plan
}

const withBack = (item: ItemRow, back: Changes): ItemFields => {
  const fields = fieldsOfItem(item)
  for (const [field, [, before]] of listed(back)) Object.assign(fields, { [columnOf[field]]: before })
  return fields
}

/** Stores what can be restored. A field that is rejected is left as it is, and the others are tried again. */
const restore = (context: ShopContext, item: ItemRow, plan: Plan): void => {
  const { profile, actor } = context
  while (listed(plan.back).length > 0) {
    const stored = storeItem(profile, withBack(item, plan.back), { id: item.id, author: authorOf(actor) })
    if (stored.ok) {
      auditItemPrice(context, item, stored.item.price)
      return
    }
    const { error } = stored
    const refused = listed(plan.back).filter(([field]) => field === error.field)
    for (const [field] of refused.length > 0 ? refused : listed(plan.back)) {
      delete plan.back[field]
      plan.kept.push({ field, reason: 'rejected', failure: error })
    }
  }
}

const actOf = ({ back }: Plan): NewLine['act'] => {
  if (back.active?.[1] === 0) return 'switchedOff'
  return listed(back).length > 0 ? 'changed' : 'kept'
}

/** What a person should know of an item that is switched off as it should be. */
const notes: ReadonlySet<Kept['reason']> = new Set<Kept['reason']>(['sold', 'inStock', 'off'])

/** Undoes a line and counts it. Call it inside the transaction that stores the batch. */
export const undoLine = (context: ShopContext, line: LineRow, { counts, lines }: Tally): void => {
  const item = line.item_id === null ? undefined : itemById(context.db, line.item_id)
  const changes = JSON.parse(line.changes) as Changes
  let plan: Plan = { back: {}, kept: [{ field: null, reason: 'gone' }] }
  if (item) {
    plan = line.act === 'made' ? planOfMade(item) : planOfChanged(item, changes)
    restore(context, item, plan)
  }
  const act = actOf(plan)
  const notRestored = plan.kept.filter(({ reason }) => !notes.has(reason))
  counts.row_count += 1
  counts.changed += act === 'changed' ? 1 : 0
  counts.switched_off += act === 'switchedOff' ? 1 : 0
  counts.fields += listed(plan.back).length - (act === 'switchedOff' ? 1 : 0)
  counts.kept += notRestored.length
  counts.failed += notRestored.length > 0 ? 1 : 0
  counts.same += act === 'kept' && notRestored.length === 0 ? 1 : 0
  lines.push({
    row: line.row,
    item_id: line.item_id,
    item_name: line.item_name,
    act,
    changes: JSON.stringify(plan.back),
    kept: plan.kept.length > 0 ? JSON.stringify(plan.kept) : null,
  })
}
