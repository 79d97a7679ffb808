/** Changes one field of many items: prices, the tax letter, the category or the low-stock level. */
import { audit } from '../../../db/profile/audit.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { type Failure, fail, ok, type Reply } from '../../contract/errors.ts'
import type { BulkChange, BulkOutcome, FieldValue, ImportField } from '../../contract/import.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { largestAmount } from '../../fiscal/money.ts'
import { byPercent, roundPrice } from '../../fiscal/priceChange.ts'
import { missing } from '../../shop/failures.ts'
import { auditItemPrice } from '../../shop/items/auditItemPrice.ts'
import { columnOf } from '../../shop/items/imports/changes.ts'
import type { Tally } from '../../shop/items/imports/record.ts'
import { isService } from '../../shop/items/isService.ts'
import { fieldsOfItem, storeItem } from '../../shop/items/storeItem.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { oncePerPart } from './oncePerPart.ts'

type Chosen = ParsedInputOf<'item.bulkChange'>['items'][number]

const fieldOf: Record<BulkChange['kind'], ImportField> = {
  percent: 'price',
  amount: 'price',
  taxType: 'taxType',
  category: 'category',
  lowStock: 'lowStock',
}

const noPrice = (name: string) =>
  fail('003', 'bulk.noPrice', `"${name}" would have no price. Change it on the Items screen.`, {
    params: { name },
  })

const newPrice = (
  { name, price }: ItemRow,
  change: Extract<BulkChange, { rounding: string }>,
): Reply<number> => {
  const raw = change.kind === 'percent' ? byPercent(price, change.percent) : price + change.amount
  // Rounding up would give a price to an item that has none because its price is asked for at each sale.
  if (price === 0 || raw <= 0) return noPrice(name)
  const rounded = roundPrice(raw, change.rounding)
  return rounded <= 0 || rounded >= largestAmount / 10 ? noPrice(name) : ok(rounded)
}

const newValue = (item: ItemRow, change: BulkChange): Reply<FieldValue> => {
  switch (change.kind) {
    case 'percent':
    case 'amount':
      return newPrice(item, change)
    case 'taxType':
      return ok(change.taxType)
    case 'category':
      return ok(change.category)
    case 'lowStock':
      return isService(item)
        ? fail('003', 'bulk.service', `"${item.name}" is a service and has no stock.`, {
            params: { name: item.name },
          })
        : ok(change.lowStock)
  }
}

/** The new value of a chosen item; a failure says why it is skipped. */
const plan = (item: ItemRow, { seen }: Chosen, change: BulkChange): Reply<FieldValue> => {
  const now = item[columnOf[fieldOf[change.kind]]]
  if (seen !== undefined && seen !== now)
    return fail('003', 'bulk.changedSince', `"${item.name}" was changed since the preview.`, {
      params: { name: item.name },
    })
  return newValue(item, change)
}

const noteChange = (
  { db, ports, actor }: ProfileContext,
  item: ItemRow,
  change: { field: ImportField; before: FieldValue; after: FieldValue },
): void => {
  const { field, before, after } = change
  if (field === 'price') return
  const name = [before, after].map((value) => String(value ?? '–'))
  audit(db, {
    at: ports.clock.now(),
    kind: 'itemChanged',
    subject: item.name,
    row_id: null,
    who: whoOf(actor),
    content: JSON.stringify({ fields: [field], name }),
  })
}

/** `tally` undefined: a preview. */
const changeOne = (
  context: ProfileContext,
  chosen: Chosen,
  { change, row, tally }: { change: BulkChange; row: number; tally: Tally | undefined },
): BulkOutcome => {
  const { profile, db, actor } = context
  const field = fieldOf[change.kind]
  const item = itemById(db, chosen.id)
  const before = item ? item[columnOf[field]] : null
  const outcome = { itemId: chosen.id, name: item?.name ?? '', before, after: before }
  const skipped = (failure: Failure): BulkOutcome => ({ ...outcome, outcome: 'skipped', failure })
  if (!item) return skipped(fail('005', 'item.unknown', 'There is no such item.', { field: 'id' }).error)
  const planned = plan(item, chosen, change)
  if (!planned.ok) return skipped(planned.error)
  const after = planned.data
  if (after === before) return { ...outcome, outcome: 'same', failure: null }
  if (tally) {
    const fields = { ...fieldsOfItem(item), [columnOf[field]]: after }
    const stored = storeItem(profile, fields, { id: item.id, author: authorOf(actor) })
    if (!stored.ok) return skipped(stored.error)
    auditItemPrice(context, item, stored.item.price)
    noteChange(context, item, { field, before, after })
    tally.counts.fields += 1
    tally.lines.push({
      row,
      item_id: item.id,
      item_name: item.name,
      act: 'changed',
      changes: JSON.stringify({ [field]: [before, after] }),
      kept: null,
    })
  }
  return { ...outcome, outcome: 'changed', after, failure: null }
}

export const bulkChangeItems: Handler<'item.bulkChange'> = (input, context) => {
  const { change, items, check, part } = input
  const { profile, db } = context
  const changeAll = (tally?: Tally): BulkOutcome[] =>
    items.map((chosen, index) => {
      const done = changeOne(context, chosen, { change, row: (part?.from ?? 0) + index, tally })
      if (tally) {
        tally.counts.row_count += 1
        tally.counts[done.outcome === 'skipped' ? 'failed' : done.outcome] += 1
      }
      return done
    })
  if (check) return ok({ outcomes: changeAll() })
  if (!part) return missing('part')
  const begun = { kind: 'bulk', file_name: null, change: JSON.stringify(change) } as const
  const stored = db.transaction(() =>
    oncePerPart(context, { route: 'item.bulkChange', input, part, begun, work: changeAll }),
  )
  if (!stored.ok) return stored
  const itemIds = stored.data.filter(({ outcome }) => outcome === 'changed').map(({ itemId }) => itemId)
  profile.emit({ type: 'item.changed', itemIds })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok({ outcomes: stored.data })
}
