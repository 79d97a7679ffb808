/** Fetches supplier invoices since the last time (`authority §1.3`, `§1.4` no. 15). */
import { storePurchase } from '../../../db/profile/purchases.ts'
import { lastSync, storeSync } from '../../../db/profile/reference.ts'
import type { Answer, SupplierInvoice } from '../../authority/port.ts'
import { within } from '../../base/within.ts'
import type { Profile } from '../../profile/profile.ts'
import { sinceNextTime } from '../../queue/since.ts'

/** The key under which the date of the last fetch is stored. */
export const purchasesPulled = 'purchases'

/** Parallel callers share one fetch. */
const running = new WeakMap<Profile, Promise<boolean>>()

export interface PullProblem {
  kind: 'notReached' | 'refused'
  /** The authority's own words; empty if it did not answer. */
  text: string
}
const problems = new WeakMap<Profile, PullProblem>()
/** Returns why the last fetch brought nothing; null: it did, or there was none since the start. */
export const problemOfPull = (profile: Profile): PullProblem | null => problems.get(profile) ?? null

const problemOf = (answer: Answer<SupplierInvoice[]>): PullProblem | null => {
  switch (answer.kind) {
    case 'accepted':
    case 'nothingFound':
      return null
    case 'neverArrived':
    case 'mayHaveArrived':
      return { kind: 'notReached', text: '' }
    default:
      return { kind: 'refused', text: answer.text }
  }
}

const pull = async (profile: Profile): Promise<boolean> => {
  const { db, authority, reach, ports, emit } = profile
  const answer = await authority.supplierInvoices(lastSync(db, purchasesPulled)?.since)
  reach.note(answer)
  const problem = problemOf(answer)
  if (problem) problems.set(profile, problem)
  else problems.delete(profile)
  emit({ type: 'purchase.changed' })
  if (problem) return false
  const invoices = answer.kind === 'accepted' ? answer.data : []
  const at = ports.clock.now()
  db.transaction(() => {
    for (const invoice of invoices) {
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
