/** JSON Schema (2020-12, for OpenAPI 3.1) of the contract's zod schemas. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges nested choices. `null` beside one other type becomes one schema with two types. */
const simplified = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const branches = anyOf.flatMap((branch: JsonSchema) =>
    Array.isArray(branch['anyOf']) && Object.keys(branch).length === 1 ? branch['anyOf'] : [branch],
  ) as JsonSchema[]
  const [other, none] = branches
  const isOneType = typeof other?.['type'] === 'string' && other['enum'] === undefined
  // An enum with null among its words breaks generators of typed languages.
  if (branches.length !== 2 || none?.['type'] !== 'null' || !isOneType) return { anyOf: branches, ...rest }
  const both = [other['description'], rest['description']].filter(Boolean)
  return {
    ...other,
    type: [other['type'], 'null'],
    ...rest,
    ...(both.length > 0 ? { description: both.join('; ') } : {}),
  }
}

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (!isObject(value)) return value
  const { $schema: _, id: _name, ...schema } = value
  // Older generators lack `const`: one allowed word becomes an enum, and a constant flag becomes a boolean.
  const { const: only } = schema
  if (typeof only === 'string') schema['enum'] = [only]
  if (typeof only === 'string' || typeof only === 'boolean') delete schema['const']
  // Undocumented members are accepted, and responses may contain them.
  const more = schema['additionalProperties']
  if (more === false || (isObject(more) && Object.keys(more).length === 0))
    delete schema['additionalProperties']
  // Every number of JavaScript is below it.
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (typeof schema['format'] === 'string') delete schema['pattern']
  const { $ref } = schema
  if (typeof $ref === 'string' && $ref.startsWith('#/$defs/'))
    schema['$ref'] = $ref.replace('#/$defs/', '#/components/schemas/')
  return simplified(Object.fromEntries(Object.entries(schema).map(([name, entry]) => [name, tidy(entry)])))
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Describes a pattern in words. */
const ruleOf = (schema: z.core.$ZodType): string | undefined => {
  for (const check of schema._zod.def.checks ?? []) {
    const { check: kind, error } = check._zod.def
    const rule = kind === 'string_format' ? error?.({} as never) : undefined
    if (typeof rule === 'string') return rule
  }
  return undefined
}

/** Describes in words what applies if nothing is sent. As `default`, generated clients would require the member. */
const whenAbsent = (schema: z.core.$ZodTypes): string | undefined => {
  const { def } = schema._zod
  const fallback = def.type === 'default' ? def.defaultValue : z.globalRegistry.get(schema)?.['default']
  return fallback === undefined
    ? undefined
    : `\`${JSON.stringify(fallback).replaceAll('"', '')}\` when absent`
}

/**
 * `input`: what a caller may send; `output`: what a response contains. Schemas with an `id` are stored once in
 * `named`, under names that other documents may reference.
 */
export const jsonSchemaOf = (
  schema: z.ZodType,
  io: 'input' | 'output',
  named: Record<string, JsonSchema> = {},
): JsonSchema => {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const said = [jsonSchema.description ?? ruleOf(zodSchema), whenAbsent(zodSchema)].filter(Boolean)
      delete jsonSchema.default
      if (said.length > 0) jsonSchema.description = [...new Set(said)].join('; ')
    },
  })
  for (const [name, definition] of Object.entries($defs)) named[name] = tidy(definition) as JsonSchema
  const name = z.globalRegistry.get(schema)?.id
  if (name === undefined) return tidy(root) as JsonSchema
  if (root.$ref === undefined) named[name] = tidy(root) as JsonSchema
  return reference(name)
}

/** Replaces every reference in a schema by its target. */
export const resolved = (schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema => {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...others } = value as JsonSchema
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
    const there = named[name]
    if (there) return { ...(walk(there) as JsonSchema), ...others }
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, walk(each)]))
  }
  return walk(schema) as JsonSchema
}
