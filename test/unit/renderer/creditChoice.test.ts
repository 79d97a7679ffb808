import { describe, expect, it } from 'vitest'
import {
  type Choice,
  creditLines,
  extentOf,
  stepped,
} from '../../../renderer/screens/receipts/creditChoice.ts'

const item = (position: number, quantity: number, total: number, left = { quantity, total }) => ({
  position,
  name: `Goods ${position}`,
  quantity,
  unitPrice: 100_00,
  discount: 0,
  total,
  taxType: 'B' as const,
  quantityUnit: 'U',
  left,
})

const items = [item(1, 500, 450_01), item(2, 135, 202_50), item(3, 100, 80_00, { quantity: 0, total: 0 })]
const chosen = (choice: [number, number | null][] = []) => creditLines(items, new Map(choice) as Choice)

describe('what comes back', () => {
  it('is nothing until somebody chooses, and can be everything that is left', () => {
    expect(chosen().map(({ quantity, total }) => [quantity, total])).toEqual(Array(3).fill([0, 0]))
    expect(extentOf(chosen())).toBe('nothing')
    const all: [number, number][] = [
      [1, 500],
      [2, 135],
    ]
    expect(chosen(all).map(({ total }) => total)).toEqual([450_01, 202_50, 0])
    expect(extentOf(chosen(all))).toBe('rest')
    expect(extentOf(creditLines([item(1, 500, 450_01)], new Map([[1, 500]])))).toBe('whole')
  })

  it('is worth what was paid for so much, and all that is left with the last of it', () => {
    expect(chosen([[1, 100]])[0]?.total).toBe(90_00)
    expect(chosen([[2, 35]])[1]?.total).toBe(52_50)
    expect(extentOf(chosen([[1, 100]]))).toBe('part')
  })

  it('can be nothing, or more than there is: then there is no credit note', () => {
    const none: [number, number][] = [
      [1, 0],
      [2, 0],
    ]
    expect(extentOf(chosen(none))).toBe('nothing')
    for (const wrong of [null, -100, 501]) {
      const lines = chosen([[1, wrong]])
      expect([lines[0]?.isFaulty, lines[0]?.total, extentOf(lines)]).toEqual([true, 0, 'faulty'])
    }
  })

  it('is stepped by whole units, down to nothing and up to what is left', () => {
    const [, weight] = chosen()
    if (!weight) throw new Error('a line')
    let quantity = 135
    const steps = ([-1, -1, 1, 1] as const).map((by) => {
      quantity = stepped({ ...weight, quantity }, by)
      return quantity
    })
    expect(steps).toEqual([35, 0, 100, 135])
    expect(stepped({ ...weight, quantity: null }, 1)).toBe(100)
    expect(stepped({ ...weight, quantity: 900 }, -1)).toBe(135)
  })
})
