/** Text that survives a restart. */
import type { z } from 'zod'

/** Keeps one text through restarts. */
export interface Kept {
  get(): string | undefined
  set(value: string): void
}

/** The kept text as `schema` has it; null where there is none, or it cannot be read: then `damaged` is called. */
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
