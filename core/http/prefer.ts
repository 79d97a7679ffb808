/**
 * The `Prefer` header (RFC 7240): how long a caller waits for the authority, and 202 for a document that is pending
 * by then.
 */
import type { Failure, Reply } from '../contract/errors.ts'
import type { Envelope } from '../contract/operation.ts'
import { type RestAnswer, restAnswer, successBody } from './envelope.ts'

export interface Preference {
  /** The caller wants 202 for a pending document. */
  respondAsync: boolean
  /** Maximum wait for the authority, milliseconds; absent = not given. */
  waitMs?: number
  /** strict: unknown fields are rejected; lenient: they are listed in `warnings`. Absent = not given. */
  handling?: 'strict' | 'lenient'
}

/** Commas separate preferences, semicolons separate parameters. Ours have no parameters. */
const split = (header: string): Map<string, string> => {
  const preferences = new Map<string, string>()
  for (const part of header.split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=', 2).map((word) => word.trim())
    // The first of a name counts (RFC 7240 §2).
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), value.replaceAll('"', ''))
  }
  return preferences
}

/** Ignores unknown preferences, as the RFC requires. */
export const preferenceOf = (header: string | string[] | undefined): Preference => {
  const asked = split(String(header ?? ''))
  const respondAsync = asked.has('respond-async')
  const wait = asked.get('wait')
  const handling = asked.get('handling')
  return {
    respondAsync,
    ...(wait !== undefined && /^\d{1,6}$/.test(wait) ? { waitMs: Number(wait) * 1000 } : {}),
    ...(handling === 'strict' || handling === 'lenient' ? { handling } : {}),
  }
}

/** Returns `Preference-Applied`: which preferences were applied. A wait is limited to `longestMs`. */
const applied = (
  { waitMs, handling }: Preference,
  { isAsync, longestMs }: { isAsync: boolean; longestMs: number },
): Record<string, string> => {
  const done = [
    ...(isAsync ? ['respond-async'] : []),
    ...(waitMs === undefined ? [] : [`wait=${Math.floor(Math.min(waitMs, longestMs) / 1000)}`]),
    ...(handling === undefined ? [] : [`handling=${handling}`]),
  ]
  return done.length === 0 ? {} : { 'preference-applied': done.join(', ') }
}

/** Returns where the stored document can be queried; null if nothing was stored, or it is settled. */
const placeOf = ({ reason, data }: Failure): string | null => {
  const { location } = (data ?? {}) as { location?: unknown }
  return reason === 'authority.notAnswered' && typeof location === 'string' ? location : null
}

/** Returns the HTTP response to a call: 202 for a stored pending document if the caller prefers that to 006. */
export const preferredAnswer = (
  reply: Reply<unknown>,
  preference: Preference,
  { envelope, longestMs }: { envelope: Envelope; longestMs: number },
): RestAnswer => {
  const location = preference.respondAsync && !reply.ok ? placeOf(reply.error) : null
  if (reply.ok || location === null) {
    const { status, headers, body } = restAnswer(reply, envelope)
    return { status, headers: { ...headers, ...applied(preference, { isAsync: false, longestMs }) }, body }
  }
  return {
    status: 202,
    headers: { location, ...applied(preference, { isAsync: true, longestMs }) },
    body: successBody('Accepted: kept and queued', reply.error.data, envelope),
  }
}
