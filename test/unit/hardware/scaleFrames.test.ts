/** The frames of scales, as their manuals show them. */
import { describe, expect, test } from 'vitest'
import type { ScaleProtocol } from '../../../core/contract/hardware.ts'
import { quantityOfGrams } from '../../../core/fiscal/weight.ts'
import { poleText, poleWords } from '../../../core/hardware/poleText.ts'
import { scaleFrames } from '../../../core/hardware/scaleFrames.ts'

const stable = (grams: number) => ({ is: 'stable', grams })
const moving = { is: 'moving' }

test.each<[ScaleProtocol, string, object | null]>([
  // 8217: a weight, a net weight, and the status bits; bit 6 is always 1.
  ['toledo8217', '\x0201.234\r', stable(1234)],
  ['toledo8217', '\x0200.255N\r', stable(255)],
  ['toledo8217', '\x02 2.50\r', stable(2500)],
  ['toledo8217', '\x0200.000\r', stable(0)],
  ['toledo8217', '\x02?A\r', moving],
  ['toledo8217', '\x02?B\r', { is: 'overload' }],
  ['toledo8217', '\x02?C\r', { is: 'overload' }],
  ['toledo8217', '\x02?D\r', { is: 'negative' }],
  // With even parity as the eighth bit, on a line of eight.
  ['toledo8217', '\x02\xb01.\xb234\x8d', stable(1234)],
  ['toledo8217', '\x02?A\r\x0200.500\r', stable(500)],
  ['toledo8217', '\x0200.500\r\x02?A\r', moving],
  ['toledo8217', '00.500\r', null],
  ['toledo8217', '\x0200.5', null],
  // Continuous ASCII: plain, CAS with its two bytes, A&D, and others.
  ['continuous', 'ST,GS,+  0.255kg\r\n', stable(255)],
  ['continuous', 'ST,GS,1\xc4, 0013.50 kg\r\n', stable(13_500)],
  ['continuous', 'ST,NT,+00012.340 kg\r\n', stable(12_340)],
  ['continuous', 'ST,+00255.0  g\r\n', stable(255)],
  ['continuous', 'ST,GS, 0001.25,kg\r\n', stable(1250)],
  ['continuous', 'ST,GS,-  0.000kg\r\n', stable(0)],
  ['continuous', 'US,GS,+  0.255kg\r\n', moving],
  ['continuous', 'ST,GS,-  0.120kg\r\n', { is: 'negative' }],
  ['continuous', 'OL,GS,+  ------kg\r\n', { is: 'overload' }],
  ['continuous', 'OL,+9999999  g\r\n', { is: 'overload' }],
  ['continuous', 'ST,GS,+  1.500lb\r\n', null],
  // Begun in the middle of a frame, and in the middle of the next.
  ['continuous', '.100kg\r\nST,GS,+  0.200kg\r\nST,GS,+  0.3', stable(200)],
  ['continuous', 'US,GS,+  0.100kg\r\nST,GS,+  0.200kg\r\n', stable(200)],
  ['continuous', 'ST,GS,+  0.2', null],
  ['continuous', '', null],
])('%s reads %j', (protocol, text, reading) => {
  expect(scaleFrames[protocol].read(text)).toEqual(reading)
})

test.each([
  [255, 'KG', 26],
  [1234, 'KG', 123],
  [4, 'KG', null],
  [255, 'GRM', 255_00],
  [255, 'U', null],
])('%i g of goods in %s are %s hundredths', (grams, unit, hundredths) => {
  expect(quantityOfGrams(grams, unit)).toBe(hundredths)
})

describe('a pole display', () => {
  const shown = (view: Parameters<typeof poleText>[0]) =>
    poleText(view, { shop: 'Duka la Amína', words: poleWords.en })

  test.each([
    [
      { kind: 'item', name: 'White bread 400 g', amount: 70_00, total: 1_170_00 },
      'White bread 40 70.00',
      'Total       1,170.00',
    ],
    [{ kind: 'total', total: 1_170_00 }, 'Duka la Amina       ', 'Total       1,170.00'],
    [{ kind: 'change', total: 1_170_00, change: 30_00 }, 'Total       1,170.00', 'Change         30.00'],
    [{ kind: 'idle' }, 'Duka la Amina       ', '                    '],
  ] as const)('shows %j', (view, first, second) => {
    expect(shown(view)).toEqual([first, second])
  })

  test('has 20 characters in each line, whatever the amount, and no command in a name', () => {
    const lines = shown({ kind: 'item', name: '\x1b@\n世界', amount: -999_999_999_999, total: 1e12 })
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{20}$/)
  })
})
