/** The `Prefer` header (RFC 7240): how long a caller waits for the authority, and 202 for what is kept by then. */
import type { Failure, Reply } from '../contract/errors.ts'
import type { Envelope } from '../contract/operation.ts'
import { type RestAnswer, restAnswer, successBody } from './envelope.ts'

export interface Preference {
  /** Wants 202 for what is not settled in time. */
  respondAsync: boolean
  /** Waits at most so long for the authority, milliseconds; absent = it does not say. */
  waitMs?: number
  /** strict: what the operation does not know is refused; lenient: it is named in `warnings`. Absent = it does not say. */
  handling?: 'strict' | 'lenient'
}

/** Preferences are separated by commas, their parameters by semicolons; neither of ours takes any. */
const split = (header: string): Map<string, string> => {
  const preferences = new Map<string, string>()
  for (const part of header.split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=', 2).map((word) => word.trim())
    // The first of a name counts (RFC 7240 §2).
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), value.replaceAll('"', ''))
  }
  return preferences
}

/** What is not understood is ignored, as the RFC wants it. */
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

/** `Preference-Applied`: what was done of what the caller prefers; a wait is cut to `longestMs`. */
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

/** Where the kept document can be looked for; null when nothing was kept, or it is settled. */
const placeOf = ({ reason, data }: Failure): string | null => {
  const { location } = (data ?? {}) as { location?: unknown }
  return reason === 'authority.notAnswered' && typeof location === 'string' ? location : null
}

/** The HTTP answer to a call: 202 for a document that is kept and not settled, where the caller prefers that to 006. */
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
