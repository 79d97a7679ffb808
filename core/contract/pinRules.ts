/** Which PINs may be chosen. Existing PINs stay valid under new rules. */
import type { Role } from './fields.ts'

export type PinProblem = 'short' | 'common'

/** Minimum digits of a new PIN. */
export const shortestPin: Record<Role, number> = { cashier: 4, manager: 6, owner: 6 }

/** Frequent choices that the rules below do not find, from lists of leaked PINs. */
const usual = new Set(
  (
    '1004 0007 1357 2468 1379 9731 7913 0420 1986 6969 5683 1478 3698 7410 9630 1590 3570 1235 1245 1236 ' +
    '1313 4545 5150 1066 2020 0911 4711 1123 1233 1299 7788 8520 5201 ' +
    '123465 123457 123654 142536 159753 147258 258369 147852 369258 258456 246810 135790 135791 101010 ' +
    '789456 456789 654123 456123 789123 741852 852963 963852 007007 314159 271828 141421 112358 520131 ' +
    '1234567 1234568 12345679 11223344 31415926 14725836 15975300 12341234 87654321 10203040 13572468 24681012'
  ).split(' '),
)
/** Columns and diagonals of a keypad, in both directions. */
const keypad = [
  '2580',
  '0852',
  '1470',
  '0741',
  '3690',
  '0963',
  '147',
  '741',
  '369',
  '963',
  '159',
  '951',
  '357',
  '753',
]

const isRun = (pin: string, step: number): boolean =>
  [...pin].every((digit, at) => at === 0 || Number(digit) === (Number(pin[at - 1]) + step + 10) % 10)
/** One shorter part repeated: 1111, 1212, 123123. */
const isRepeated = (pin: string): boolean => /^(\d+?)\1+$/.test(pin)
/** Each digit twice or more: 1122, 112233, 111222. */
const isDoubled = (pin: string): boolean => /^(?:(\d)\1+)+$/.test(pin)
/** The same backwards: 1221, 123321. */
const isMirrored = (pin: string): boolean => [...pin].toReversed().join('') === pin
const isYear = (pin: string): boolean => /^(?:19|20)\d\d$/.test(pin)
/** Only keypad columns: 2580, 147369. */
const isKeypad = (pin: string): boolean => new RegExp(`^(?:${keypad.join('|')})+$`).test(pin)

/**
 * True for the PINs that an attacker tries first: about a hundred frequent ones, runs, repetitions, years and keypad
 * columns.
 */
export const isCommonPin = (pin: string): boolean =>
  usual.has(pin) ||
  isRun(pin, 1) ||
  isRun(pin, -1) ||
  isRun(pin, 2) ||
  isRepeated(pin) ||
  isDoubled(pin) ||
  isMirrored(pin) ||
  isYear(pin) ||
  isKeypad(pin)

/** Returns why this role may not choose a PIN; null: it may. */
export const pinProblem = (pin: string, role: Role): PinProblem | null => {
  if (pin.length < shortestPin[role]) return 'short'
  return isCommonPin(pin) ? 'common' : null
}
