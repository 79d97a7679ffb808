import { expect, it } from 'vitest'
import { phoneKey, phonePart, phoneText } from '../../../core/fiscal/phone.ts'

it.each([
  ['0712345678', '254712345678', '0712345678'],
  ['0712 345-678', '254712345678', '0712345678'],
  ['0110 345 678', '254110345678', '0110345678'],
  ['254712345678', '254712345678', '0712345678'],
  ['+254 (0) 712345678', null, ''],
  ['+254712345678', '254712345678', '0712345678'],
  ['+255 754 123 456', '255754123456', '+255754123456'],
  ['712345678', null, ''],
  ['071234567', null, ''],
  ['07123456789', null, ''],
  ['+25471234567', null, ''],
  ['0212345678', null, ''],
  ['Amina', null, ''],
  ['', null, ''],
])('reads %s', (typed, key, text) => {
  expect(phoneKey(typed)).toBe(key)
  if (key !== null) {
    expect(phoneText(key)).toBe(text)
    // The text that is stored has the same key.
    expect(phoneKey(phoneText(key))).toBe(key)
  }
})

it.each([
  ['0712', '712'],
  ['+254712', '712'],
  ['254 712 345', '712345'],
  ['5678', '5678'],
  ['+255754', '255754'],
  ['12', null],
  ['Amina 7', null],
])('finds a number by its part %s', (typed, part) => expect(phonePart(typed)).toBe(part))
