/** Asks the hub for what only one till may take. */
import { type ClaimAnswer, type ClaimRequest, claimAnswer } from '../contract/hub/counter.ts'
import type { LinkSwitch } from './linkSwitch.ts'

/** A person waits for the answer, milliseconds. */
const patienceMs = 4_000

/** away: the hub did not answer. It may have granted it; the feed says so then. */
export const claim = async (
  link: Pick<LinkSwitch, 'ask' | 'state'>,
  body: ClaimRequest,
): Promise<ClaimAnswer | { outcome: 'away' }> => {
  // A hub that was silent a moment ago costs the person no wait.
  if (link.state().link?.silentSince != null) return { outcome: 'away' }
  const heard = await link.ask({ method: 'POST', path: '/claims', body, ms: patienceMs })
  if (heard?.is !== 'answered') return { outcome: 'away' }
  return claimAnswer.safeParse(heard.body).data ?? { outcome: 'away' }
}
