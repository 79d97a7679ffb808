import { expect, test } from 'vitest'
import { expectedNumber } from '../../../core/authority/oscu/expected.ts'

test.each([
  ['Invc No: 7 is invalid, use the expected value: 5', 5],
  ['Invalid invcNo sequence, expected: 12 but found: 9', 12],
  ['Invalid sarNo: Expected: 3 but found: 8', 3],
  ['Invalid itemCd Sequence. Expected sequence ending with: ********42', 42],
  ['Invalid itemCd Sequence. Expected sequence ending with: 0000042', 42],
  ['Validation failed / Invalid invcNo sequence, expected: 1 but found: 0', 1],
])('the number wanted is read out of "%s"', (text, number) => {
  expect(expectedNumber(text)).toBe(number)
})

test.each([
  'Invalid pkg for ItemList 1. Expected: 1, Found: 2',
  'Invalid splyAmnt on item: 1. Expected: 1160.00, But Found: 1000.00',
  'Validation failed / Rule taxRtB failed: Tax rate mismatch. Expected: 16.00, Found: 0.0',
  'rsdQty mismatch. Expected: 0.0 but found: 150',
  'rsdQty mismatch. Expected: 5 but found: 7',
  'orgInvcNo does not exist. Please update the field and try again',
  'Invalid invcNo sequence, expected: 99999999999999999999 but found: 1',
  '',
])('no running number is read out of "%s"', (text) => {
  expect(expectedNumber(text)).toBeUndefined()
})
