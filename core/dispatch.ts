/** Name → parse → handler → reply. The only try/catch round handlers. */
import type { z } from 'zod'
import type { Actor } from './context.ts'
import { fail, type Reply } from './contract/errors.ts'
import type { Role } from './contract/fields.ts'
import type { OperationName } from './contract/index.ts'
import { findOperation } from './contract/index.ts'
import type { Operation } from './contract/operation.ts'
import type { Log } from './ports.ts'

const rank: Record<Role, number> = { cashier: 1, manager: 2, owner: 3 }

/** The path of a field as the specification writes it: `lineItems[2].qtyUnitCd`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  )

/** Of a union, the branch that came furthest tells best what is wrong. */
const innermost = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const first = issue.errors.flat()[0]
  return first && first.path.length > 0
    ? innermost({ ...first, path: [...issue.path, ...first.path] })
    : issue
}

const allowed = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') {
    const texts = issue.errors.flatMap((errors) => errors.map(allowed))
    return [...new Set(texts)].join(', or ')
  }
  if (issue.code === 'too_big')
    return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : ''}`
  if (issue.code === 'too_small')
    return `at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : ''}`
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`
  return issue.message
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** The first thing wrong with an input: 002 names a missing field, 003 the field, the value and what is allowed (`spec 7`). */
export const inputFailure = (error: z.ZodError): ReturnType<typeof fail> => {
  const [first] = error.issues
  if (!first) return fail('003', 'input.invalid', 'The input is not valid.')
  const issue = innermost(first)
  const field = fieldPath(issue.path)
  if ('input' in issue && issue.input === undefined && field) {
    return fail('002', 'input.missing', `The field ${field} is missing.`, { field, params: { field } })
  }
  const rule = allowed(issue)
  const subject = field ? `The field ${field}` : 'The body'
  const value =
    'input' in issue && typeof issue.input !== 'object'
      ? ` has the value ${shown(issue.input)}, which is not allowed;`
      : ' is not valid;'
  return fail('003', 'input.invalid', `${subject}${value} it must be ${rule}.`, {
    field: field || 'body',
    params: { field: field || 'body', rule },
  })
}

export interface Calling {
  name: string
  input: unknown
  actor: Actor
  /** Runs the handler of that name on parsed input. */
  run(name: OperationName, input: unknown): Promise<Reply<unknown>> | Reply<unknown>
  log: Log
  newId(): string
}

const refusal = (operation: Operation, actor: Actor): ReturnType<typeof fail> | null => {
  if (operation.allow === 'nobody') return null
  if (actor.kind === 'software')
    return operation.rest
      ? null
      : fail('003', 'operation.unknown', 'There is no such operation for other software.')
  if (operation.allow === 'software') {
    return operation.rest?.public
      ? null
      : fail('003', 'operation.unknown', 'This operation is for other software.')
  }
  if (actor.kind === 'nobody')
    return fail('001', 'session.locked', 'The till is locked. Unlock it with a PIN.')
  if (rank[actor.user.role] < rank[operation.allow]) {
    return fail('001', 'session.notAllowed', `This needs a ${operation.allow}.`, {
      params: { role: operation.allow },
    })
  }
  return null
}

/** Runs one operation. Never throws: what nobody expected is logged with an id and answered as 905 with that id. */
export const dispatch = async ({ name, input, actor, run, log, newId }: Calling): Promise<Reply<unknown>> => {
  const operation = findOperation(name)
  if (!operation) return fail('003', 'operation.unknown', `There is no operation ${shown(name)}.`)
  const refused = refusal(operation, actor)
  if (refused) return refused
  try {
    const parsed = operation.input.safeParse(input, { reportInput: true })
    if (!parsed.success) return inputFailure(parsed.error)
    return await run(name as OperationName, parsed.data)
  } catch (error) {
    const id = newId()
    log.error({ err: error, operation: name, id }, 'an operation failed unexpectedly')
    return fail(
      '905',
      'unexpected',
      `Something unexpected happened. Nothing was changed. Support finds it under ${id}.`,
      { id, params: { id } },
    )
  }
}
