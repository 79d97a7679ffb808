/** Building blocks of the OpenAPI document. */
import type { Envelope } from '../contract/operation.ts'
import type { JsonSchema } from './jsonSchema.ts'

export const text: JsonSchema = { type: 'string' }

export const jsonContent = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

export const ref = (
  kind: 'schemas' | 'responses' | 'parameters' | 'headers',
  name: string,
): JsonSchema & { $ref: string } => ({ $ref: `#/components/${kind}/${name}` })

/** Wraps `data` in an envelope of `spec 2.2`, with `more` members. Any response may have `warnings`. */
export const enveloped = (
  envelope: Envelope,
  data: JsonSchema,
  members: Record<string, JsonSchema> & { resultCd: JsonSchema },
): JsonSchema => {
  const { resultCd, ...others } = members
  const flags: Record<string, JsonSchema> =
    envelope === 'successFlag' ? { success: { type: 'boolean' }, message: text } : {}
  const properties = { ...flags, resultCd, resultMsg: text, ...others, data }
  return {
    type: 'object',
    properties: { ...properties, warnings: { type: 'array', items: ref('schemas', 'Warning') } },
    required: Object.keys(properties),
  }
}
