import { expect, test } from 'vitest'
import { redact } from '../../../core/platform/log.ts'

test.each([
  'x-api-key',
  'X-API-Key',
  'apiKey',
  'authorization',
  'Authorization',
  'cookie',
  'cmcKey',
  'pin',
  'consumerSecret',
  'token',
  'refreshToken',
])('the value of %s is taken out at any depth', (name) => {
  const canary = 'canary-5512'
  const fields = { [name]: canary, deep: [{ headers: { [name]: [canary] } }], kept: 1 }
  const result = redact(fields)
  expect(JSON.stringify(result)).not.toContain(canary)
  expect(result).toMatchObject({ kept: 1, [name]: '[redacted]' })
})

test('secrets are taken out of texts by their shape', () => {
  const text = 'key svc_live_abc-DEF_1 and Bearer ey.J0.x-_ at http://127.0.0.1:1/#token=abc_DEF-1'
  expect(redact({ text })).toEqual({
    text: 'key svc_live_[redacted] and Bearer [redacted] at http://127.0.0.1:1/#token=[redacted]',
  })
})

test('a token that a session was given is known by its shape', () => {
  const text = 'took eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln-_9 twice'
  expect(redact({ text })).toEqual({ text: 'took [redacted token] twice' })
})

test('an error keeps its words, its place and its cause, but no secret in them', () => {
  const error = Object.assign(new Error('refused svc_test_x1', { cause: new Error('Basic abc=') }), {
    code: 'E1',
  })
  const result = redact({ err: error }) as {
    err: { message: string; stack: string; code: string; cause: object }
  }
  expect(result.err).toMatchObject({ name: 'Error', message: 'refused svc_test_[redacted]', code: 'E1' })
  expect(result.err.stack).toContain('log.test.ts')
  expect(result.err.stack).not.toContain('svc_test_x1')
  expect(result.err.cause).toMatchObject({ message: 'Basic [redacted]' })
})

test('a cycle ends', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(JSON.stringify(redact(cycle))).toContain('[deeper]')
})
