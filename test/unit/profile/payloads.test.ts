import { expect, test } from 'vitest'
import { pack, whole } from '../../../db/profile/payloads.ts'

const sale = { kind: 'sale', traderNumber: 'T1-1', buyerPin: 'P051234567X', buyerName: 'Ann' }

test.each([
  ['a sale', { ...sale, lines: [{ itemId: 1 }] }],
  ['a name that looks like the lines', { ...sale, buyerName: 'a,"lines":[}', lines: [{ itemId: 1 }] }],
  ['a sale without lines', sale],
])('SQL still reads the buyer of a compressed payload: %s', (_, content) => {
  const row = { kind: 'sale', payload: JSON.stringify(content) } as const
  const packed = pack(row)
  const { buyerPin, buyerName } = content
  expect(JSON.parse(packed.payload)).toEqual({ buyerPin, buyerName })
  expect(whole(packed).payload).toBe(row.payload)
})
