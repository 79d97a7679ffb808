/** A window as the screens are one: with every call it says which profile it shows. */
import type { Reply } from '../../core/contract/errors.ts'
import { findOperation } from '../../core/contract/index.ts'
import type { Host } from '../../core/host/host.ts'

/** `approval`: a token of `approval.give`. */
export type Calls = (name: string, input: unknown, approval?: string) => Promise<Reply<unknown>>

/** Operations that answer with a session, and so with the profile that their window works in from then on. */
const answerSession = new Set([
  'session.unlock',
  'workspace.tryItNow',
  'workspace.createOwner',
  'profile.switch',
])

const profileIn = (name: string, data: unknown): string | null | undefined => {
  if (answerSession.has(name)) return (data as { appId: string | null }).appId
  if (name !== 'workspace.state') return undefined
  return (data as { currentProfile: { id: string } | null }).currentProfile?.id
}

/** Opens a window. It shows the profile of the last event that it received, even if the till has switched since. */
export const openWindow = (hostOf: () => Host, client: string): Calls => {
  let shown: string | undefined
  const call: Calls = async (name, input, approval) => {
    if (shown === undefined && findOperation(name)?.profile) await call('workspace.state', {})
    const reply = await hostOf().call(client, name, input, shown, undefined, approval)
    if (reply.ok) shown = profileIn(name, reply.data) ?? shown
    return reply
  }
  return call
}
