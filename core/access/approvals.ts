/** Approvals that were given and not used yet. Nothing of them survives the process. */

import type { Clock, Ids } from '../base/ports.ts'
import { fingerprint } from '../base/sha256.ts'
import { type ActAsked, approvalMs } from '../contract/approval.ts'

export interface Approval {
  uid: string
  /** The person whose act it is. */
  askerId: string
  approver: { id: string; name: string }
  reason: string
  acts: readonly ActAsked[]
}

export interface Approvals {
  /** Returns its token, valid for {@link approvalMs}. */
  give(approval: Omit<Approval, 'uid'>): string
  /** undefined: unknown, or too old. The database knows which ones were used (`db/profile/approvals.ts`). */
  find(token: string): Approval | undefined
}

/** The oldest is forgotten. */
const most = 100
const tokenBytes = 24

export const createApprovals = (clock: Pick<Clock, 'monotonic'>, ids: Ids): Approvals => {
  const given = new Map<string, Approval & { until: number }>()
  return {
    give: (approval) => {
      const token = ids.token(tokenBytes)
      given.set(fingerprint(token), {
        ...approval,
        uid: ids.uuid(),
        until: clock.monotonic() + approvalMs,
      })
      for (const oldest of given.keys()) if (given.size > most) given.delete(oldest)
      return token
    },
    find: (token) => {
      const approval = given.get(fingerprint(token))
      return approval && clock.monotonic() < approval.until ? approval : undefined
    },
  }
}
