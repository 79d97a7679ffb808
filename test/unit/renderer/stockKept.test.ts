import { expect, it } from 'vitest'
import { keepAdjustment, keptAdjustment } from '../../../renderer/screens/stock/keptAdjustment.ts'

it('a change of stock is kept in the profile that it was entered in, until it is over', () => {
  const delivery = { kind: 'received', lines: [], remark: 'note 5512' } as const
  keepAdjustment('sandbox', delivery)
  expect(keptAdjustment('sandbox')).toBe(delivery)
  expect(keptAdjustment('production')).toBeNull()
  keepAdjustment('sandbox', null)
  expect(keptAdjustment('sandbox')).toBeNull()
})
