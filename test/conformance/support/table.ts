/** How a table of the specification is written down here, and how requests are made from it. */
import type { Body, Caller } from './shop.ts'

export type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array'

/** A value, or one that differs from request to request: `n` counts them. */
type Example = unknown | ((n: number) => unknown)

export interface Field {
  kind: Kind
  required: boolean
  example: Example
  /** A closed set: anything else is 003. */
  allowed?: readonly string[]
  /** Longest text. */
  max?: number
  /** `YYYYMMDD` or `yyyyMMddHHmmss`. */
  format?: 'date' | 'dateTime'
  /** The interface has this number as text elsewhere, or the other way round: both are taken. */
  either?: true
}

type More = Pick<Field, 'allowed' | 'max' | 'format' | 'either'>

export const required = (kind: Kind, example: Example, more: More = {}): Field => ({
  kind,
  required: true,
  example,
  ...more,
})
export const optional = (kind: Kind, example: Example, more: More = {}): Field => ({
  kind,
  required: false,
  example,
  ...more,
})

/** The type of a member of `data`, or the pattern of its text. */
export type Shape = Kind | RegExp | 'null or string' | 'null or number'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Below `/api/v1`; `{name}` is filled from `parameters`. */
  path: string
  /** The section of the specification. */
  source: string
  /** 2.2; absent where the specification leaves it open. */
  envelope?: 'resultCode' | 'successFlag'
  /** Its fields by path, as the specification writes them: `itemList[].itemCd`. */
  fields: Record<string, Field>
  /** Prepares the data that a request needs; the members that it returns replace the examples. */
  before?: (caller: Caller, n: number) => Promise<Body>
  /** Needs nothing of the device (3, rule 4). */
  withoutDevice?: true
  isPublic?: true
  parameters?: Record<string, Example>
  /** Optional members are sent in the full request only; these are left out of it because they exclude others. */
  response: Record<string, Shape>
  /** The minimal request cannot be distinguished from an earlier full one, for example for an upsert. */
  data?: 'object' | 'any'
}

let numbers = 1000
/** A number that no other request has. */
export const nextNumber = (): number => {
  numbers += 1
  return numbers
}

/** `itemList[].itemCd` → `['itemList', 'itemCd']` with the list marked. */
interface Step {
  name: string
  list: boolean
}
const stepsOf = (path: string): Step[] =>
  path.split('.').map((part) => ({ name: part.replace('[]', ''), list: part.endsWith('[]') }))

const exampleOf = (example: Example, n: number): unknown =>
  typeof example === 'function' ? example(n) : structuredClone(example)

/** Every object that holds the last step of a path: one, or one for each entry of a list on the way. */
export const holdersOf = (body: Body, path: string): Body[] => {
  const steps = stepsOf(path).slice(0, -1)
  return steps.reduce<Body[]>(
    (holders, { name, list }) =>
      holders.flatMap((holder) => (list ? (holder[name] as Body[]) : [holder[name] as Body])).filter(Boolean),
    [body],
  )
}

export const lastName = (path: string): string => stepsOf(path).at(-1)?.name ?? path

/** Puts values where paths say; lists on the way get one entry. */
const put = (body: Body, path: string, value: unknown): void => {
  const steps = stepsOf(path)
  let holder = body
  for (const { name, list } of steps.slice(0, -1)) {
    holder[name] ??= list ? [{}] : {}
    holder = (list ? (holder[name] as Body[])[0] : holder[name]) as Body
  }
  const { name } = steps.at(-1) ?? { name: path }
  holder[name] = value
}

/** The request of an endpoint's table: what is required, or all of it. `known` replaces examples by path. */
export const requestOf = (
  { fields }: Endpoint,
  what: 'minimal' | 'full',
  { n = nextNumber(), known = {} as Body } = {},
): Body => {
  const body: Body = {}
  for (const [path, field] of Object.entries(fields)) {
    const hasChildren = Object.keys(fields).some(
      (other) => other.startsWith(`${path}[]`) || other.startsWith(`${path}.`),
    )
    if (hasChildren) {
      if (field.required || what === 'full') put(body, path, field.kind === 'array' ? [{}] : {})
      continue
    }
    const parentThere = holdersOf(body, path).length > 0
    if (field.required ? parentThere : what === 'full') put(body, path, exampleOf(field.example, n))
  }
  for (const [path, value] of Object.entries(known)) {
    if (path.startsWith(':')) continue
    for (const holder of holdersOf(body, path)) if (lastName(path) in holder) holder[lastName(path)] = value
  }
  return body
}

/** The address of a request; `known[':name']` fills a path's parameter. */
export const addressOf = ({ path, parameters = {} }: Endpoint, { n = 0, known = {} as Body } = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(known[`:${name}`] ?? exampleOf(parameters[name], n))),
  )

/** As the specification writes the path of a member of the `index`th entry: `lineItems[2].qtyUnitCd`. */
export const written = (path: string, index: number): string => path.replaceAll('[]', `[${index}]`)
