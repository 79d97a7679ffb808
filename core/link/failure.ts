import { type HubFailureCode, hubFailure, hubFailureCodes } from '../contract/hub/wire.ts'
import type { Heard } from './client.ts'

/** Returns the code of a hub's refusal; null: it is none, or none that this version knows. */
export const failureIn = (heard: Heard): HubFailureCode | null => {
  const parsed = heard.is === 'answered' ? hubFailure.safeParse(heard.body) : undefined
  const code = parsed?.data?.error.code
  return hubFailureCodes.find((known) => known === code) ?? null
}
