/** Runs an operation: name → parse → handler → reply. The only try/catch around handlers. */
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { type Log, SecretsUnreadableError } from '../base/ports.ts'
import type { Act } from '../contract/acts.ts'
import type { RestReply } from '../contract/errors.ts'
import { fail } from '../contract/errors.ts'
import { type Role, rankOf } from '../contract/fields.ts'
import type { OperationName } from '../contract/index.ts'
import { findOperation } from '../contract/index.ts'
import type { Operation } from '../contract/operation.ts'
import { diskTrouble } from '../disk/diskErrors.ts'
import { NoRoomError } from '../disk/diskMonitor.ts'
import { diskFailure, noRoom } from '../disk/diskReplies.ts'
import { UncertainDateError } from '../profile/fiscalClock.ts'
import { mostUnnamed, tooMuchUnnamed } from './unnamedFields.ts'

/** Returns a field's path as the specification writes it: `lineItems[2].qtyUnitCd`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  )

/** For a union, the branch that matched furthest gives the best message. */
const innermost = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue
  const [furthest] = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)
  return furthest && furthest.path.length > 0
    ? innermost({ ...furthest, path: [...issue.path, ...furthest.path] })
    : issue
}

const articles: Record<string, string> = { int: 'a whole number', array: 'a list', object: 'an object' }
const formats: Record<string, string> = {
  url: 'an address that starts with http:// or https://',
  email: 'an e-mail address',
  datetime: 'a date and time such as 2026-03-01T10:30:00Z',
}
const units: Record<string, [one: string, more: string]> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
}
const counted = (count: unknown, origin: string): string =>
  `${count}${units[origin]?.[count === 1 ? 0 : 1] ?? ''}`

const oneOf = (values: readonly unknown[]): string => {
  const words = values.map((value) => (value === '' ? 'empty' : String(value)))
  // JavaScript lists codes such as 11 before those such as 01.
  const ordered = words.every((word) => /^\d+$/.test(word)) ? words.toSorted() : words
  return `${words.length > 1 ? 'one of ' : ''}${ordered.join(', ')}`
}

/** Describes the allowed values, as the end of a sentence. */
const allowed = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options)
      return [...new Set(issue.errors.flatMap((errors) => errors.map(allowed)))].join(', or ')
    case 'too_big':
      return `at most ${counted(issue.maximum, issue.origin)}`
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.minimum, issue.origin)}`
    case 'invalid_type':
      return articles[issue.expected] ?? `a ${issue.expected}`
    case 'invalid_format':
      return formats[issue.format] ?? issue.message
    default:
      return issue.message
  }
}

const shown = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > 58 ? `${value.slice(0, 55)}...` : value)
  const text = String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Values of these fields are never repeated in a message, not even to their sender. */
const secretFields = new Set<PropertyKey>([
  'pin',
  'cmcKey',
  'consumerKey',
  'consumerSecret',
  'key',
  'refreshToken',
  'password',
])

const invalidField = (path: readonly PropertyKey[], rule: string, value?: unknown) => {
  const field = fieldPath(path)
  const subject = field ? `The field ${field}` : 'The body'
  const showing =
    value !== undefined &&
    typeof value !== 'object' &&
    // A path parameter where a number is expected.
    !Number.isNaN(value) &&
    !secretFields.has(path.at(-1) ?? '')
      ? `has the value ${shown(value)}, which is not allowed;`
      : 'is not valid;'
  return fail('003', 'input.invalid', `${subject} ${showing} it must be ${rule}.`, {
    field: field || 'body',
    params: { field: field || 'body', rule },
  })
}

/**
 * Returns the first error of an input: 002 names a missing field; 003 names the field, the value and the allowed
 * values (`spec 7`).
 */
const inputFailure = (error: z.ZodError): ReturnType<typeof fail> => {
  const [first] = error.issues
  if (!first) return invalidField([], 'a value that the interface describes')
  const issue = innermost(first)
  // For a union that is discriminated by a field, zod reports the whole object.
  const value =
    'discriminator' in issue && issue.discriminator
      ? (issue.input as Record<string, unknown>)[issue.discriminator]
      : issue.input
  const field = fieldPath(issue.path)
  // Many programs write null for a missing value.
  if ((value === undefined || value === null) && field && issue.code !== 'custom') {
    return fail('002', 'input.missing', `The field ${field} is missing.`, { field, params: { field } })
  }
  const invalid = invalidField(issue.path, allowed(issue), value)
  // A supplier may send more lines than a transaction can book at once.
  if (issue.code === 'too_big' && issue.path.at(-1) === 'lines')
    return fail('003', 'input.tooManyLines', invalid.error.message, {
      field,
      params: { most: Number(issue.maximum) },
    })
  return invalid
}

/**
 * Finds a value that JSON cannot hold, or a text with NUL or a lone surrogate. Databases, printers and other software
 * fail on them.
 */
const unfit = (value: unknown): { path: PropertyKey[]; rule: string } | null => {
  if (typeof value === 'string') {
    const isPlain = !value.includes('\0') && value.isWellFormed()
    return isPlain ? null : { path: [], rule: 'text without NUL and without lone surrogates' }
  }
  // A caller within the process may pass one. JSON, in which inputs are stored, has none.
  if (typeof value === 'bigint') return { path: [], rule: 'a JSON value' }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, entry] of Object.entries(value)) {
    const found = unfit(entry)
    if (found) return { ...found, path: [Array.isArray(value) ? Number(name) : name, ...found.path] }
  }
  return null
}

/** Finds empty texts that may not be empty. Many programs write so for a missing value. */
const blanksOf = (error: z.ZodError): (readonly PropertyKey[])[] =>
  error.issues
    .map(innermost)
    .filter(({ input, path }) => input === '' && typeof path.at(-1) === 'string')
    .map(({ path }) => path)

const without = (input: unknown, paths: (readonly PropertyKey[])[]): unknown => {
  const copy: unknown = structuredClone(input)
  for (const path of paths) {
    const holder = path
      .slice(0, -1)
      .reduce((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], copy)
    if (holder) delete (holder as Record<PropertyKey, unknown>)[path.at(-1) as PropertyKey]
  }
  return copy
}

/**
 * Parses the input of other software. An empty optional member counts as omitted; an empty required one is an error.
 */
const parseSent = (schema: z.ZodType, input: unknown) => {
  const parsed = schema.safeParse(input, { reportInput: true })
  const blanks = parsed.success ? [] : blanksOf(parsed.error)
  if (blanks.length === 0) return parsed
  const again = schema.safeParse(without(input, blanks), { reportInput: true })
  const names = new Set(blanks.map(fieldPath))
  const isRequired = again.error?.issues.some(({ path }) => names.has(fieldPath(path)))
  return isRequired ? parsed : again
}

/** Compiles an operation's schema: several times faster, with the same results and errors. */
const inputOf = (operation: Operation): z.ZodType => {
  let input = compiledInputs.get(operation)
  if (!input) {
    input = z.compile(operation.input)
    compiledInputs.set(operation, input)
  }
  return input
}
const compiledInputs = new Map<Operation, z.ZodType>()

export interface Calling {
  name: string
  input: unknown
  /** The texts contain neither NUL nor lone surrogates: the reader has checked that. */
  plainText?: boolean | undefined
  actor: Actor
  /** Runs the handler of that name on parsed input. */
  run(name: OperationName, input: unknown): Promise<RestReply> | RestReply
  /** Returns whether the actor may try an act: by the owner's table, or with an approval. */
  mayTry?(act: Act): boolean
  /** True if the call's data was stored before the error was thrown. */
  isKept?(): boolean
  /** Called with the error, which may come from the disk. */
  failed?(error: unknown): void
  log: Log
  newId(): string
}

const tooLow = (has: Role, needs: Role): ReturnType<typeof fail> | null =>
  rankOf[has] < rankOf[needs]
    ? fail('001', 'session.notAllowed', `Only ${needs === 'owner' ? 'an' : 'a'} ${needs} may do this.`, {
        params: { role: needs },
      })
    : null

const refusal = (
  operation: Operation,
  actor: Actor,
  mayTry: Calling['mayTry'],
): ReturnType<typeof fail> | null => {
  if (actor.kind === 'software' || actor.kind === 'session') {
    if (!operation.rest)
      return fail('003', 'operation.unknown', 'There is no such operation for other software.')
    if (actor.kind === 'software' || operation.rest.public) return null
    const { role, act } = operation.rest
    return act && mayTry?.(act) ? null : tooLow(actor.user.role, role)
  }
  if (operation.allow === 'nobody') return null
  if (operation.allow === 'software') {
    return operation.rest?.public
      ? null
      : fail('003', 'operation.unknown', 'This operation is for other software.')
  }
  if (actor.kind === 'nobody')
    return fail('001', 'session.locked', 'The till is locked. Unlock it with a PIN.')
  return tooLow(actor.user.role, operation.allow)
}

/** Without secrets no PIN can be checked. A cashier at a locked till must know what to do. */
const secretsUnreadable = (id: string) =>
  fail(
    '905',
    'secrets.unreadable',
    `The keyring is locked, so no PIN can be checked. Nothing was changed: sign in to the computer as the user who used Kaunta before, unlock its keyring, then start Kaunta again. Support id: ${id}.`,
    { id, params: { id } },
  )

/**
 * The transaction was committed, and a later step failed. The message "nothing was changed" would make the caller
 * send it twice.
 */
const keptThenFailed = (id: string) =>
  fail(
    '905',
    'operation.keptThenFailed',
    `The document is kept, but an unexpected error followed. Repeat the same call; do not send it under another number. Support id: ${id}.`,
    { id, params: { id }, kept: true },
  )

/** The authority did not send its time, and the computer's own date cannot be right. */
const uncertainDate = fail(
  '006',
  'clock.doubtful',
  'Kaunta does not know the date, so nothing was kept: the date of this computer cannot be right, and the tax authority has not answered. Correct the date, or start the gateway with --today YYYY-MM-DD.',
)

/** Runs one operation. Never throws: an unexpected error is logged with an id and answered as 905 with that id. */
export const dispatch = async (calling: Calling): Promise<RestReply> => {
  const { name, input, plainText, actor, run, isKept, failed, log, newId } = calling
  const operation = findOperation(name)
  if (!operation) return fail('003', 'operation.unknown', `There is no operation ${shown(name)}.`)
  const refused = refusal(operation, actor, calling.mayTry)
  if (refused) return refused
  try {
    const isSoftware = actor.kind === 'software' || actor.kind === 'session'
    const parsed = isSoftware
      ? parseSent(inputOf(operation), input)
      : inputOf(operation).safeParse(input, { reportInput: true })
    if (!parsed.success) return inputFailure(parsed.error)
    const found = plainText ? null : unfit(parsed.data)
    if (found) return invalidField(found.path, found.rule)
    const unnamed = isSoftware ? tooMuchUnnamed(operation.input, input) : null
    if (unnamed)
      return invalidField(
        unnamed,
        `omitted: fields that the interface does not name may have ${mostUnnamed} characters together`,
      )
    return await run(name as OperationName, parsed.data)
  } catch (error) {
    if (error instanceof NoRoomError) return noRoom(error.state)
    if (error instanceof UncertainDateError) return uncertainDate
    const id = newId()
    log.error({ err: error, operation: name, id }, 'an operation failed unexpectedly')
    failed?.(error)
    const trouble = diskTrouble(error)
    // The commit went into a file that is no longer in the data folder, so nothing counts as kept.
    if (trouble !== 'gone' && isKept?.()) return keptThenFailed(id)
    if (trouble) return diskFailure(trouble, id)
    if (error instanceof SecretsUnreadableError) return secretsUnreadable(id)
    return fail(
      '905',
      'unexpected',
      `Something unexpected happened. Nothing was changed. Support id: ${id}.`,
      { id, params: { id } },
    )
  }
}
