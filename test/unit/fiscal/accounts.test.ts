import { expect, it } from 'vitest'
import { ageing, allocate, reduce } from '../../../core/fiscal/accounts.ts'

const day = 86_400_000
const debts = [
  { id: 1, owed: 300, soldAt: 0 },
  { id: 2, owed: -50, soldAt: 1 },
  { id: 3, owed: 200, soldAt: 2 },
]

it.each([
  [1, [[1, 1]]],
  [300, [[1, 300]]],
  [
    301,
    [
      [1, 300],
      [3, 1],
    ],
  ],
  [
    500,
    [
      [1, 300],
      [3, 200],
    ],
  ],
  [0, []],
])('pays the oldest debts first with %i cents', (amount, parts) =>
  expect(allocate(debts, amount).map(({ id, amount: part }) => [id, part])).toEqual(parts),
)

it.each([
  [0, [1, 0, 0, 0]],
  [31 * day - 1, [1, 0, 0, 0]],
  [31 * day, [0, 1, 0, 0]],
  [61 * day - 1, [0, 1, 0, 0]],
  [61 * day, [0, 0, 1, 0]],
  [91 * day - 1, [0, 0, 1, 0]],
  [91 * day, [0, 0, 0, 1]],
])('sorts a debt of %i ms by its age', (age, sums) =>
  expect(ageing([{ id: 1, owed: 1, soldAt: 7 }], 7 + age)).toEqual(sums),
)

it.each([
  [0, [300, -50, 200]],
  [100, [200, -50, 200]],
  [350, [-50, 150]],
  [900, [-50]],
  [-20, [300, -30, 200]],
  [-50, [300, 200]],
])('subtracts what other tills took, %i cents, from the oldest debts', (amount, owed) =>
  expect(reduce(debts, amount).map((debt) => debt.owed)).toEqual(owed),
)
