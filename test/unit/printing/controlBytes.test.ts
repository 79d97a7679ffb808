/** No typed or sent text commands a printer, leaves its place on a page, or reverses the reading direction. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildReceipt } from '../../../core/printing/documents/receipt.ts'
import type { ReceiptInput } from '../../../core/printing/documents/receiptInput.ts'
import { renderHtml } from '../../../core/printing/render/html.ts'
import { renderRoll } from '../../../core/printing/render/roll.ts'
import { renderText } from '../../../core/printing/render/text.ts'
import { readCommands } from './commands.ts'
import { rollLook, samples } from './samples.ts'

/** Words of ours that decide something, and no text. */
const fixed = new Set(['document', 'kind', 'environment', 'taxType'])

/** The same receipt with `texts` in turn wherever a text stands: names, remarks, the authority's data and signature. */
const withTexts = (input: ReceiptInput, texts: string[]): ReceiptInput => {
  let next = 0
  const replaced = (value: unknown, name: string): unknown => {
    if (typeof value === 'string' && !fixed.has(name)) {
      next += 1
      return texts[next % texts.length]
    }
    if (Array.isArray(value)) return value.map((entry) => replaced(entry, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replaced(entry, key)]))
  }
  return replaced(input, '') as ReceiptInput
}

const unit = fc.oneof(
  fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '\x1b',
    '\x1d',
    '\x1bp',
    '\x1dV',
    '\x10\x14',
    '\x1c',
    '\x7f',
    '\u009b',
    '\u0085',
  ),
  fc.constantFrom(
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\ud800',
    '<',
    '>',
    '&',
    '"',
    "'",
    '<script>',
    'é',
    '字',
    '=cmd()',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.array(unit, { maxLength: 30 }).map((parts) => parts.join(''))
const texts = fc.array(text, { minLength: 1, maxLength: 8 })
const receipt = fc.constantFrom(...Object.values(samples))
const runs = { numRuns: 60 }

const commanding = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|\p{Bidi_Control}|\ufeff/u

test('plain text is printable ASCII, line by line', () => {
  fc.assert(
    fc.property(receipt, texts, fc.constantFrom(32, 42, 48), (input, hostile, columns) => {
      for (const line of renderText(buildReceipt(withTexts(input, hostile)), columns as 32)) {
        expect(line).toMatch(/^[\x20-\x7e]*$/)
        expect(line.length).toBeLessThanOrEqual(columns)
      }
    }),
    runs,
  )
})

test('a receipt printer gets the commands of the layout and no other', () => {
  const kinds = (input: ReceiptInput) => {
    const tokens = readCommands(renderRoll(buildReceipt(input), { ...rollLook, columns: 42 }))
    for (const { kind, value } of tokens) if (kind === 'text') expect(value).toMatch(/^[\x20-\x7e]*$/)
    // Two bytes say which command it is; what follows is its size or, of the QR code, the address.
    return tokens.filter(({ kind }) => kind === 'command').map(({ value }) => value.slice(0, 2))
  }
  const known = new Set(Object.values(samples).flatMap(kinds))
  fc.assert(
    fc.property(receipt, texts, (input, hostile) => {
      const found = kinds(withTexts(input, hostile))
      for (const command of found) expect(known).toContain(command)
      for (const once of ['\x1dV', '\x1b@'])
        expect(found.filter((command) => command === once)).toHaveLength(1)
    }),
    runs,
  )
})

test('a page holds every text as text', () => {
  const tags = (html: string) => [...html.matchAll(/<\/?([a-z][a-z0-9]*)\b/gi)].map(([, name]) => name)
  const known = new Set(
    Object.values(samples).flatMap((input) => tags(renderHtml(buildReceipt(input), '80mm'))),
  )
  fc.assert(
    fc.property(receipt, texts, (input, hostile) => {
      const html = renderHtml(buildReceipt(withTexts(input, hostile)), '80mm')
      expect(html).not.toMatch(commanding)
      for (const tag of tags(html)) expect(known).toContain(tag)
    }),
    runs,
  )
})
