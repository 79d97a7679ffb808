/** Checks a fact as it comes in. Nothing that is found keeps it out: the till's books are as they are. */

import type { Problem } from '../../db/hub/facts.ts'
import { chained } from '../../db/profile/audit.ts'
import type { AuditKind } from '../../db/profile/schema.ts'
import { fits, isTrailKind } from '../../db/profile/trailRows.ts'
import type { Fact } from '../contract/hub/wire.ts'

/** The newest version that this hub knows of a kind; absent: 1. A payment for sales of other tills is of version 2. */
const newestVersions: Record<string, number> = { accountPaid: 2 }

/** True if this hub knows the kind in this version. */
export const isKnown = ({ kind, v }: Pick<Fact, 'kind' | 'v'>): boolean =>
  isTrailKind(kind) && v <= (newestVersions[kind] ?? 1)

/** True if the fact's hash continues the chain of the row before it. */
export const follows = (before: string, fact: Fact): boolean => {
  const { seq, at, kind, subject, rowId, who, content, hash } = fact
  return chained(before, { seq, at, kind: kind as AuditKind, subject, row_id: rowId, who, content }) === hash
}

/** True unless its rows do not give the digest of the trail. A row of other types than a till's gives none. */
const isContent = ({ kind, rows, content }: Fact): boolean => {
  try {
    return fits(kind, rows, content) !== false
  } catch {
    return false
  }
}

/** Returns what is wrong with a fact itself, whatever stands before it. */
export const problemsOf = (fact: Fact): Problem[] => {
  if (!isKnown(fact)) return ['unread']
  return isContent(fact) ? [] : ['content']
}
