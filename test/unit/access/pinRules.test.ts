/** Which PINs may be chosen. */
import { expect, test } from 'vitest'
import { isCommonPin, pinProblem } from '../../../core/contract/pinRules.ts'

test.each([
  ['one digit', '0000 1111 9999 555555 88888888'],
  ['up and down', '0123 1234 6789 7890 4321 9876 123456 654321 012345 12345678 87654321'],
  ['in twos', '1357 2468 0246 135791'],
  ['repeated', '1212 6969 9090 121212 123123 456456 12341234'],
  ['doubled', '1122 2233 112233 111222 777888'],
  ['mirrored', '1221 2112 123321 1001 45677654'],
  ['years', '1963 1999 2000 2026'],
  ['the keypad', '2580 0852 1470 147258 159753 147369 741852'],
  ['known by lists that leaked', '1004 0007 4711 5683 1313 123654 789456 314159 159357 246810 31415926'],
])('refuses %s', (_, pins) => {
  expect(pins.split(' ').filter((pin) => !isCommonPin(pin))).toEqual([])
})

test('takes others, and asks more digits of managers and owners', () => {
  expect(['4629', '6284', '471362', '73910582', '5917'].filter(isCommonPin)).toEqual([])
  for (const role of ['manager', 'owner'] as const) {
    expect(pinProblem('4629', role)).toBe('short')
    expect(pinProblem('46291', role)).toBe('short')
    expect(pinProblem('123456', role)).toBe('common')
    expect(pinProblem('471362', role)).toBeNull()
  }
  expect(pinProblem('4629', 'cashier')).toBeNull()
  expect(pinProblem('1234', 'cashier')).toBe('common')
})

test('leaves most PINs of four digits to cashiers', () => {
  const all = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'))
  const refused = all.filter(isCommonPin).length
  expect(refused).toBeGreaterThan(400)
  expect(refused).toBeLessThan(800)
})
