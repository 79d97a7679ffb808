import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  parseWireDate,
  parseWireDateTime,
  startOfDay,
  toPaperDate,
  toPaperTime,
  toWireDate,
  toWireDateTime,
} from '../../../core/fiscal/dates.ts'

const lateEvening = Date.UTC(2026, 1, 28, 21, 30, 1)
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('dates of the authority', () => {
  it.each([
    ['UTC', 0],
    ['Pacific/Auckland', -780],
    ['America/Los_Angeles', 480],
  ])('are Nairobi time on a machine in %s', (zone, offset) => {
    vi.stubEnv('TZ', zone)
    expect(new Date(lateEvening).getTimezoneOffset()).toBe(offset)
    expect(toWireDate(lateEvening)).toBe('20260301')
    expect(toWireDateTime(lateEvening)).toBe('20260301003001')
    expect(toPaperDate(lateEvening)).toBe('01/03/2026')
    expect(toPaperTime(lateEvening)).toBe('00:30:01')
    expect(parseWireDateTime('20260301003001')).toBe(lateEvening)
  })

  it('are read in the long form of the look-up too', () => {
    expect(parseWireDateTime('2026-03-01 00:30:01.0')).toBe(lateEvening)
    expect(parseWireDateTime('2026-03-01 00:30:01')).toBe(lateEvening)
  })

  it('come back as they were written', () => {
    const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(times, (time) => {
        const second = Math.floor(time / 1000) * 1000
        expect(parseWireDateTime(toWireDateTime(time))).toBe(second)
        expect(toWireDate(parseWireDate(toWireDate(time))!)).toBe(toWireDate(time))
        expect(startOfDay(time)).toBe(parseWireDate(toWireDate(time)))
      }),
    )
  })

  it.each(['', '20260230', '2026-03-01', '20261301', '2026030', '20260301000000'])(
    'do not include %j',
    (text) => {
      expect(parseWireDate(text)).toBeNull()
    },
  )

  it.each(['20260301', '20260301240000', '20260301006000', '2026-02-29 00:00:00', 'now'])(
    'and times do not include %j',
    (text) => {
      expect(parseWireDateTime(text)).toBeNull()
    },
  )
})
