/** Asks the hub for sales of the branch. */
import { type BranchSale, foundSales, type SalesQuery } from '../contract/hub/credits.ts'
import type { LinkSwitch } from './linkSwitch.ts'

/** A person waits for the answer, milliseconds. */
const patienceMs = 4_000

/** away: the hub did not answer. busy: the till asked too often. */
export const askForSales = async (
  link: Pick<LinkSwitch, 'ask' | 'state'>,
  query: SalesQuery,
): Promise<{ is: 'found'; sales: BranchSale[] } | { is: 'away' | 'busy' }> => {
  // A hub that was silent a moment ago costs the person no wait.
  if (link.state().link?.silentSince != null) return { is: 'away' }
  const names = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const asked = new URLSearchParams(names)
  const heard = await link.ask({ method: 'GET', path: `/documents?${asked}`, ms: patienceMs })
  if (heard?.is === 'problem' && heard.problem === 'busy') return { is: 'busy' }
  const found = heard?.is === 'answered' ? foundSales.safeParse(heard.body).data : undefined
  return found ? { is: 'found', sales: found.sales } : { is: 'away' }
}
