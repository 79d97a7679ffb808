/** Undocumented fields are accepted and stored. A limit keeps callers from filling the disk with them. */
import type { z } from 'zod'

/** Characters of all such fields in one call, as JSON. */
export const mostUnnamed = 4096

interface Unnamed {
  size: number
  /** Path of the largest one. */
  path: PropertyKey[]
  largest: number
}

const nothing: Unnamed = { size: 0, path: [], largest: 0 }

const sum = (a: Unnamed, b: Unnamed): Unnamed => ({
  ...(a.largest >= b.largest ? a : b),
  size: a.size + b.size,
})

const below = (key: PropertyKey, found: Unnamed): Unnamed => ({ ...found, path: [key, ...found.path] })

const unnamedIn = (schema: z.core.$ZodType, value: unknown): Unnamed => {
  const def = schema._zod.def as unknown as Record<string, unknown>
  const inner = (def['innerType'] ?? def['in']) as z.core.$ZodType | undefined
  if (inner) return unnamedIn(inner, value)
  if (def['type'] === 'lazy') return unnamedIn((def['getter'] as () => z.core.$ZodType)(), value)
  if (def['type'] === 'union') {
    const found = (def['options'] as z.core.$ZodType[]).map((option) => unnamedIn(option, value))
    return found.reduce((least, each) => (each.size < least.size ? each : least), found[0] ?? nothing)
  }
  if (typeof value !== 'object' || value === null) return nothing
  if (def['type'] === 'array' && Array.isArray(value))
    return value
      .map((entry, index) => below(index, unnamedIn(def['element'] as z.core.$ZodType, entry)))
      .reduce(sum, nothing)
  if (def['type'] !== 'object' || Array.isArray(value)) return nothing
  const shape = def['shape'] as Record<string, z.core.$ZodType>
  return Object.entries(value)
    .map(([name, entry]): Unnamed => {
      const named = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (named) return below(name, unnamedIn(named, entry))
      const size = name.length + (JSON.stringify(entry)?.length ?? 0)
      return { size, path: [name], largest: size }
    })
    .reduce(sum, nothing)
}

/** Returns the path of the largest undocumented field if a call exceeds the limit; otherwise null. */
export const tooMuchUnnamed = (schema: z.ZodType, input: unknown): PropertyKey[] | null => {
  const found = unnamedIn(schema, input)
  return found.size > mostUnnamed ? found.path : null
}
