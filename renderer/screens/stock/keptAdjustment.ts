/** The change of stock being entered, one per profile. It is kept until it is recorded or discarded, also on other screens. */
import { useSyncExternalStore } from 'react'
import type { Adjustment } from './adjustment.ts'

const kept = new Map<string, Adjustment>()
const listeners = new Set<() => void>()

export const keptAdjustment = (profileId: string): Adjustment | null => kept.get(profileId) ?? null

/** null: there is none any more. */
export function keepAdjustment(profileId: string, adjustment: Adjustment | null): void {
  if (adjustment) kept.set(profileId, adjustment)
  else kept.delete(profileId)
  for (const listener of listeners) listener()
}

export const useKeptAdjustment = (profileId: string): Adjustment | null =>
  useSyncExternalStore(onChange, () => keptAdjustment(profileId))

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
