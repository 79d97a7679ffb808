/** The audit trail is the outbox: it is dense, in order, chained, and written in each document's own transaction. */
import { auditHash, auditPage, noHash, type Reader } from '../../db/profile/audit.ts'
import { isJoinPending } from '../../db/profile/shared.ts'
import { type Fact, factLimit } from '../contract/hub/wire.ts'
import { factOf } from './factRows.ts'

/** Rows read at once. */
const pageSize = 20

/**
 * Returns the facts after `after`, a number of the trail, in order: at most `limit`, and no more than `factLimit.bytes` of
 * JSON. A larger fact comes alone. None while an item of before the pairing has no wish: the hub may know the item by
 * another uid, which the till may hear first. Then the hub would never hear that both are one.
 */
export const readFacts = (db: Reader, after: number, limit: number = factLimit.facts): Fact[] => {
  const facts: Fact[] = []
  if (isJoinPending(db)) return facts
  let bytes = 0
  while (facts.length < limit) {
    const page = auditPage(db, facts.at(-1)?.seq ?? after, Math.min(pageSize, limit - facts.length))
    for (const row of page) {
      const fact = factOf(db, row)
      bytes += Buffer.byteLength(JSON.stringify(fact)) + 1
      if (facts.length > 0 && bytes > factLimit.bytes) return facts
      facts.push(fact)
    }
    if (page.length < pageSize) return facts
  }
  return facts
}

/** Returns the hash of a row of the trail; null: there is no such row. 0 is before the first. */
export const trailHash = (db: Reader, seq: number): string | null =>
  seq === 0 ? noHash : (auditHash(db, seq) ?? null)
