import { parseWireDateTime } from '../../fiscal/dates.ts'
import type { Outcome } from '../port.ts'
import { enforcedRate, expectedNumber } from './expected.ts'

export interface Reading {
  /** `accepted` contains `data` unchanged. */
  outcome: Outcome<unknown>
  /** The authority's clock, epoch milliseconds. */
  authorityTime: number | null
}

type Members = Record<string, unknown>

/** The content of a response, wherever its dialect puts it (`authority §1.2`). */
interface Envelope {
  /** HTTP's status, or the worse one inside the body: an HTTP 200 may contain a 400. */
  status: number
  resultCode: string | null
  text: string
  time: string
  data: unknown
  faultCode: string
}

const success = new Set(['000', '00', '0000'])
const deviceUnknown = new Set(['900', '901', '903', 'E04'])
const alreadyThere = new Set(['921', '994'])
const notDone = '990'
const notThere = '912'
/** Result codes that reject a save (`authority §2.1`, `§2.2`). Any other code is undocumented for a save. */
const turnsDown = new Set([
  '881',
  '884',
  '891',
  '892',
  '893',
  '895',
  '899',
  '902',
  '905',
  '910',
  '911',
  '921',
  '922',
  '994',
  '995',
  'E11',
  'E31',
])
const outcomeUnknown = new Set(['894', '896', '991', '992', '993', '999'])

/** Rejected before anything was processed, and not because of its content. */
const tryLater = /try again later/i
const noIdentity = /^\W*(apigee_app_id|tin|bhfId) cannot be (null|empty)|^\W*missing tin\b/i
const noKey = /^\W*cmcKey cannot be (null|empty)/i
const stockNotSeen = /\bdo(es)? not exist in your stock/i
const saysNothing = /^\W*(validation failed|bad request|error|failed|success(ful(ly)?)?)?\W*$/i

/**
 * Reads a response in either dialect. An unreadable one counts as `mayHaveArrived`.
 *
 * `990` (too many views), a rate limit and "try again later" are `neverArrived`: the call was answered but certainly
 * not performed, and a retry will work later. The same for `912`, HTTP 404 and 405: nothing at this address accepts
 * the call, which is not the document's fault.
 */
export function readAnswer(status: number, body: string): Reading {
  const answer = parse(body)
  if (!answer) return { outcome: unreadable(status, body), authorityTime: null }
  const envelope = open(status, answer)
  return { outcome: judge(envelope), authorityTime: parseWireDateTime(envelope.time) }
}

function partsOf(answer: Members): { header: Members | null; body: Members } {
  const header = object(answer['responseHeader']) ?? object(answer['header'])
  return { header, body: object(answer['responseBody']) ?? object(answer['body']) ?? (header ? {} : answer) }
}

/** Returns the `data` inside a parsed response, not a copy; null if it is no object. */
export function dataOf(answer: unknown): Members | null {
  const members = object(answer)
  return members && object(partsOf(members).body['data'])
}

function open(status: number, answer: Members): Envelope {
  const { header, body } = partsOf(answer)
  const fault = object(answer['fault'])
  const inside = Number(header?.['responseCode'] ?? 0)
  const texts = [
    header?.['debugMessage'],
    body['resultMsg'],
    header?.['customerMessage'],
    header?.['responseMessage'],
    fault?.['faultstring'],
    answer['message'],
    answer['error'],
  ].map(word)
  return {
    status: Math.max(status, inside >= 400 ? inside : 0),
    resultCode: word(body['resultCd']) || null,
    text: texts.find((text) => !saysNothing.test(text)) ?? texts.find(Boolean) ?? `HTTP ${status}`,
    time: word(body['resultDt']),
    data: body['data'],
    faultCode: word(object(fault?.['detail'])?.['errorcode']),
  }
}

function judge({ status, resultCode, text, data, faultCode }: Envelope): Outcome<unknown> {
  if (/ratelimit|quota|spikearrest/i.test(faultCode)) return { kind: 'neverArrived', text }
  if (status >= 500) return { kind: 'mayHaveArrived', text: `HTTP ${status}: ${text}` }
  if (resultCode !== null && success.has(resultCode)) {
    if (status < 400) return { kind: 'accepted', data }
    return { kind: 'mayHaveArrived', text: `HTTP ${status} contradicts the result ${resultCode}.` }
  }
  if (resultCode !== null) return judgeResult(resultCode, text)
  if (status >= 400) return judgeStatus(status, text)
  return { kind: 'mayHaveArrived', text: 'The answer has no result code.' }
}

/** By the table of result codes, `authority §2.1` and `§2.2`. */
function judgeResult(code: string, text: string): Outcome<unknown> {
  if (code === '001') return { kind: 'nothingFound' }
  if (code === notThere) return { kind: 'neverArrived', text, notThere: true }
  if (code === notDone) return { kind: 'neverArrived', text }
  if (deviceUnknown.has(code)) return { kind: 'notInitialised', code, text }
  if (outcomeUnknown.has(code)) return { kind: 'mayHaveArrived', text: `${code}: ${text}` }
  const read = refusal(code, text)
  return read.kind === 'refused' && !turnsDown.has(code) ? { ...read, undocumented: true } : read
}

/** For a response without a result code: by the HTTP status. */
function judgeStatus(status: number, text: string): Outcome<unknown> {
  const code = String(status)
  if (status === 401 || status === 403) return { kind: 'notAuthorised', code, text }
  if (status === 404 || status === 405) return { kind: 'neverArrived', text, notThere: true }
  if (status === 429) return { kind: 'neverArrived', text }
  if (noIdentity.test(text)) return { kind: 'notAuthorised', code, text }
  if (noKey.test(text)) return { kind: 'notInitialised', code, text }
  return refusal(code, text)
}

function refusal(code: string, text: string): Outcome<unknown> {
  if (tryLater.test(text)) return { kind: 'neverArrived', text }
  const expected = expectedNumber(text)
  const rate = enforcedRate(text)
  return {
    kind: 'refused',
    code,
    text,
    ...(expected === undefined ? {} : { expected }),
    ...(alreadyThere.has(code) ? { duplicate: true as const } : {}),
    ...(stockNotSeen.test(text) ? { stockNotSeen: true as const } : {}),
    ...(rate ? { enforcedRate: rate } : {}),
  }
}

function unreadable(status: number, body: string): Outcome<unknown> {
  const start = body.replace(/\s+/g, ' ').trim().slice(0, 80)
  const text = `HTTP ${status} with an answer that cannot be read: ${start || 'empty'}`
  if ([401, 403, 404, 405, 429].includes(status)) return judgeStatus(status, text)
  return { kind: 'mayHaveArrived', text }
}

function parse(body: string): Members | null {
  try {
    return object(JSON.parse(body))
  } catch {
    return null
  }
}

function object(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
