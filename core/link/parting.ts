/**
 * What a till does whose hub has other rows than it: a copy of it is at work, or it was put back from a copy itself. It
 * sends nothing more as this origin, and notes the last row that both have. Paired anew, its trail continues there as
 * another till, under another name and with other numbers.
 */
import { z } from 'zod'
import type { Db } from '../../db/engine/sqlite.ts'
import { auditHead, noHash } from '../../db/profile/audit.ts'
import { hubLinkRow, updateHubLink } from '../../db/profile/hubLink.ts'
import { type Fact, type FactsPlace, fact } from '../contract/hub/wire.ts'
import { trailHash } from './outbox.ts'
import { continuesFrom, lastCommon, standingOf } from './place.ts'
import type { Session } from './session.ts'
import { type Failed, failed } from './tries.ts'

const answer = z.object({ facts: z.array(fact) })

/** What a request met, instead of an answer. */
class Met extends Error {
  readonly failed: Failed
  constructor(failed: Failed) {
    super(failed.detail)
    this.failed = failed
  }
}

const headOf = (db: Db): FactsPlace => auditHead(db) ?? { seq: 0, hash: noHash }

/** The hub's facts of this origin after a row. Throws {@link Met}. */
const factsAfter = async (
  session: Session,
  { after, limit }: { after: number; limit: number },
  signal: AbortSignal,
): Promise<Fact[]> => {
  const path = `/facts?after=${after}&limit=${limit}`
  const outcome = await session.call({ method: 'GET', path, signal })
  if (outcome.is === 'problem') throw new Met(outcome)
  const read = answer.safeParse(outcome.body)
  if (!read.success) throw new Met(failed('tooNew', 'facts'))
  return read.data.facts
}

/** The last row that both trails have. */
const commonPlace = async (
  db: Db,
  session: Session,
  hub: FactsPlace,
  signal: AbortSignal,
): Promise<FactsPlace> => {
  const head = headOf(db)
  const highest = Math.min(head.seq, hub.seq)
  const seq = await lastCommon(highest, async (each) => {
    const [found] = await factsAfter(session, { after: each - 1, limit: 1 }, signal)
    // Rows before an origin's first one are of the till that it was copied from.
    return found?.seq === each ? found.hash === trailHash(db, each) : found !== undefined
  })
  return { seq, hash: trailHash(db, seq) ?? noHash }
}

/**
 * The hub was put back to before the fork, and this till sent first: the trail is its own again. Paired anew with the note
 * of the fork, it would send its rows after it a second time.
 */
const forgetFork = async (db: Db): Promise<void> => {
  const link = hubLinkRow(db)
  if (!link?.forked_at) return
  const { origin } = JSON.parse(link.forked_at) as { origin: string }
  if (origin === link.origin) await db.grouped(() => updateHubLink(db, { forked_at: null }))
}

const noteFork = async (db: Db, place: FactsPlace): Promise<void> => {
  const link = hubLinkRow(db)
  if (!link) return
  const forked = JSON.stringify({ origin: link.origin, ...place })
  if (link.forked_at === forked) return
  await db.grouped(() => updateHubLink(db, { forked_at: forked }))
  await db.durable()
}

export interface Parting {
  db: Db
  session: Session
  /** The hub's place. */
  hub: FactsPlace
  signal: AbortSignal
}

/** Returns why nothing may be sent; null: the till is in step with its hub. */
export const settlePlaces = async ({ db, session, hub, signal }: Parting): Promise<Failed | null> => {
  const head = headOf(db)
  const standing = standingOf({ head, hashAt: (seq) => trailHash(db, seq) }, hub)
  if (standing === 'inStep') {
    await forgetFork(db)
    return null
  }
  try {
    if (standing === 'behind') {
      const lost = await factsAfter(session, { after: head.seq, limit: 1 }, signal)
      if (continuesFrom(head, lost)) {
        await noteFork(db, head)
        return failed('forked', `the hub has rows ${head.seq + 1} to ${hub.seq}, which this till lost`)
      }
    }
    const common = await commonPlace(db, session, hub, signal)
    await noteFork(db, common)
    return failed('forked', `the trails differ after row ${common.seq}`)
  } catch (error) {
    if (error instanceof Met) return error.failed
    throw error
  }
}
