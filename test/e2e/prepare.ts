/** Once before all stories: the bundles that they start, and the demo shop that they copy. */
import { bundleTill } from '../support/tillBundle.ts'
import { stockDemoShopOnce } from './demoShop.ts'

export default async (): Promise<() => void> => {
  await bundleTill()
  const shop = await stockDemoShopOnce()
  return shop.remove
}
