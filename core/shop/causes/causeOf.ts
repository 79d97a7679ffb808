/** Why a document waits for a person. Documents with the same cause share one key and are solved together. */

import type { TroubledRow } from '../../../db/profile/causes.ts'
import { type CauseKind, remedy as remedies } from '../../contract/queue.ts'

export interface CauseOfRow {
  kind: CauseKind
  /** The item that the authority named. */
  itemId: number | null
  itemName: string | null
  /** What it is about: an item's id, a buyer's PIN, the authority's code, or the document itself. */
  about: string
  /** The software that must correct the document and resend it; null: Kaunta's own people do. */
  software: string | null
}

/** For these, the software that sent the document was not answered with a rejection. */
const ours: ReadonlySet<CauseKind> = new Set<CauseKind>(['sendAgain', 'enterSignature', 'setAside'])

const kindOf = (row: TroubledRow, named: string | undefined): CauseKind => {
  if (row.state === 'refused') return remedies.safeParse(named).data ?? 'callSupport'
  return row.without_signature === 1 ? 'enterSignature' : 'setAside'
}

const aboutOf = (row: TroubledRow, kind: CauseKind, itemId: number | null): string => {
  switch (kind) {
    case 'addStock':
    case 'registerItem':
    case 'fixItem':
    case 'oldLetter':
      return itemId === null ? '' : String(itemId)
    case 'fixBuyer':
      return row.buyer_pin ?? ''
    case 'callSupport':
      return row.last_code ?? ''
    case 'setAside':
      return String(row.id)
    default:
      return ''
  }
}

export const causeOf = (row: TroubledRow): CauseOfRow => {
  const stored = (row.remedy ? JSON.parse(row.remedy) : {}) as {
    remedy?: string
    itemId?: number | null
    itemName?: string | null
  }
  const kind = kindOf(row, stored.remedy)
  const itemId = stored.itemId ?? row.item_id
  const isTheirs = row.source === 'software' && !ours.has(kind)
  return {
    kind,
    itemId,
    itemName: stored.itemName ?? null,
    about: aboutOf(row, kind, itemId),
    software: isTheirs ? (row.sent_by ?? '') : null,
  }
}

/** The same for all documents that are solved together. */
export const keyOf = ({ kind, about, software }: CauseOfRow): string =>
  [kind, about, ...(software === null ? [] : [software])].join('/')
