/** Stock masters of a branch are the signer's own: no person at a till sees that the authority rejected one. */
import { till } from '../../db/profile/audit.ts'
import { rejectedStockMasters } from '../../db/profile/causes.ts'
import type { Profile } from '../profile/profile.ts'
import { resendAll, unchanged } from '../shop/causes/resend.ts'

/** Milliseconds until a rejected one is sent again, and after which the next movement of its goods must do. */
const [againMs, longestMs] = [600_000, 86_400_000]

/** Resends, with the stock of now. */
export const resendStockMasters = async (profile: Profile): Promise<void> => {
  const now = profile.ports.clock.now()
  const ids = rejectedStockMasters(profile.db, { settledBefore: now - againMs, madeAfter: now - longestMs })
  if (ids.length === 0) return
  await resendAll(profile, ids, {
    cause: 'stockMaster',
    who: till,
    correctionOf: unchanged,
  })
}
