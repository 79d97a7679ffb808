/** A morning of a till with every kind of document and act that its trail has rows for. */

import { openWindow } from '../../support/window.ts'
import { createBookActs } from '../../torture/bookActs.ts'
import type { Shop } from '../operations/shop.ts'

/** As many acts as `createBookActs` knows. */
const acts = 14

export const workMorning = async (shop: Shop): Promise<void> => {
  const tea = await shop.stocked({ name: 'Chai ☕ ya asubuhi', price: 50_00, onHand: 500_00 })
  const supplied = {
    ...{ code: 'SUP-1', class: '5313160900', name: 'Sugar', taxType: 'B', price: 123.45, quantity: 3 },
  }
  const invoice = { tin: 'P051000001K', supplier: 'P051444444D', number: 10_000, lines: [supplied] }
  await shop.authority.control('POST', 'supplier-invoices', invoice)
  await shop.authority.control('POST', 'imports', { tin: invoice.tin, task: 'MORNING' })
  const act = await createBookActs({
    host: shop.host(),
    owner: openWindow(shop.host, 'window-1'),
    pin: '471362',
    cart: { lines: [{ itemId: tea.id, quantity: 100 }], total: 50_00 },
  })
  for (let n = 0; n < acts; n += 1) await act(() => undefined)
  await shop.ok('order.make', {
    supplierName: 'Unga Ltd',
    lines: [{ itemId: tea.id, quantity: 10_00 }],
    requestId: 'order-of-the-morning',
  })
  await shop.settled()
}
