/**
 * Members and parameters that an operation does not know. Ignoring them silently is dangerous: a buyer's PIN under
 * `custTIN` would be missing on the signed document. So they are listed in `warnings`, or rejected with `Prefer:
 * handling=strict`.
 */
import type { FastifyRequest } from 'fastify'
import { fail } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { type JsonSchema, jsonSchemaOf, resolved } from './jsonSchema.ts'

export interface Unknown {
  /** Its path: `lineItems[0].discount`. */
  field: string
  text: string
}

/** Maximum number listed. Further ones are of the same kind. */
const most = 20
/** A longer name is no typing error, and is shortened. */
const longest = 60

/** Edit distance between two words; 3 stands for more. */
const distance = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > 2) return 3
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [index, wanted] of [...other].entries())
      next.push(
        Math.min(
          (row[index] ?? 0) + (letter === wanted ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      )
    row = next
  }
  return Math.min(3, row.at(-1) ?? 3)
}

/** Returns the known name that was probably meant. */
const meant = (name: string, known: string[]): string | undefined => {
  if (name.length > longest) return undefined
  const wanted = name.toLowerCase()
  const [nearest] = known
    .map((each) => ({ each, far: distance(wanted, each.toLowerCase()) }))
    .filter(({ far }) => far < 3)
    .sort((a, b) => a.far - b.far)
  return nearest?.each
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the possible shapes of an object: of several, those whose required members it has. */
const shapesOf = (schema: JsonSchema, value: Record<string, unknown>): JsonSchema[] => {
  const all = (schema.anyOf ?? [schema]).filter(({ properties }) => properties)
  const fitting = all.filter(({ required = [] }) => required.every((name) => Object.hasOwn(value, name)))
  return fitting.length > 0 ? fitting : all
}

const walk = (schema: JsonSchema, value: unknown, path: string, found: Unknown[]): void => {
  if (Array.isArray(value)) {
    const items = schema['items'] as JsonSchema | undefined
    if (items) for (const [index, entry] of value.entries()) walk(items, entry, `${path}[${index}]`, found)
    return
  }
  if (!isObject(value)) return
  const shapes = shapesOf(schema, value)
  if (shapes.length === 0) return
  for (const [name, entry] of Object.entries(value)) {
    if (found.length >= most) return
    const field = path === '' ? name : `${path}.${name}`
    const shape = shapes.find(({ properties = {} }) => Object.hasOwn(properties, name))
    if (shape) walk(shape.properties?.[name] ?? {}, entry, field, found)
    else
      found.push(
        unknown(
          field,
          meant(
            name,
            shapes.flatMap(({ properties = {} }) => Object.keys(properties)),
          ),
        ),
      )
  }
}

const unknown = (field: string, instead: string | undefined): Unknown => ({
  field: field.slice(0, 200),
  text: `This call does not know it, so it was not used.${instead === undefined ? '' : ` Did you mean ${instead}?`}`,
})

const schemas = new WeakMap<Operation, JsonSchema>()

/** Built at the first call, so that the start does not wait for all of them. */
const schemaOf = (operation: Operation): JsonSchema => {
  const known = schemas.get(operation)
  if (known) return known
  const named: Record<string, JsonSchema> = {}
  const schema = resolved(jsonSchemaOf(operation.input, 'input', named), named)
  schemas.set(operation, schema)
  return schema
}

/** Returns the unknown members of a request's body and its unknown query parameters. */
export const unknownIn = ({ method, body, query }: FastifyRequest, operation: Operation): Unknown[] => {
  const schema = schemaOf(operation)
  const found: Unknown[] = []
  const reads = method === 'GET' || method === 'HEAD'
  walk(schema, reads ? query : body, '', found)
  // Query parameters are ignored on requests with a body.
  if (!reads)
    for (const name of Object.keys(query as object))
      if (found.length < most) found.push(unknown(name, undefined))
  return found
}

export const refusalOf = ({ field, text }: Unknown) =>
  fail('003', 'input.unknown', `The field ${field} is unknown. ${text} Nothing was kept.`, { field })
