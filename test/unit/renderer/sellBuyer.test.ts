import { describe, expect, test } from 'vitest'
import { readBuyer } from '../../../renderer/screens/sell/parts/buyerText.ts'

describe('what is typed about a buyer', () => {
  test.each(['P051234567X', 'p051234567x', ' P051 234 567 X '])('%s is a PIN', (typed) => {
    expect(readBuyer(typed)).toEqual({ kind: 'pin', pin: 'P051234567X' })
  })

  test.each([
    ['PO51234567X', 'P051234567X'],
    ['P05I2345G7X', 'P051234567X'],
    ['A00678901ZG', 'A006789012G'],
    ['P0512345675', 'P051234567S'],
    // A character too few or too many could be any.
    ['P05123456X', null],
    ['P0512345678X', null],
    ['P05', null],
    ['P05123', null],
    ['Kikundi 12345', null],
  ])('%s is no name by itself; the PIN that it looks like is %s', (typed, corrected) => {
    expect(readBuyer(typed)).toEqual({ kind: 'slip', corrected })
  })

  test.each(['Mama Njeri', 'Duka 24', 'Savannah 360 Ltd', 'Wanjiru-Otieno'])('%s is a name', (name) => {
    expect(readBuyer(` ${name} `)).toEqual({ kind: 'name', name })
  })

  test.each(['0712 345 678', '+254712', '0110'])('%s is a phone number, or a part of one', (typed) => {
    expect(readBuyer(typed)).toEqual({ kind: 'phone' })
  })

  test('nothing is nothing', () => {
    expect(readBuyer('  ')).toEqual({ kind: 'empty' })
  })
})
