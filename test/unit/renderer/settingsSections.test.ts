import { describe, expect, it } from 'vitest'
import { type ScaleRule, scaleRule } from '../../../core/contract/workspace.ts'
import { type ShopTender, shippedTenders } from '../../../core/fiscal/shopTenders.ts'
import {
  addReading,
  averageGap,
  type Reading,
  whyTyping,
} from '../../../renderer/screens/settings/scanning/bench.ts'
import { exampleLabel, readLabel } from '../../../renderer/screens/settings/scanning/scaleLabel.ts'
import { labelLength, settingsProblems } from '../../../renderer/screens/settings/settingsProblems.ts'

const grams: ScaleRule = {
  prefix: '21',
  itemDigits: 5,
  valueDigits: 5,
  value: 'weight',
  decimals: 3,
  innerCheckDigit: false,
}

describe('rules for labels of a scale', () => {
  it('are shown by an example that they read themselves', () => {
    const code = exampleLabel(grams)
    expect(code).toMatch(/^21\d{11}$/)
    expect(readLabel(code, [grams])).toEqual({ kind: 'weight', item: '00001', quantity: 125 })
    const shillings = { ...grams, value: 'price', decimals: 0 } as const
    expect(readLabel(exampleLabel(shillings), [shillings])).toEqual({
      kind: 'price',
      item: '00001',
      price: 125_000,
    })
  })

  it('have an example for every layout of thirteen digits', () => {
    for (const prefix of ['2', '20', '29']) {
      for (const itemDigits of [3, 4, 5, 6, 7]) {
        for (const valueDigits of [4, 5, 6]) {
          for (const innerCheckDigit of [false, true]) {
            const rule = { ...grams, prefix, itemDigits, valueDigits, innerCheckDigit }
            if (labelLength(rule) !== 13) continue
            expect(scaleRule.safeParse(rule).success).toBe(true)
            expect(readLabel(exampleLabel(rule), [rule]).kind).toBe('weight')
          }
        }
      }
    }
  })

  it('distinguish a wrong last digit from a label that no rule fits', () => {
    const code = exampleLabel(grams)
    const wrong = code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10)
    expect(readLabel(wrong, [grams]).kind).toBe('wrongDigit')
    expect(readLabel(code, []).kind).toBe('none')
  })
})

describe('settings that cannot be saved', () => {
  const settings = {
    shop: { tradeName: 'Duka', address: '', city: '', phone: '', headerMessage: '', footerMessage: '' },
    tillName: 'Till 1',
    scaleRules: [grams],
    tenders: shippedTenders,
  }

  it('are a name that is missing or twice, and a label that has not thirteen digits', () => {
    expect(settingsProblems(settings)).toEqual([])
    expect(settingsProblems({ ...settings, shop: { ...settings.shop, tradeName: ' ' } })).toEqual([
      'tradeName',
    ])
    expect(settingsProblems({ ...settings, tillName: '' })).toEqual(['tillName'])
    expect(settingsProblems({ ...settings, scaleRules: [{ ...grams, valueDigits: 6 }] })).toEqual([
      'scaleRules',
    ])
    expect(settingsProblems({ ...settings, scaleRules: [{ ...grams, prefix: '30' }] })).toEqual([
      'scaleRules',
    ])
    const own = (id: string, name: string): ShopTender => ({ ...settings.tenders[5], id, name }) as ShopTender
    const named = (...names: string[]) =>
      settingsProblems({ ...settings, tenders: [...shippedTenders, ...names.map((name) => own(name, name))] })
    expect([named('Airtel'), named(' '), named('Airtel', 'airtel ')]).toEqual([[], ['tenders'], ['tenders']])
  })
})

describe('the test bench of the scanner', () => {
  const letter = (text: string, at: number): Reading => ({ kind: 'typing', text, startedAt: at, lastAt: at })
  const scan: Reading = { kind: 'scan', text: '6161234567890', startedAt: 5_000, lastAt: 5_120 }

  it('puts the letters that a person types together, and starts anew after a pause', () => {
    const typed = addReading(addReading([], letter('h', 0)), letter('i', 200))
    expect(typed).toEqual([{ kind: 'typing', text: 'hi', startedAt: 0, lastAt: 200 }])
    expect(addReading(typed, letter('x', 9_000))).toHaveLength(2)
  })

  it('shows the newest first, and no more than five', () => {
    let readings: Reading[] = []
    for (let n = 0; n < 8; n++) readings = addReading(readings, { ...scan, text: String(n) })
    expect(readings.map(({ text }) => text)).toEqual(['7', '6', '5', '4', '3'])
  })

  it('says why it took something for typing', () => {
    const settings = { minimumLength: 8, averageGapMs: 24 }
    const fast: Reading = { kind: 'typing', text: '1234', startedAt: 0, lastAt: 30 }
    expect(averageGap(fast)).toBe(10)
    expect(whyTyping(fast, settings)).toBe('tooShort')
    expect(whyTyping({ ...fast, lastAt: 900 }, settings)).toBe('tooSlow')
    expect(averageGap(letter('a', 0))).toBeNull()
  })
})
