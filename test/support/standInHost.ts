/** A host small enough to see through: for tests of what lies around the core, not of the core. */

import type { KeyCaller, SoftwareCaller } from '../../core/access/callers.ts'
import { ok, type Reply } from '../../core/contract/errors.ts'
import type { ProfileEvent } from '../../core/contract/events.ts'
import type { Host, RestWishes } from '../../core/host/host.ts'

export interface Call {
  from: string | SoftwareCaller | null
  name: string
  input: unknown
  /** The profile that a window said it shows. */
  appId?: string
  wishes?: RestWishes
}

export interface StandInHost extends Host {
  /** Every call in order, as it arrived. */
  calls: Call[]
  listeners: Set<(event: ProfileEvent) => void>
  emit(event: ProfileEvent): void
}

export const goodKey = 'svc_test_good'
export const owner: KeyCaller = { appId: 'app-1', keyId: 'key-1', lastFour: 'good', keyName: null }

/** `answer` decides every reply; by default a call is answered with its own input. */
export const standInHost = (
  answer: (call: Call) => Reply<unknown> = ({ input }) => ok(input),
): StandInHost => {
  const calls: Call[] = []
  const listeners = new Set<(event: ProfileEvent) => void>()
  const take = async (call: Call) => {
    calls.push(call)
    return answer(call)
  }
  return {
    version: '0.0.0-test',
    longestWaitMs: 8_000,
    calls,
    listeners,
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    call: (client, name, input, appId) =>
      take({ from: client, name, input, ...(appId === undefined ? {} : { appId }) }),
    callRest: (caller, name, input) => take({ from: caller, name, input }),
    verifyApiKey: (key) => (key === goodKey ? owner : null),
    verifySession: async () => null,
    checkAppName: () => ok(null),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    invoiceNumber: (_appId, invoiceId) => `N-${invoiceId}`,
    createProfile: async () => ({ id: owner.appId, apiKey: goodKey }),
    profiles: () => [{ id: owner.appId, name: 'Sandbox', environment: 'sandbox' }],
    ready: async () => undefined,
    close: async () => undefined,
  }
}
