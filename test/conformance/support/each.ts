/** The same tests in both dialects of the authority, one shop for all tests of a file. */
import { afterAll, beforeAll, describe } from 'vitest'
import { dialects, type Shop, type ShopOptions, startShop } from './shop.ts'

/** Describes with one shop for each dialect. */
export const inBothDialects = (describeShop: (shop: () => Shop) => void, options: ShopOptions = {}): void => {
  describe.each(dialects)('%s dialect', (dialect) => {
    let started: Shop
    beforeAll(async () => {
      started = await startShop({ ...options, dialect })
    })
    afterAll(() => started.close())
    describeShop(() => started)
  })
}
