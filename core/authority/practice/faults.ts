import { z } from 'zod'
import { nameOf } from './calls/registry.ts'

/** The kinds of faults. A fault without `times` and `probability` affects every matching call until it is cleared. */
const what = z.discriminatedUnion('kind', [
  /** Destroys the socket before anything is read. */
  z.strictObject({ kind: z.literal('drop') }),
  /** Answer `ms` later. */
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(0) }),
  /** Destroys the socket instead of answering, without or with the effect. */
  z.strictObject({ kind: z.literal('cutBefore') }),
  z.strictObject({ kind: z.literal('cutAfter') }),
  /** Never answers, without or with the effect. */
  z.strictObject({ kind: z.literal('timeoutBefore') }),
  z.strictObject({ kind: z.literal('timeoutAfter') }),
  /** Destroys the socket; the effect comes `ms` later. */
  z.strictObject({ kind: z.literal('late'), ms: z.int().min(0) }),
  /** A bare HTTP error, or a page instead of JSON. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    afterCommit: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('html'),
    status: z.int().min(200).max(599).default(200),
    afterCommit: z.boolean().default(false),
  }),
  /** The right response with half its JSON missing. */
  z.strictObject({ kind: z.literal('garbled') }),
  /** `001`, nothing found, inside an HTTP 400. */
  z.strictObject({ kind: z.literal('nothing') }),
  /** HTTP 200 around a 400 with a null body (gateway; the legacy wire answers `910` instead). */
  z.strictObject({ kind: z.literal('hidden400'), text: z.string().default('Validation failed') }),
  /** The token is revoked and the call rejected as expired (gateway only). */
  z.strictObject({ kind: z.literal('expiredToken') }),
  /** A result code, such as 990 or 999, with its official text or another. */
  z.strictObject({
    kind: z.literal('refuse'),
    code: z.string(),
    text: z.string().optional(),
    afterCommit: z.boolean().default(false),
  }),
  /** Reads see nothing that changed within the last `ms`. */
  z.strictObject({ kind: z.literal('staleReads'), ms: z.int().min(0) }),
])

const when = z.object({
  /** Limits the fault to calls, by any of their paths; `token` is one. */
  paths: z
    .array(z.string().refine((path) => nameOf(path) !== undefined, 'There is no such call'))
    .min(1)
    .optional(),
  /** Limits the fault to the next `times` matching calls. */
  times: z.int().min(1).optional(),
  /** Affects each matching call with this probability, drawn from `seed`. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().default(1),
})

/** A fault has two parts in one object. Each is checked against its own schema. */
export const faultSchema = z.record(z.string(), z.unknown()).transform((input, context) => {
  const conditions = when.safeParse(input)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(when.shape, name)))
  const effect = what.safeParse(rest)
  for (const { error } of [conditions, effect]) {
    for (const issue of error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: issue.path })
    }
  }
  if (!conditions.success || !effect.success) return z.NEVER
  return { ...effect.data, ...conditions.data }
})

export type Fault = z.infer<typeof what> & z.infer<typeof when>

type Armed = {
  readonly fault: Fault
  readonly names: readonly (string | undefined)[] | undefined
  readonly draw: () => number
  hits: number
}

/** The active faults, oldest first. They belong to the test bench and end with the process. */
export type Faults = {
  add: (faults: readonly Fault[]) => void
  clear: () => void
  list: () => (Fault & { hits: number })[]
  /** Returns every fault for this call and counts it as used. */
  strike: (name: string) => readonly Fault[]
}

export function armFaults(): Faults {
  let armed: Armed[] = []
  return {
    add: (faults) => {
      armed.push(
        ...faults.map((fault) => ({
          fault,
          names: fault.paths?.map(nameOf),
          draw: random(fault.seed),
          hits: 0,
        })),
      )
    },
    clear: () => {
      armed = []
    },
    list: () => armed.map(({ fault, hits }) => ({ ...fault, hits })),
    strike: (name) => {
      const struck = armed.filter((each) => strikes(each, name))
      for (const each of struck) each.hits++
      armed = armed.filter(({ fault, hits }) => fault.times === undefined || hits < fault.times)
      return struck.map(({ fault }) => fault)
    },
  }
}

function strikes({ fault, names, draw }: Armed, name: string): boolean {
  if (names && !names.includes(name)) return false
  return fault.probability === undefined || draw() < fault.probability
}

/** Mulberry32: small, and the same for the same seed on every machine. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
