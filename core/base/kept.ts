/** A text that survives a restart. */
import type { z } from 'zod'

/** Stores one text across restarts. */
export interface Kept {
  get(): string | undefined
  set(value: string): void
}

/**
 * Returns the stored text parsed by `schema`; null if there is none or it is invalid. `damaged` is called for an
 * invalid one.
 */
export const readKept = <T>(
  kept: Pick<Kept, 'get'> | undefined,
  schema: z.ZodType<T>,
  damaged?: (err: unknown) => void,
): T | null => {
  const text = kept?.get()
  if (text === undefined) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    damaged?.(error)
    return null
  }
}
