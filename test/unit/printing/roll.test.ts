import { describe, expect, it } from 'vitest'
import { buildReceipt } from '../../../core/printing/documents/receipt.ts'
import { pulseBytes, renderRoll } from '../../../core/printing/render/roll.ts'
import { renderText } from '../../../core/printing/render/text.ts'
import { readCommands } from './commands.ts'
import { fiscal, rollLook, sample, samples } from './samples.ts'

const drawer = '\x1bp'
const cut = '\x1dV'
const qrData = '1P0'

function tokens(input = samples['original']!, options: Parameters<typeof renderRoll>[1] = rollLook) {
  return readCommands(renderRoll(buildReceipt(input), options))
}

function commands(...given: Parameters<typeof tokens>) {
  return tokens(...given)
    .filter(({ kind }) => kind === 'command')
    .map(({ value }) => value)
}

/** A receipt on which a hostile text stands wherever somebody can type one. */
function typed(text: string) {
  const input = samples['discounts']!
  return {
    ...input,
    life: {
      kind: 'copy',
      number: 1,
      fiscal: { ...fiscal, internalData: text, scuId: text, signedAt: text },
    } as const,
    seller: { ...input.seller, name: text, header: text, footer: text, address: [text], phone: text },
    buyer: { pin: text, name: text },
    lines: input.lines.map((line) => ({ ...line, name: text, unit: text })),
    tenders: [{ label: text, amount: 100 }],
    till: { ...input.till, number: text, name: text, cashier: text },
  }
}

describe('a receipt for a receipt printer', () => {
  it('prints the lines of the plain receipt, and nothing between them', () => {
    const slip = samples['awaiting']!
    const printed = tokens(slip, { ...rollLook, cut: false })
      .map(({ kind, value }) => (kind === 'text' ? value : kind === 'newline' ? '\n' : ''))
      .join('')
      .split('\n\n')
      .map((line) => line.trimEnd())
    // Without a knife the paper is fed past the edge where it is torn.
    expect(printed.slice(0, -5)).toEqual(renderText(buildReceipt(slip), 48))
  })

  it('cuts only on request, and never opens the drawer', () => {
    for (const isCut of [true, false]) {
      const found = commands(samples['original'], { ...rollLook, cut: isCut })
      expect(found.filter((value) => value.startsWith(cut))).toHaveLength(isCut ? 1 : 0)
      expect(found.some((value) => value.startsWith(drawer))).toBe(false)
    }
    expect(Buffer.from(pulseBytes({ language: 'esc-pos' })).toString('latin1')).toBe('\x1bp\x00\x32\xfa')
  })

  it('prints the word COPY three times as large as the amounts', () => {
    const stream = tokens(samples['copy'])
    const start = stream.findIndex(({ value }) => value === '\x1d!\x22')
    const word = stream.slice(start + 1, start + 5).map(({ value }) => value)
    expect(word.join('')).toBe('COPY')
    expect(commands(samples['original'])).not.toContain('\x1d!\x22')
  })

  it('prints the QR code of a signed receipt and none on a slip', () => {
    const codes = commands().filter((value) => value.includes(qrData))
    expect(codes).toHaveLength(1)
    expect(codes[0]).toMatch(/Data=P051234567X00QRSTUVWXYZ234567$/)
    expect(commands(samples['awaiting']).some((value) => value.includes(qrData))).toBe(false)
  })
})

// `controlBytes.test.ts` tries anything that can be typed; this is each byte once, in every place of a copy.
it('takes no byte that the shop types for a command', () => {
  const allBytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')
  const stream = tokens(typed(allBytes))
  expect(stream.filter(({ kind }) => kind === 'stray')).toEqual([])
  const sent = stream.filter(({ kind }) => kind === 'command').map(({ value }) => value)
  expect(sent.filter((value) => value.startsWith(cut))).toHaveLength(1)
  expect(sent.filter((value) => value.startsWith(drawer))).toEqual([])
  expect(sent.filter((value) => value.startsWith('\x1b@'))).toHaveLength(1)
  expect(sent.filter((value) => value.startsWith('\x1d!'))).toEqual(['\x1d!\x22', '\x1d!\x00'])
})

it('starts no line that looks like one of the till', () => {
  const input = sample()
  const lines = input.lines.map((line) => ({ ...line, name: 'Milk\n\rTOTAL 0.00\r\n' }))
  const printed = renderText(buildReceipt({ ...input, lines }), 48)
  expect(printed).toContain('Milk TOTAL 0.00')
  expect(printed).not.toContain('TOTAL 0.00')
})
