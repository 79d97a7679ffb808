import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { padText } from '../../../renderer/components/fields/numberPad.ts'
import { formatAge, formatCountdown, formatMoment, formatTime } from '../../../renderer/i18n/format.ts'
import { setLanguage } from '../../../renderer/i18n/index.ts'

const minute = 60_000
const hour = 60 * minute
const noon = Date.parse('2026-11-20T12:00:00+03:00')

// Far from Nairobi, with another day for most of the day.
beforeEach(() => vi.stubEnv('TZ', 'Pacific/Auckland'))
afterEach(() => {
  vi.unstubAllEnvs()
  setLanguage('en')
})

describe('what the screens write', () => {
  it('writes the time of day as a clock in Nairobi shows it', () => {
    expect(formatTime(noon + 2 * minute)).toBe('12:02')
    expect(formatTime(Date.parse('2026-11-20T00:05:00+03:00'))).toBe('00:05')
  })

  it('names yesterday and tomorrow, and the date beyond them, in both languages', () => {
    expect(formatMoment(noon + hour, noon)).toBe('13:00')
    expect(formatMoment(noon + 13 * hour, noon)).toBe('tomorrow 01:00')
    expect(formatMoment(noon - 13 * hour, noon)).toBe('yesterday 23:00')
    expect(formatMoment(noon - 48 * hour, noon)).toMatch(/^18 \S+ 12:00$/)
    setLanguage('sw')
    expect(formatMoment(noon + 13 * hour, noon)).toBe('kesho 01:00')
  })

  it('writes an age in its largest unit', () => {
    const ages = [0, 59_000, 12 * minute, 3 * hour, 47 * hour, 48 * hour, 240 * hour].map(formatAge)
    expect(ages).toEqual(['just now', 'just now', '12 min', '3 h', '47 h', '2 days', '10 days'])
    setLanguage('sw')
    expect([12 * minute, 3 * hour, 48 * hour].map(formatAge)).toEqual(['dak 12', 'masaa 3', 'siku 2'])
  })

  it('counts down to nothing and not below', () => {
    expect([245_000, 22_000, 400, 0, -5_000].map(formatCountdown)).toEqual([
      '4:05',
      '22 s',
      '1 s',
      '0 s',
      '0 s',
    ])
  })
})

describe('the number pad', () => {
  const press = (...keys: Parameters<typeof padText>[1][]) =>
    keys.reduce((text, key) => padText(text, key), '')

  it('makes numbers of figures', () => {
    expect(press('1', '2', '.', '5')).toBe('12.5')
    expect(press('.', '7', '5')).toBe('0.75')
    expect(press('0', '5')).toBe('5')
    expect(press('0', '0', '00')).toBe('0')
    expect(press('5', '00')).toBe('500')
  })

  it('leaves out what does not fit', () => {
    expect(press('1', '.', '2', '3', '4', '.')).toBe('1.23')
    expect(padText('123456789', '1')).toBe('123456789')
    expect(padText('12', '.', { decimals: 0 })).toBe('12')
  })

  it('takes back one figure, or all', () => {
    expect(press('1', '2', 'back')).toBe('1')
    expect(press('1', '2', 'clear')).toBe('')
    expect(press('back')).toBe('')
  })

  it('keeps the leading zeros of a PIN', () => {
    const pin = ['0', '0', '7', '1'] as const
    expect(pin.reduce((text, key) => padText(text, key, { code: true, digits: 8 }), '')).toBe('0071')
  })
})
