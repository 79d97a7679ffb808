/**
 * Goods between branches. Each branch books its own side: the sender takes them out of its stock, the receiver takes in
 * what it counted. What is missing stays a difference, which nothing evens out by itself.
 */
import type { ItemRow } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import {
  arrivalById,
  type ListedArrival,
  lastArrivalDecision,
  transferOfArrival,
} from '../../../db/profile/transfers.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { TransferShown } from '../../contract/transfer.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { invalid, namedTwice, notReady } from '../../shop/failures.ts'
import { goodsAt } from '../../shop/items/goodsAt.ts'
import { arrivalOf, learnItem, matchArrival } from '../../shop/transfers/arrivals.ts'
import { type Moved, movedBefore, storeTransfer } from '../../shop/transfers/store.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { otherBranches } from './branches.ts'
import { branchOf, noArrival, takenInBefore, wholeTransfer } from './view.ts'

/** The item of each line. It must have stock. */
const goodsOf = ({ db }: ProfileContext, lines: readonly { itemId: number }[]): Reply<ItemRow[]> => {
  const items: ItemRow[] = []
  for (const [index, { itemId }] of lines.entries()) {
    const goods = goodsAt(db, `lines[${index}].itemId`, itemId)
    if (!goods.ok) return goods
    items.push(goods.data)
  }
  return ok(items)
}

const demandOnce = (items: readonly ItemRow[]): Reply<null> => {
  const seen = new Set<number>()
  for (const [index, { id, name }] of items.entries()) {
    if (seen.has(id)) return namedTwice(`lines[${index}].itemId`, name)
    seen.add(id)
  }
  return ok(null)
}

const branchNamed = (context: ProfileContext, id: string): Reply<Moved['branch']> => {
  const { others } = otherBranches(context)
  const branch = others.find((other) => other.id === id)
  if (branch) return ok(branch)
  const params = { branch: id }
  return fail(
    '003',
    'transfer.noBranch',
    `The tax authority lists no other branch ${id} of this taxpayer. Choose one from the list.`,
    { field: 'branchId', params },
  )
}

/** Stores once, and tells the windows. */
const moved = (
  context: ProfileContext,
  input: { requestId: string },
  movedOf: () => Reply<Moved>,
): Reply<TransferShown> => {
  const { profile, db } = context
  if (!device(db)) return notReady()
  const stored = db.transaction(() => {
    const before = movedBefore(context, input)
    if (before) return before
    const goods = movedOf()
    return goods.ok ? ok(storeTransfer(context, goods.data, input)) : goods
  })
  if (!stored.ok) return stored
  const shown = wholeTransfer(stored.data, db)
  profile.emit({ type: 'stock.changed', itemIds: shown.goods.flatMap(({ itemId }) => itemId ?? []) })
  profile.emit({ type: 'queue.changed' })
  profile.emit({ type: 'transfer.changed' })
  profile.submitter.wake()
  return ok(shown)
}

type ByHand = ParsedInputOf<'transfer.send'>

/** Goods that a person listed. */
const enteredBy = (
  context: ProfileContext,
  { branchId, lines, remark }: ByHand,
  direction: Moved['direction'],
): Reply<Moved> => {
  const branch = branchNamed(context, branchId)
  if (!branch.ok) return branch
  const items = goodsOf(context, lines)
  if (!items.ok) return items
  const once = demandOnce(items.data)
  if (!once.ok) return once
  return ok({
    direction,
    branch: branch.data,
    arrivalId: null,
    remark: remark || null,
    lines: items.data.map((item, index) => ({
      item,
      sent_code: null,
      sent_name: null,
      expected: null,
      quantity: (lines[index] as ByHand['lines'][number]).quantity,
    })),
  })
}

/** What is not there cannot leave, as in a sale: unless the shop lets its stock fall below zero. */
const demandOnHand = ({ profile }: ProfileContext, { lines }: Moved): Reply<null> => {
  if (!profile.settings().blockBelowStock) return ok(null)
  const at = lines.findIndex(({ item, quantity }) => item.on_hand < quantity)
  const line = lines[at]
  if (!line) return ok(null)
  const { name, on_hand } = line.item
  const onHand = formatQuantity(on_hand)
  return fail(
    '003',
    'transfer.belowStock',
    `Only ${onHand} of "${name}" are in stock. Send that many at most, or record the received goods first.`,
    { field: `lines[${at}].quantity`, params: { name, onHand } },
  )
}

export const sendGoods: Handler<'transfer.send'> = (input, context) =>
  moved(context, input, () => {
    const goods = enteredBy(context, input, 'out')
    if (!goods.ok) return goods
    const there = demandOnHand(context, goods.data)
    return there.ok ? goods : there
  })

export const enterGoods: Handler<'transfer.enter'> = (input, context) =>
  moved(context, input, () => enteredBy(context, input, 'in'))

const demandOpen = ({ db }: ProfileContext, arrival: ListedArrival): Reply<null> => {
  const done = transferOfArrival(db, arrival.id)
  if (done) return takenInBefore(arrival, done)
  if (lastArrivalDecision(db, arrival.id)?.act === 'dismissed')
    return fail('003', 'transfer.dismissed', 'These goods were dismissed here. Take them up again first.', {
      field: 'arrivalId',
      params: { number: arrival.number },
    })
  return ok(null)
}

export const receiveGoods: Handler<'transfer.receive'> = (input, context) =>
  moved(context, input, () => {
    const { profile, db, ports } = context
    const row = arrivalById(db, input.arrivalId)
    if (!row) return noArrival('arrivalId')
    const open = demandOpen(context, row)
    if (!open.ok) return open
    const known = matchArrival(profile, arrivalOf(row))
    if (input.lines.length !== known.length)
      return invalid('lines', String(input.lines.length), `one entry per line that was sent, ${known.length}`)
    const items = goodsOf(context, input.lines)
    if (!items.ok) return items
    const lines = known.map(({ line, item: before }, index) => {
      const item = items.data[index] as ItemRow
      if (before?.id !== item.id) learnItem(profile, { line, item }, ports.clock.now())
      return {
        item,
        sent_code: line.itemCode,
        sent_name: line.itemName,
        expected: line.quantity,
        quantity: (input.lines[index] as (typeof input.lines)[number]).received,
      }
    })
    return ok({
      direction: 'in',
      branch: branchOf(db, row.branch_id),
      arrivalId: row.id,
      remark: input.remark || null,
      lines,
    })
  })
