/** JSON Schema (2020-12, as OpenAPI 3.1 takes it) of the contract's zod schemas. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Choices within choices are one; `null` beside one other thing reads best as one schema of two types. */
const simplified = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const branches = anyOf.flatMap((branch: JsonSchema) =>
    Array.isArray(branch['anyOf']) && Object.keys(branch).length === 1 ? branch['anyOf'] : [branch],
  ) as JsonSchema[]
  const [other, none] = branches
  if (branches.length !== 2 || none?.['type'] !== 'null' || typeof other?.['type'] !== 'string')
    return { anyOf: branches, ...rest }
  const list = other['enum']
  const both = [other['description'], rest['description']].filter(Boolean)
  return {
    ...other,
    type: [other['type'], 'null'],
    ...(Array.isArray(list) ? { enum: [...list, null] } : {}),
    ...rest,
    ...(both.length > 0 ? { description: both.join('; ') } : {}),
  }
}

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (!isObject(value)) return value
  const { $schema: _, ...schema } = value
  // More members than the documented ones are taken, and may come.
  const more = schema['additionalProperties']
  if (more === false || (isObject(more) && Object.keys(more).length === 0))
    delete schema['additionalProperties']
  // What every number of JavaScript is within.
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (typeof schema['format'] === 'string') delete schema['pattern']
  return simplified(Object.fromEntries(Object.entries(schema).map(([name, entry]) => [name, tidy(entry)])))
}

/** In words, what a pattern asks for. */
const ruleOf = (schema: z.core.$ZodType): string | undefined => {
  for (const check of schema._zod.def.checks ?? []) {
    const { check: kind, error } = check._zod.def
    const rule = kind === 'string_format' ? error?.({} as never) : undefined
    if (typeof rule === 'string') return rule
  }
  return undefined
}

/** `input`: what a caller may send; `output`: what is answered. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  tidy(
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const description = ruleOf(zodSchema)
        if (description !== undefined && jsonSchema.description === undefined)
          jsonSchema.description = description
        // zod leaves out the default of what it transforms.
        const { def } = zodSchema._zod
        const fallback =
          def.type === 'default' ? def.defaultValue : z.globalRegistry.get(zodSchema)?.['default']
        if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
      },
    }),
  ) as JsonSchema
