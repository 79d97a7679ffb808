import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Burst,
  type ScannerInput,
  type ScannerSettings,
  scannerStep,
  silenceAfter,
} from '../../../renderer/input/scanner.ts'

const settings: ScannerSettings = { minimumLength: 8, averageGapMs: 24 }

interface Outcome {
  /** `scan:…` and `typed:…` in their order. */
  reported: string[]
  /** The characters that reached the field or the screen. */
  passed: string
}

/** Plays keys that come after the given gaps; a long silence follows. */
function replay(keys: { key: string; gap: number }[], tuned = settings): Outcome {
  let burst: Burst | null = null
  let at = 1_000
  const outcome: Outcome = { reported: [], passed: '' }
  const take = (input: ScannerInput) => {
    const step = scannerStep(burst, input, tuned)
    burst = step.burst
    if (step.typed !== undefined) outcome.reported.push(`typed:${step.typed}`)
    if (step.scan !== undefined) outcome.reported.push(`scan:${step.scan}`)
    return step.swallow
  }
  for (const { key, gap } of keys) {
    at += gap
    const input: ScannerInput =
      key === '⏎'
        ? { kind: 'end', at }
        : key === '←'
          ? { kind: 'other', at }
          : { kind: 'character', character: key, at }
    if (!take(input)) outcome.passed += key
  }
  take({ kind: 'silence', at: at + 5_000 })
  return outcome
}

const evenly = (text: string, gap: number) => [...text].map((key) => ({ key, gap }))

describe('the scanner', () => {
  it('takes a fast burst that ends with Enter for one scan and swallows the Enter', () => {
    const { reported, passed } = replay(evenly('6161100123456⏎', 8))
    expect(reported).toEqual(['scan:6161100123456'])
    expect(passed).toBe('6161100')
  })

  it('takes a fast burst without a terminator for a scan once nothing more comes', () => {
    expect(replay(evenly('6161100123456', 8)).reported).toEqual(['scan:6161100123456'])
  })

  it("takes a person's typing for typing, however long, and leaves the Enter alone", () => {
    const { reported, passed } = replay(evenly('maize meal⏎', 110))
    expect(reported.join('')).not.toContain('scan')
    expect(reported.join('').replaceAll('typed:', '')).toBe('maize meal')
    expect(passed).toBe('maize meal⏎')
  })

  it('takes a burst that is too short for typing', () => {
    for (const text of ['1234567', 'KT-4711⏎', '250⏎', '1.25⏎']) {
      const { reported, passed } = replay(evenly(text, 8))
      expect(reported).toEqual([`typed:${text.replace('⏎', '')}`])
      expect(passed).toBe(text)
    }
  })

  it('takes figures with their Enter for a scan where nobody types that fast, however short or slow it is', () => {
    for (const [code, gap] of [
      ['1234567', 8],
      ['4711', 45],
      ['96385074', 60],
      ['6161100123456', 70],
    ] as const) {
      const { reported, passed } = replay(evenly(`${code}⏎`, gap))
      expect(reported).toEqual([`scan:${code}`])
      expect(passed.endsWith('⏎')).toBe(false)
    }
  })

  it('leaves figures and their Enter to a person who is quick', () => {
    for (const [text, gap] of [
      ['4711⏎', 60],
      ['250000⏎', 60],
      ['6161100123456⏎', 100],
    ] as const) {
      const { reported, passed } = replay(evenly(text, gap))
      expect(reported.join('')).not.toContain('scan')
      expect(passed).toBe(text)
    }
  })

  it('keeps a digit typed just before a scan out of the code', () => {
    const keys = [{ key: '3', gap: 500 }, { key: '6', gap: 150 }, ...evenly('161100123456⏎', 8)]
    expect(replay(keys).reported).toEqual(['typed:3', 'scan:6161100123456'])
  })

  it('keeps a quantity typed before a scan out of the code, however soon the scan comes', () => {
    for (const gap of [20, 50, 90]) {
      const keys = [...evenly('3*', 60), { key: '6', gap }, ...evenly('161100123456⏎', 8)]
      expect(replay(keys).reported).toEqual(['typed:3*', 'scan:6161100123456'])
    }
    const hesitating = [
      ...evenly('3', 60),
      { key: '*', gap: 200 },
      ...evenly('6', 50),
      ...evenly('161100123456⏎', 8),
    ]
    expect(replay(hesitating).reported).toEqual(['typed:3', 'typed:*', 'scan:6161100123456'])
  })

  it('bears with a keyboard that stumbles in the middle of a code', () => {
    const keys = evenly('6161100123456⏎', 8)
    keys[5] = { key: '0', gap: 70 }
    keys[10] = { key: '4', gap: 70 }
    expect(replay(keys).reported).toEqual(['scan:6161100123456'])
  })

  it('bears with a keyboard that is slow to begin', () => {
    const keys = evenly('6161100123456⏎', 8)
    keys[1] = { key: '1', gap: 90 }
    expect(replay(keys).reported).toEqual(['scan:6161100123456'])
  })

  it('recognises a person after three characters, without waiting for the pause', () => {
    expect(replay(evenly('abcdef', 90)).reported).toEqual(['typed:abc', 'typed:def'])
  })

  it('separates two scans in a row', () => {
    const keys = [...evenly('6161100123456⏎', 8), { key: '5', gap: 300 }, ...evenly('901234123457⏎', 8)]
    expect(replay(keys).reported).toEqual(['scan:6161100123456', 'scan:5901234123457'])
  })

  it('separates two scans without terminators by the pause between them', () => {
    const keys = [...evenly('6161100123456', 8), { key: '5', gap: 300 }, ...evenly('901234123457', 8)]
    expect(replay(keys).reported).toEqual(['scan:6161100123456', 'scan:5901234123457'])
  })

  it('lets an Enter long after a scan be an Enter', () => {
    const { reported, passed } = replay([...evenly('6161100123456', 8), { key: '⏎', gap: 900 }])
    expect(reported).toEqual(['scan:6161100123456'])
    expect(passed.endsWith('⏎')).toBe(true)
  })

  it('ends a burst at a key that no scanner sends', () => {
    expect(replay([...evenly('61611', 8), { key: '←', gap: 8 }, ...evenly('00123', 8)]).reported).toEqual([
      'typed:61611',
      'typed:00123',
    ])
  })

  it('goes by the settings: an EAN-8 is a scan where seven characters are enough', () => {
    const tuned = { minimumLength: 7, averageGapMs: 24 }
    expect(replay(evenly('96385074⏎', 8), tuned).reported).toEqual(['scan:96385074'])
  })

  it('finds every code whole, whatever its characters and its gaps within the average', () => {
    const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code))
    const keys = fc.array(fc.record({ key: character, gap: fc.integer({ min: 1, max: 24 }) }), {
      minLength: 8,
      maxLength: 40,
    })
    fc.assert(
      fc.property(keys, (pressed) => {
        const code = pressed.map(({ key }) => key).join('')
        expect(replay([...pressed, { key: '⏎', gap: 10 }]).reported).toEqual([`scan:${code}`])
      }),
    )
  })

  it('never loses a character: all of them are reported, in order, as scans or as typing', () => {
    const keys = fc.array(
      fc.record({ key: fc.constantFrom(...'0123456789ab'), gap: fc.integer({ min: 1, max: 200 }) }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(keys, (pressed) => {
        const reported = replay(pressed).reported.map((text) => text.replace(/^(scan|typed):/, ''))
        expect(reported.join('')).toBe(pressed.map(({ key }) => key).join(''))
      }),
    )
  })

  it('waits longer for what a busy computer brings late of a fast burst than after typing', () => {
    const burst = (text: string, gap: number): Burst => ({
      ...{ text, startedAt: 1_000, lastAt: 1_000 + gap * (text.length - 1) },
      isScan: text.length >= settings.minimumLength && gap <= settings.averageGapMs,
    })
    const stall = 500
    expect(silenceAfter(burst('6161', 5), settings, 0, false)).toBe(stall)
    expect(silenceAfter(burst('61611001', 5), settings, 0, true)).toBe(stall)
    // A scanner without an end key may send nothing more, and a person must not wait.
    expect(silenceAfter(burst('61611001', 5), settings, 0, false)).toBe(101)
    expect(silenceAfter(burst('6161', 60), settings, 0, true)).toBe(101)
    expect(silenceAfter(burst('61', 5), settings, 0, true)).toBe(101)
  })

  it('waits longer the later the keys come, within reason', () => {
    const burst: Burst = { text: '61', startedAt: 1_000, lastAt: 1_005, isScan: false }
    expect(silenceAfter(burst, settings, 470, true)).toBe(101 + 470)
    expect(silenceAfter(burst, settings, 86_400_000, true)).toBe(101 + 1_000)
  })
})
