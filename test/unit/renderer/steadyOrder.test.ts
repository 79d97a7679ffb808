import { expect, test } from 'vitest'
import { inSteadyOrder } from '../../../renderer/screens/sell/ringing/steadyOrder.ts'

const look = (ids: number[], view = 'all', today = '20261124') =>
  inSteadyOrder(
    ids.map((id) => ({ id })),
    view,
    today,
  ).map(({ id }) => id)

test('tiles stay where they were seen first, for that day and that view', () => {
  expect(look([3, 1, 2])).toEqual([3, 1, 2])
  expect(look([2, 3, 1]), 'item 2 sold best since').toEqual([3, 1, 2])
  expect(look([4, 2, 3]), 'item 1 is gone, item 4 is new').toEqual([3, 2, 4])
  expect(look([1, 4, 2, 3]), 'item 1 is back').toEqual([3, 1, 2, 4])
  expect(look([2, 3, 1], 'drinks')).toEqual([2, 3, 1])
  expect(look([2, 3, 1], 'all', '20261125'), 'the next day').toEqual([2, 3, 1])
})
