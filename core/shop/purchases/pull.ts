/** Fetches supplier invoices since the last time (`authority §1.3`, `§1.4` no. 15). */
import { storePurchase } from '../../../db/profile/purchases.ts'
import { lastSync, storeSync } from '../../../db/profile/reference.ts'
import { within } from '../../base/within.ts'
import type { Profile } from '../../profile/profile.ts'
import { sinceNextTime } from '../../queue/since.ts'

/** The key under which the date of the last fetch is stored. */
export const purchasesPulled = 'purchases'

/** Parallel callers share one fetch. */
const running = new WeakMap<Profile, Promise<boolean>>()

const pull = async ({ db, authority, reach, ports }: Profile): Promise<boolean> => {
  const answer = await authority.supplierInvoices(lastSync(db, purchasesPulled)?.since)
  reach.note(answer)
  if (answer.kind !== 'accepted') return false
  const at = ports.clock.now()
  db.transaction(() => {
    for (const invoice of answer.data) {
      storePurchase(db, {
        supplier_pin: invoice.supplierPin,
        supplier_branch: invoice.supplierBranch,
        number: invoice.number,
        sold_on: invoice.saleDate,
        content: JSON.stringify(invoice),
        changed_at: at,
      })
    }
    const since = answer.exchange.authorityTime
    if (since !== null) storeSync(db, purchasesPulled, sinceNextTime(since), at)
  })
  return true
}

/** Returns whether the fetch ended within `ms` milliseconds. A slower one continues in the background. */
export const pullPurchases = async (profile: Profile, ms: number): Promise<boolean> => {
  const { log, clock } = profile.ports
  const work =
    running.get(profile) ??
    pull(profile)
      .catch((error: unknown) => {
        log.error({ err: error }, 'supplier invoices could not be fetched')
        return false
      })
      .finally(() => running.delete(profile))
  running.set(profile, work)
  return (await within(clock, ms, work)) ?? false
}
