/**
 * Documents from before a till left them to the signer. The signer stores one only when a later document belongs to it: a
 * credit note, or the same document sent again.
 */

import { earlierInvoices, earlierRecord, tillByOrigin } from '../../db/hub/devices.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import type { Earlier, FactFrom, Taking } from './context.ts'
import { stretchesOf } from './stretches.ts'
import { takeEarlier } from './take.ts'
import { FactWaitsError, type WantedDocument } from './wants.ts'

export interface Fetching {
  taking: Taking
  hub: HubDb
  branch: number
  factsOf(originUid: string, after: number, limit: number): Promise<FactFrom['fact'][]>
}

interface Place extends Earlier {
  seq: number
}

const placesOf = async (
  { hub, branch }: Fetching,
  { origin, document, id, again }: WantedDocument,
): Promise<Place[]> => {
  if (document === 'stockRecord') {
    const seq = await earlierRecord(hub, origin, id)
    return seq === undefined ? [] : [{ seq, state: again ? 'refused' : 'accepted', number: null }]
  }
  const found = await earlierInvoices(hub, { branch, origin, id })
  return found.flatMap(({ id: each, seq, state, number }): Place[] => {
    if (again && each === id) return [{ seq, state: 'refused', number: null }]
    return state === 'accepted' || state === 'withdrawn' || state === 'refused'
      ? [{ seq, state, number }]
      : []
  })
}

/** So far back goes a document: a stock record, its credit note, and the sale. */
const mostSteps = 3

const takeWithParents = async (
  by: Fetching,
  each: FactFrom,
  earlier: Earlier,
  steps: number,
): Promise<boolean> => {
  try {
    takeEarlier(by.taking, each, earlier)
    return true
  } catch (error) {
    if (!(error instanceof FactWaitsError) || !error.wanted || steps === 0) throw error
    const isThere = await fetchEarlier(by, [error.wanted], steps - 1)
    return isThere && takeWithParents(by, each, earlier, steps - 1)
  }
}

/**
 * Stores the documents that facts wait for, as far as they are from before. Returns true if there were any, so that the
 * facts may be tried again.
 */
export const fetchEarlier = async (
  by: Fetching,
  wanted: readonly WantedDocument[],
  steps = mostSteps,
): Promise<boolean> => {
  let isAny = false
  for (const document of wanted) {
    for (const { uid, upTo } of stretchesOf(by.taking, document.origin)) {
      const till = await tillByOrigin(by.hub, by.branch, uid)
      if (!till) continue
      // What came after is taken in its turn.
      const last = Math.min(upTo, till.since ?? till.seq)
      for (const { seq, ...earlier } of await placesOf(by, { ...document, origin: uid })) {
        const [fact] = seq > last ? [] : await by.factsOf(uid, seq - 1, 1)
        if (fact?.seq !== seq) continue
        const each = { from: { uid, name: till.name }, fact }
        try {
          if (await takeWithParents(by, each, earlier, steps)) isAny = true
        } catch (error) {
          // The others that facts wait for come nevertheless.
          by.taking.log.warn({ err: error, till: till.name, seq }, 'an earlier document cannot be stored')
        }
      }
    }
  }
  return isAny
}
