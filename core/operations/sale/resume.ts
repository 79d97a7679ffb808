/** Takes a parked sale back: one of this till, or one of another till of the branch, which the hub gives to one only. */
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { dropHubParked, hubParkedByUid } from '../../../db/profile/hubParked.ts'
import { itemsByIds } from '../../../db/profile/items.ts'
import { parkedById, parkedByUid, parkSale, resumeSale } from '../../../db/profile/parkedSales.ts'
import { draftOfWindow, keepSaleDraft } from '../../../db/profile/saleDrafts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { type Cart, cart as cartSchema, type SaleDraft } from '../../contract/sale.ts'
import { endDraft, seenWith } from '../../shop/sales/droppedGoods.ts'
import { fromShared, tellResumed } from '../../shop/sales/sharedParked.ts'
import type { ProfileContext } from '../context.ts'
import { itemView } from '../item/view.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'sale.resume'>

const notParked = () =>
  fail('003', 'sale.notParked', 'This sale is not parked any more: somebody has resumed it.', { field: 'id' })

const takenAt = (till: string, who: string) =>
  fail('003', 'sale.parkedTaken', `${who} took this sale at till ${till}. Choose another one.`, {
    field: 'id',
    params: { till, who },
  })

const ownWithoutHub = () =>
  fail(
    '003',
    'sale.parkedAlone',
    'The hub does not answer, so another till may have taken this sale. Ask there before you take it.',
    { field: 'sure' },
  )

const othersWithoutHub = () =>
  fail(
    '003',
    'sale.parkedElsewhere',
    'The hub does not answer, and this sale was parked at another till. Resume it there, or when the hub is back.',
    { field: 'uid' },
  )

/** Asks the hub for a sale. A sale that this till has already needs no answer. */
const take = async (
  { profile, db, ports, actor }: ProfileContext,
  uid: string,
  { isOwn, sure }: { isOwn: boolean; sure: boolean },
): Promise<Reply<null>> => {
  const link = hubLinkRow(db)
  if (!link || hubParkedByUid(db, uid)?.holder === link.origin) return ok(null)
  const { claim } = await import('../../link/claims.ts')
  const who = authorOf(actor).name
  const answer = await claim(profile.link, { what: 'parked', uid, request: ports.ids.uuid(), who })
  if (answer.outcome === 'held') return takenAt(answer.till, answer.who)
  if (answer.outcome === 'gone')
    return answer.till && answer.who ? takenAt(answer.till, answer.who) : notParked()
  if (answer.outcome === 'away' && !(isOwn && sure)) return isOwn ? ownWithoutHub() : othersWithoutHub()
  return ok(null)
}

/** A power cut after this call must not take the sale: the window's draft is kept with it. */
const keepOpen = (
  { db, profile, actor }: ProfileContext,
  { window, requestId }: NonNullable<Input['draft']>,
  cart: Cart,
): void => {
  const at = profile.now()
  const before = draftOfWindow(db, window)
  const isOther = before !== undefined && before.request_id !== requestId
  // The window's open sale ends only by an act that may need an approval.
  if (isOther && before.content !== 'null') return
  if (isOther) endDraft(db, before, { became: 'dropped', lines: [] }, at)
  const draft: SaleDraft = { cart, requestId, paying: false, tenders: [], asked: null }
  keepSaleDraft(db, {
    till_window: window,
    request_id: requestId,
    content: JSON.stringify(draft),
    author_name: authorOf(actor).name,
    kept_at: at,
    seen: seenWith(undefined, cart.lines),
  })
}

/** Returns the id of the sale here; one of another till gets a row. */
const rowHere = ({ db }: ProfileContext, { id, uid }: Input): Reply<number> => {
  if (id !== undefined) return ok(id)
  const here = parkedByUid(db, uid ?? '')
  if (here) return ok(here.id)
  const told = hubParkedByUid(db, uid ?? '')
  if (!told) return notParked()
  const row = fromShared({ db }, told)
  if (!row.ok) return row
  const { id: _, ...sale } = row.data
  return ok(parkSale(db, sale))
}

export const resumeParked: Handler<'sale.resume'> = async (input, context) => {
  const { profile, db, ports, actor } = context
  const own = input.id === undefined ? undefined : parkedById(db, input.id)
  const uid = input.uid ?? own?.uid ?? null
  const told = uid === null ? undefined : hubParkedByUid(db, uid)
  if (own ? own.resumed_at !== null : !told) return notParked()
  if (told && !own) {
    // Before it is claimed, so that a till which lacks its goods does not keep it from the others.
    const row = fromShared(context, told)
    if (!row.ok) return row
  }
  const taken =
    uid === null ? ok(null) : await take(context, uid, { isOwn: own !== undefined, sure: input.sure })
  if (!taken.ok) return taken
  // Read in the same transaction. Otherwise an unreadable cart would be lost.
  const resumed = db.transaction((): Reply<Cart> => {
    const id = rowHere(context, input)
    if (!id.ok) return id
    const at = ports.clock.now()
    const stored = resumeSale(db, id.data, at)
    if (stored === undefined) return notParked()
    const cart = cartSchema.parse(JSON.parse(stored))
    const row = parkedById(db, id.data)
    if (row?.uid) {
      tellResumed(context, { uid: row.uid, label: row.label, who: authorOf(actor).name, at })
      dropHubParked(db, row.uid)
    }
    if (input.draft) keepOpen(context, input.draft, cart)
    return ok(cart)
  })
  if (!resumed.ok) return resumed
  profile.emit({ type: 'queue.changed' })
  const cart = resumed.data
  const ids = [...new Set(cart.lines.map(({ itemId }) => itemId))]
  return ok({ cart, items: itemsByIds(db, ids).map(itemView) })
}
