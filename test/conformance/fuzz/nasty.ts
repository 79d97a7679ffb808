/** Values that no program should send. */
import type { Random } from './random.ts'

export const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eevil\u202c',
  '\u200b',
  '\ufeff',
  '\ufffe',
  '\u0007\u001b[31m',
  '\r\nSet-Cookie: a=b',
  'é',
  'e\u0301',
  '😀'.repeat(60),
  '%00%ff',
  '../../etc/passwd',
  "'; drop table invoice; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '-0',
  '1e309',
  '0x10',
  '٣',
  '99999999999999999999999999',
  'true',
  '20260230',
  '00000000',
  '99991231',
  'Z',
  'KE',
]

const numbers = [
  0,
  -0,
  -1,
  0.001,
  0.005,
  1.005,
  0.1 + 0.2,
  1e-320,
  1e21,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  99_999_999_999,
  99_999_999_999.99,
  999_999_999_999_999,
]

const others: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1 },
  { valueOf: 1 },
  [{}],
]

const nested = (depth: number, list: boolean): unknown => {
  let value: unknown = list ? [] : {}
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value }
  return value
}

/** Any value of JSON, seldom a good one. */
export const nastyValue = (random: Random): unknown => {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return random.pick(texts)
    case 3:
    case 4:
    case 5:
      return random.pick(numbers)
    case 6:
      // A copy: what is done to this request must not come back in the next one.
      return structuredClone(random.pick(others))
    case 7:
      return nested(random.pick([5, 19, 20, 21, 500]), random.chance(0.5))
    case 8:
      return 'x'.repeat(random.pick([101, 1_001, 70_000]))
    case 9:
      return Array.from({ length: random.pick([501, 3_000]) }, () => random.pick([1, {}, null, 'x']))
    case 10:
      return String.fromCharCode(...Array.from({ length: 1 + random.below(8) }, () => random.below(65_536)))
    default:
      return (random.next() - 0.5) * 10 ** random.below(20)
  }
}

/** Pieces of JSON's text that no serialiser writes. */
export const rawPieces = [
  '1e999',
  '-1e999',
  'NaN',
  '-Infinity',
  'undefined',
  '01',
  '.5',
  '1.',
  '0x1F',
  "'x'",
  '"\\ud800"',
  '"\\u0000"',
  '"\\x41"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '[1,]',
  '{"a":1,}',
  '/* x */1',
  '\u00a0',
  '9'.repeat(400),
  '"\u2028"',
  '['.repeat(20_000) + ']'.repeat(20_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
]

export const headerValues = [
  '',
  ' ',
  'x'.repeat(9_000),
  'x'.repeat(40_000),
  'a\tb',
  'caf\u00e9',
  'svc_test_',
  'svc_live_0123456789',
  'Bearer ',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  'null',
  '-1',
  '0',
  '99999999999999999999',
  'gzip',
  'identity',
  'chunked',
  'respond-async',
  'respond-async, wait=0',
  '100-continue',
  '"quoted"',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'http://evil.example',
  'evil.example',
]

export const headerNames = [
  'x-api-key',
  'authorization',
  'x-service-app-id',
  'content-type',
  'accept',
  'accept-encoding',
  'content-encoding',
  'origin',
  'host',
  'cookie',
  'prefer',
  'idempotency-key',
  'if-none-match',
  'range',
  'x-http-method-override',
  'x-forwarded-for',
  'forwarded',
  'upgrade',
  'connection',
  'expect',
  'te',
  'last-event-id',
  'constructor',
  '__proto__',
]

export const verbs = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'get',
  'G\u00cbT',
  'X'.repeat(100),
]

export const pathPieces = [
  '/',
  '//',
  '/..',
  '/%2e%2e',
  '/%00',
  '/%ff',
  '/%zz',
  '/%',
  '/a%2fb',
  '/__proto__',
  '/constructor',
  '/\u00e9',
  ';x=1',
  '#f',
  '?',
  '?a',
  '?__proto__=1',
  '?a[b]=1&a[b]=2',
  '?limit=0',
  '?limit=-1',
  '?limit=1e9',
  '?limit=NaN',
  '?limit=10&limit=20',
  '?cursor=x',
  '?cursor=%00',
  '?cursor=eyJhIjoxfQ',
  '?search=%F0%9F%98%80',
  '?search=%22%20OR%201',
  '?search=%25_*%5E',
  '?changedSince=yesterday',
  '?changedSince=2026-03-01T10:30:00Z',
  '?useYn=Q',
  `/${'x'.repeat(3_000)}`,
  `?q=${'x'.repeat(20_000)}`,
]
