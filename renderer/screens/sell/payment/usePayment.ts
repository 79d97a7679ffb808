import { useRef, useState } from 'react'
import { type CodeRow, paymentCode } from '../../../../core/fiscal/codes.ts'
import { inBackground } from '../../../bridge/background.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'
import { type SaleTender, toCart } from '../sale/cart.ts'
import type { Completed, SaleStore } from '../sale/saleStore.ts'

interface Payment {
  /** The sale is being saved. */
  busy: boolean
  /** Why it was not completed. */
  failed: CallFailed | null
  complete: (tenders: SaleTender[]) => void
  /** Forgets the failure: something was changed since. */
  forget: () => void
}

/** Answers that come before the core looks at the sale: whether an earlier try was booked, they do not say. */
const unseen: ReadonlySet<string> = new Set(['session.locked', 'app.switched'])

/**
 * Completes the sale, once: a press while it is being saved is not heard, and the core knows a sale it is asked
 * for again by its request. `table` is the authority's table of class 07.
 */
export function usePayment(
  store: SaleStore,
  table: readonly CodeRow[],
  onCompleted: (done: Completed) => void,
): Payment {
  const call = useCaller()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallFailed | null>(null)
  const running = useRef(false)

  async function ask(all: SaleTender[]) {
    const { sale, asked } = store.get()
    // The core knows itself what returned goods pay.
    const tenders = all.filter(({ returned }) => !returned)
    store.act({ type: 'ask', tenders })
    try {
      const done = await call('sale.complete', {
        ...toCart(sale),
        tenders: tenders.map(({ method, ...tender }) => ({ ...tender, method: paymentCode(method, table) })),
        requestId: sale.requestId,
      })
      store.act({ type: 'completed', done, requestId: crypto.randomUUID() })
      onCompleted(done)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailed(error)
      const { reason } = error.failure
      const unsure = reason === 'host.gone' || (asked !== null && unseen.has(reason))
      // A duplicated window continues the same sale; the next press starts a sale of its own.
      const isOthers = reason === 'sale.requestReused'
      if (!unsure) store.act({ type: 'notBooked', ...(isOthers && { requestId: crypto.randomUUID() }) })
    }
  }

  return {
    busy,
    failed,
    forget: () => setFailed(null),
    complete: (tenders) => {
      if (running.current) return
      running.current = true
      setBusy(true)
      setFailed(null)
      inBackground(
        ask(tenders).finally(() => {
          running.current = false
          setBusy(false)
        }),
      )
    },
  }
}
