/** Stores a window's open sale, so that a power cut loses neither its lines nor its request id. */
import { invoiceByRequest } from '../../../db/profile/invoices.ts'
import { itemById } from '../../../db/profile/items.ts'
import {
  draftOfRequest,
  draftOfWindow,
  dropSaleDraft,
  keepSaleDraft,
  saleDrafts,
} from '../../../db/profile/saleDrafts.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { saleDraft } from '../../contract/sale.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { draftToKeep, endDraft, hiddenVoid, seenWith } from '../../shop/sales/droppedGoods.ts'
import { itemView } from '../item/view.ts'
import type { Handler } from '../shared/handler.ts'

export const keepDraft: Handler<'sale.keepDraft'> = ({ window, draft }, context) => {
  const { profile, db, actor } = context
  const at = profile.now()
  return db.transaction((): Reply<Record<string, never>> => {
    const before = draftOfWindow(db, window)
    // The sale may have been completed while this call was on its way.
    if (draft && invoiceByRequest(db, draft.requestId)) {
      dropSaleDraft(db, window)
      return ok({})
    }
    if (!draft && !before) return ok({})
    const lines = draft?.cart.lines ?? []
    const other = draft && before?.request_id !== draft.requestId ? before : undefined
    const requestId = draft?.requestId ?? before?.request_id ?? ''
    const same = draftOfRequest(db, requestId)
    const allowed = mayAct(context, [...hiddenVoid(context, other, []), ...hiddenVoid(context, same, lines)])
    // Nobody is asked to approve here, because the window calls this by itself.
    if (!allowed.ok) return { ok: false, error: { ...allowed.error, data: undefined } }
    if (other) endDraft(db, other, { became: 'dropped', lines: [] }, at)
    profile.disk.demandRoom()
    keepSaleDraft(db, {
      till_window: window,
      request_id: requestId,
      // A sale without lines stays, because its lines may be restored.
      content: JSON.stringify(draftToKeep(same, draft)),
      author_name: authorOf(actor).name,
      kept_at: at,
      seen: seenWith(same?.seen, lines),
    })
    return ok({})
  })
}

export const listDrafts: Handler<'sale.drafts'> = (_, { db }) =>
  ok({
    drafts: saleDrafts(db).flatMap(({ till_window, content }) => {
      const kept = saleDraft.safeParse(JSON.parse(content))
      // A draft of another version is ignored.
      if (!kept.success) return []
      const ids = new Set(kept.data.cart.lines.map(({ itemId }) => itemId))
      const items = [...ids].flatMap((id) => itemById(db, id) ?? []).map(itemView)
      return [{ window: till_window, draft: kept.data, items }]
    }),
  })
