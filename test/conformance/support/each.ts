/** The same tests in one dialect of the authority or in both, each with one shop for all its tests. */
import { afterAll, beforeAll, describe } from 'vitest'
import { type Dialect, dialects, type Shop, type ShopOptions, startShop } from './shop.ts'

type DescribeShop = (shop: () => Shop) => void

const inDialect = (dialect: Dialect, describeShop: DescribeShop, options: ShopOptions): void => {
  let started: Shop
  beforeAll(async () => {
    started = await startShop({ ...options, dialect })
  })
  afterAll(() => started.close())
  describeShop(() => started)
}

/** For what Kaunta decides before the authority is asked. */
export const inOneDialect = (describeShop: DescribeShop): void => inDialect('legacy', describeShop, {})

export const inBothDialects = (describeShop: DescribeShop, options: ShopOptions = {}): void => {
  describe.each(dialects)('%s dialect', (dialect) => inDialect(dialect, describeShop, options))
}
