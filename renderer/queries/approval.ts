/** Asks a person to approve what a call answered with, so that the call can be repeated. */
import type { ActAsked } from '../../core/contract/approval.ts'
import type { Failure } from '../../core/contract/errors.ts'

export interface ApprovalAsked {
  acts: readonly ActAsked[]
  /** The token; null: nobody approves. */
  answer: (token: string | null) => void
}

let asked: ApprovalAsked | null = null
const listeners = new Set<() => void>()

const show = (next: ApprovalAsked | null): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** What somebody must answer now, and its changes, for `useSyncExternalStore`. */
export const approvalAsked = (): ApprovalAsked | null => asked
export const onApprovalAsked = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The till was locked or left meanwhile.
    if (listeners.size === 0) asked?.answer(null)
  }
}

/** Returns the acts that another person may approve; undefined if nobody may, or it is another failure. */
export const approvableActs = ({ data }: Failure): readonly ActAsked[] | undefined =>
  (data as { approval?: ActAsked[] } | undefined)?.approval

/** Resolves with the token of an approval; with null if nobody approves, or another approval is being asked for. */
export const askApproval = (acts: readonly ActAsked[]): Promise<string | null> =>
  new Promise((resolve) => {
    if (asked || listeners.size === 0) return resolve(null)
    show({
      acts,
      answer: (token) => {
        show(null)
        resolve(token)
      },
    })
  })
