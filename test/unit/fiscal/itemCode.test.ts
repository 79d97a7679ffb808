import { describe, expect, it } from 'vitest'
import {
  authorityPackage,
  authorityUnit,
  buildItemCode,
  matchesPattern,
  parseItemCode,
} from '../../../core/fiscal/itemCode.ts'

const bread = { country: 'KE', itemType: '2', packageUnit: 'NT', quantityUnit: 'U' } as const

describe('an item code', () => {
  it('is made of two-character slices and seven digits', () => {
    expect(buildItemCode({ ...bread, sequence: 12 })).toBe('KE2NTNO0000012')
    expect(buildItemCode({ ...bread, packageUnit: 'BG', quantityUnit: 'KG', sequence: 9_999_999 })).toBe(
      'KE2BGKG9999999',
    )
  })

  it('can be taken apart again', () => {
    expect(parseItemCode('KE3NTTU0000100')).toEqual({
      country: 'KE',
      itemType: '3',
      packageUnit: 'NT',
      quantityUnit: 'TU',
      sequence: 100,
    })
  })

  it.each(['', 'KE2NTXU000001', 'KE4NTNO0000001', 'KE1NTXU0000001X', 'ke2NTNO0000001', 'SUGAR-2KG'])(
    'is not %j',
    (code) => {
      expect(parseItemCode(code)).toBeNull()
    },
  )

  it('matches the fields it was made from and no others', () => {
    expect(matchesPattern('KE2NTNO0000012', bread)).toBe(true)
    expect(matchesPattern('KE2NTNO0000012', { ...bread, itemType: '3' })).toBe(false)
    expect(matchesPattern('KE2NTKG0000012', bread)).toBe(false)
    expect(matchesPattern('UG2NTNO0000012', bread)).toBe(false)
    expect(matchesPattern('KE2NTNO0000000', bread)).toBe(false)
  })
})

describe('units the authority takes', () => {
  it.each(['U', 'L', 'M', 'LTR', 'SET', 'GRM', 'BLL', 'QQ', ''])('replace %j by number', (unit) => {
    expect(authorityUnit(unit)).toBe('NO')
  })

  it.each(['NO', 'KG', 'DZ', 'PA', 'M2', 'TU', '4B'])('keep %s', (unit) => {
    expect(authorityUnit(unit)).toBe(unit)
  })

  it('replace the packages that do not fit or are refused', () => {
    expect(['NT', 'CT', 'CTN', 'BX', 'ZZ', 'BG'].map(authorityPackage)).toEqual([
      'NT',
      'CT',
      'CT',
      'CT',
      'NT',
      'BG',
    ])
  })
})
