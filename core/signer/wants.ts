/** A fact that cannot be taken yet. It waits, and others go on. */

/** `reason`: what it waits for, for a person. */
export class FactWaitsError extends Error {}

/** Throws {@link FactWaitsError} if there is no value. */
export const demand = <T>(value: T | undefined | null, reason: string): T => {
  if (value === undefined || value === null) throw new FactWaitsError(reason)
  return value
}
