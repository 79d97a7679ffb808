import { expect, test } from 'vitest'
import { redact } from '../../../core/authority/oscu/redact.ts'

test('known secrets disappear wherever they stand', () => {
  const text = 'Authorization: Bearer tok-1\ncmcKey: abc.def\n{"echo":"abc.def"}'
  expect(redact(text, ['abc.def', 'tok-1', ''])).toBe(
    'Authorization: Bearer [secret]\ncmcKey: [secret]\n{"echo":"[secret]"}',
  )
})

test('secrets that are only just being issued disappear by name', () => {
  const text = '{"info":{"sdcId":"KRACU01","cmcKey" : "0f1e\\"2d3c","mrcNo":"W"}}'
  expect(redact(text, [])).toBe('{"info":{"sdcId":"KRACU01","cmcKey" : "[secret]","mrcNo":"W"}}')
})
