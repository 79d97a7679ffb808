/** Reads the hub's feed, page after page. The next page is on its way while one is taken in. */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type FeedPage, feedPage, feedRow } from '../contract/hub/wire.ts'
import { type Failed, failed } from './tries.ts'

const someRows = z.array(feedRow)
const unreadPage = feedPage.extend({ rows: z.array(z.unknown()) })
/** Rows that are checked in one turn of the event loop. */
const checkedAtOnce = 200

const tooNew = ({ issues }: z.core.$ZodError): Failed =>
  failed('tooNew', `feed: ${issues[0]?.path.join('.')}`)

/** Reads a page of the feed, in steps between which the till works on. */
export const pageIn = async (body: unknown): Promise<FeedPage | Failed> => {
  const page = unreadPage.safeParse(body)
  if (!page.success) return tooNew(page.error)
  const rows: FeedPage['rows'] = []
  for (let from = 0; from < page.data.rows.length; from += checkedAtOnce) {
    const some = someRows.safeParse(page.data.rows.slice(from, from + checkedAtOnce))
    if (!some.success) return tooNew(some.error)
    rows.push(...some.data)
    await setImmediate()
  }
  return { ...page.data, rows }
}

export interface Reading {
  /** Resolves with the page after a place. The hub waits for news until `waitMs`. */
  fetch(query: { place: string; waitMs: number; seq: number | null }): Promise<FeedPage | Failed>
  /** How far the till has stored the feed; empty: from its start. */
  place(): string
  /** The till's facts after this one are made with what it has read up to its place. */
  seq(): number
  waitMs: number
  /** Stores a page, and its place at the end. */
  apply(page: FeedPage): Promise<void> | void
}

/**
 * Returns the function that reads one page. It resolves with whether there is more, or with what failed; then nothing was
 * stored. It rejects if the page cannot be stored.
 */
export const createReading = ({ fetch, place, seq, waitMs, apply }: Reading) => {
  let ahead: { place: string; page: Promise<FeedPage | Failed> } | null = null
  return async (): Promise<{ more: boolean } | Failed> => {
    const from = place()
    const page = await (ahead?.place === from ? ahead.page : fetch({ place: from, waitMs, seq: seq() }))
    ahead = null
    if ('problem' in page) return page
    // Without `seq` the hub does not note the place as read: the page before is not stored yet.
    if (page.more) {
      const next = fetch({ place: page.place, waitMs: 0, seq: null })
      ahead = { place: page.place, page: next }
      // If this page cannot be stored, nobody waits for that one.
      next.catch(() => undefined)
    }
    await apply(page)
    return { more: page.more }
  }
}
