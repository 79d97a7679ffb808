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
import { ok } from '../../contract/errors.ts'
import { saleDraft } from '../../contract/sale.ts'
import { endDraft, seenWith } from '../../shop/sales/droppedGoods.ts'
import { itemView } from '../item/view.ts'
import type { Handler } from '../shared/handler.ts'

export const keepDraft: Handler<'sale.keepDraft'> = ({ window, draft }, { profile, db, actor, ports }) => {
  const at = ports.clock.now()
  db.transaction(() => {
    const before = draftOfWindow(db, window)
    // The sale may have been completed while this call was on its way.
    if (draft && invoiceByRequest(db, draft.requestId)) return dropSaleDraft(db, window)
    if (!draft && !before) return
    if (draft && before && before.request_id !== draft.requestId)
      endDraft(db, before, { became: 'dropped', lines: [] }, at)
    profile.disk.demandRoom()
    const requestId = draft?.requestId ?? before?.request_id ?? ''
    keepSaleDraft(db, {
      till_window: window,
      request_id: requestId,
      // A sale without lines stays, because its lines may be restored.
      content: JSON.stringify(draft),
      author_name: authorOf(actor).name,
      kept_at: at,
      seen: seenWith(draftOfRequest(db, requestId)?.seen, draft?.cart.lines ?? []),
    })
  })
  return ok({})
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
