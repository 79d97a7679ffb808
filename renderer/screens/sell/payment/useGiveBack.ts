import { paymentCode, paymentMethod } from '../../../../core/fiscal/codes.ts'
import { isShipped, type ShopTender } from '../../../../core/fiscal/shopTenders.ts'
import { inBackground } from '../../../bridge/background.ts'
import { useCaller } from '../../../queries/calls.ts'
import { tellFailure } from '../../../window/faults.ts'
import type { Sale } from '../sale/cart.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import { isRefundWay, useTenders } from './useTenders.ts'

export interface GiveBack {
  ways: ShopTender[]
  /** The id of the chosen one. */
  chosen: string
  /** Cents. */
  amount: number
  /** Only cash is change; null for it. */
  name: string | null
  choose: (way: ShopTender) => void
}

/** How the difference goes back where returned goods are worth more than the new ones; null: the customer pays. */
export function useGiveBack(store: SaleStore, { returned }: Sale, total: number): GiveBack | null {
  const { table, offered, nameOf } = useTenders()
  const call = useCaller()
  if (!returned || returned.refund <= total) return null
  const { id, items, refund, refundBy, refundTenderId: tenderId } = returned
  const method = refundBy === undefined ? 'cash' : paymentMethod(refundBy, table)
  async function choose(way: ShopTender) {
    const by = {
      refundBy: paymentCode(way.method, table),
      ...(!isShipped(way) && { refundTenderId: way.id }),
    }
    try {
      // Cash is rounded, so the goods are worth a few cents more or less.
      const worth = await call('invoice.refundOf', { id, items, ...by })
      store.act({ type: 'giveBack', by: { ...by, refund: worth.refund } })
    } catch (error) {
      tellFailure(error)
    }
  }
  return {
    ways: offered.filter(isRefundWay),
    chosen: tenderId ?? method,
    amount: refund - total,
    name: method === 'cash' ? null : nameOf({ method, tenderId }),
    choose: (way) => inBackground(choose(way)),
  }
}
