/** Sales that tills of a branch parked, and took up again. */
import { endParked, insertParked } from '../../../db/hub/claims.ts'
import type { HubTx } from '../../../db/hub/postgres.ts'
import { canonicalUids, holdUids } from '../../../db/hub/shared.ts'
import { type ParkedSale, parkedSale, resumedSale } from '../../contract/hub/counter.ts'
import type { Projection } from './projection.ts'

/** With the uids that all tills know. */
const withCanonicalUids = async (tx: HubTx, sale: ParkedSale): Promise<ParkedSale> => {
  await holdUids(tx)
  const { lines, buyer } = sale.cart
  const customer = buyer?.customer
  const uids = await canonicalUids(tx, [...lines.map(({ item }) => item), ...(customer ? [customer] : [])])
  return {
    ...sale,
    cart: {
      ...sale.cart,
      lines: lines.map((line) => ({ ...line, item: uids.get(line.item) ?? line.item })),
      ...(buyer && customer ? { buyer: { ...buyer, customer: uids.get(customer) ?? customer } } : {}),
    },
  }
}

export const parked: Projection = {
  kinds: ['parked', 'resumed'],
  make: async (tx, { id: origin, branch }, facts) => {
    for (const { kind, content, who } of facts) {
      if (kind === 'resumed') {
        const { uid } = resumedSale.parse(JSON.parse(content))
        await endParked(tx, { uid, branch, origin, who })
        continue
      }
      const sale = await withCanonicalUids(tx, parkedSale.parse(JSON.parse(content)))
      await insertParked(tx, { uid: sale.uid, branch, origin, body: JSON.stringify(sale) })
    }
  },
}
