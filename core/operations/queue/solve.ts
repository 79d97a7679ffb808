/** Solves a cause for all its documents: what is missing becomes a fact, then the documents are resent. */

import { addDependency, waitsFor } from '../../../db/profile/dependencies.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { registrationOf } from '../../../db/profile/registrations.ts'
import { submission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { enqueueItem, isOpen } from '../../queue/enqueue.ts'
import { itemIdsOf } from '../../queue/records.ts'
import { actOf, type FoundCause, findCauses, goodsIn } from '../../shop/causes/findCauses.ts'
import { resendAll } from '../../shop/causes/resend.ts'
import type { Missing } from '../../shop/causes/shelf.ts'
import { invalid } from '../../shop/failures.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'
import type { ProfileContext } from '../context.ts'
import { syncReference } from '../reference/sync.ts'
import type { Handler } from '../shared/handler.ts'
import { stockTypes } from '../stock/adjust.ts'

type Solving = ParsedInputOf<'queue.solve'>

/** What happens in the transaction of the first documents, and the buyer's corrected PIN. */
interface Solution {
  first?: () => void
  buyerPin?: string | null
  /** Registrations that each document must wait for. */
  after?: number[]
}

/** Adds the pieces that the person saw. Other figures mean that somebody else acted in the meantime. */
const addStock = (
  { profile, actor }: ProfileContext,
  { stock }: Solving,
  goods: readonly Missing[],
): Reply<Solution> => {
  if (!stock) {
    return fail('002', 'queue.reasonMissing', 'Say where the goods came from.', { field: 'stock' })
  }
  const missing = goods.filter((line) => line.missing > 0)
  const isAsSeen =
    missing.length === stock.lines.length &&
    missing.every(({ itemId, missing: quantity }) =>
      stock.lines.some((line) => line.itemId === itemId && line.quantity === quantity),
    )
  if (!isAsSeen) {
    return fail(
      '004',
      'queue.causeChanged',
      'The missing quantities changed in the meantime. Nothing was added; read them again.',
      { field: 'stock.lines' },
    )
  }
  const lines = missing.map(({ itemId, missing: quantity }) => ({ itemId, quantity }))
  return ok({
    first: () =>
      recordMovements(
        profile,
        { type: stockTypes[stock.kind], lines, remark: stock.reason },
        authorOf(actor),
      ),
  })
}

/** The item that the authority named; otherwise all items of the documents. */
const itemsOf = ({ db }: ProfileContext, { itemId, rows }: FoundCause): ItemRow[] => {
  const ids =
    itemId !== null
      ? [itemId]
      : rows.flatMap(({ id }) => {
          const row = submission(db, id)
          return row ? itemIdsOf(row) : []
        })
  return [...new Set(ids)].flatMap((id) => itemById(db, id) ?? [])
}

const registerItems = (context: ProfileContext, found: FoundCause): Solution => {
  const { db, actor, ports } = context
  const after: number[] = []
  const first = () => {
    for (const item of itemsOf(context, found)) {
      const last = registrationOf(db, item.id)
      const act = { author: authorOf(actor), at: ports.clock.now() }
      after.push(last && isOpen(last) ? last.id : enqueueItem(db, item, act))
    }
  }
  return { first, after }
}

const solutionOf = (context: ProfileContext, input: Solving, found: FoundCause): Reply<Solution> => {
  const goods = goodsIn(context.db, found)
  switch (actOf(found, goods)) {
    case 'addStock':
      return addStock(context, input, goods)
    case 'registerItem':
      return ok(registerItems(context, found))
    case 'correctBuyer':
      if (input.buyerPin === undefined) return invalid('buyerPin', '', 'the right PIN, or null for no buyer')
      return ok({ buyerPin: input.buyerPin })
    case 'fetchRates':
    case 'resend':
      return ok({})
    default:
      return invalid('key', input.key, 'a cause that Kaunta can solve for all its documents')
  }
}

export const solveCause: Handler<'queue.solve'> = async (input, context) => {
  const { profile, db, actor } = context
  const find = () => findCauses(db).find(({ key }) => key === input.key)
  let found = find()
  if (found && actOf(found, []) === 'fetchRates') {
    const fetched = await syncReference({}, context)
    if (!fetched.ok) return fetched
    found = find()
  }
  // Another window solved it.
  if (!found) return ok({ resent: 0 })
  // From here to the end of the first transaction nothing else runs, so a second press finds what this one did.
  const solution = solutionOf(context, input, found)
  if (!solution.ok) return solution
  const { first, buyerPin, after = [] } = solution.data
  const author = authorOf(actor)
  const resent = await resendAll(
    profile,
    found.rows.map(({ id }) => id),
    {
      cause: input.key,
      who: author.name,
      correctionOf: () => ({ author, buyerPin }),
      also: ({ id }) => {
        for (const other of after)
          if (!waitsFor(db, other, id)) addDependency(db, id, { id: other, need: 'settled' })
      },
      ...(first ? { first } : {}),
    },
  )
  if (input.stock) profile.emit({ type: 'stock.changed' })
  return ok({ resent })
}
