/** The `Prefer` header (RFC 7240): how long a caller waits for the authority, and 202 for what is kept by then. */
import type { Failure, Reply } from '../contract/errors.ts'
import type { Envelope } from '../contract/operation.ts'
import { type RestAnswer, restAnswer, successBody } from './envelope.ts'

export interface Preference {
  /** Wants 202 for what is not settled in time. */
  respondAsync: boolean
  /** Waits at most so long for the authority, milliseconds; absent = it does not say. */
  waitMs?: number
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
  if (wait !== undefined && /^\d{1,6}$/.test(wait)) return { respondAsync, waitMs: Number(wait) * 1000 }
  return { respondAsync }
}

/** Where the kept document can be looked for; null when nothing was kept, or it is settled. */
const placeOf = ({ reason, data }: Failure): string | null => {
  const { location } = (data ?? {}) as { location?: unknown }
  return reason === 'authority.notAnswered' && typeof location === 'string' ? location : null
}

/** The HTTP answer to a call: 202 for a document that is kept and not settled, where the caller prefers that to 006. */
export const preferredAnswer = (
  reply: Reply<unknown>,
  { respondAsync }: Preference,
  envelope: Envelope,
): RestAnswer => {
  const location = respondAsync && !reply.ok ? placeOf(reply.error) : null
  if (reply.ok || location === null) return restAnswer(reply, envelope)
  return {
    status: 202,
    headers: { location, 'preference-applied': 'respond-async' },
    body: successBody('Accepted: kept and queued', reply.error.data, envelope),
  }
}
