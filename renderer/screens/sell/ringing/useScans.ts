import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../../../core/contract/index.ts'
import { inBackground } from '../../../bridge/background.ts'
import { notify } from '../../../components/notices.ts'
import { say } from '../../../i18n/index.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import { playSound } from '../../../input/sounds.ts'
import { type Call, useCaller } from '../../../queries/calls.ts'
import { tellFailure } from '../../../window/faults.ts'
import { words as paymentWords } from '../payment/words.ts'
import type { SoldItem } from '../sale/cart.ts'
import type { PriceLabel } from '../sale/priceLabel.ts'
import type { SaleStore } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { readSearch } from './searchText.ts'

/** A code that no item has, and the sale it was meant for. `quantity`: in hundredths, as typed before the scan. */
interface Unknown {
  code: string
  quantity: number | null
  requestId: string
}

/** Codes whose items are being created on another screen meanwhile. */
const awaited = new WeakMap<SaleStore, Unknown>()

interface Scans {
  /** Until somebody has seen it or the sale is over. */
  unknown: Unknown | null
  dismiss: () => void
  /** Its item is created now, and is in the sale when Sell is shown again. */
  awaitItem: (unknown: Unknown) => void
  scan: (code: string) => void
}

/**
 * Turns scans into lines, in the order in which they came, whatever step the sale is at. `takeTimes` gives the
 * quantity typed before a scan, in hundredths, and forgets it; one typed right before comes as part of the scan. While
 * `check` is there, it gets what is scanned, and nothing becomes a line.
 */
export function useScans(
  store: SaleStore,
  takeTimes: () => number | null,
  check: ((found: OutputOf<'item.scan'>) => void) | null,
): Scans {
  const call = useCaller()
  const [unknown, setUnknown] = useState<Unknown | null>(null)
  const before = useRef(Promise.resolve())

  const latestCheck = useRef(check)
  useEffect(() => {
    latestCheck.current = check
  })

  async function look(code: string, times: number | null) {
    try {
      const found = await call('item.scan', { code })
      if (latestCheck.current) {
        latestCheck.current(found)
        playSound(found.kind === 'item' ? 'yes' : 'no')
        return
      }
      if (found.kind === 'unknown') {
        setUnknown({ code: found.code, quantity: times, requestId: store.get().sale.requestId })
        playSound('no')
        return
      }
      const { item, labelTotal } = found
      const quantity = found.quantity ?? times
      addItem(store, item, {
        ...(labelTotal !== undefined && { label: { code, total: labelTotal } }),
        ...(quantity !== null && { quantity }),
      })
    } catch (error) {
      playSound('no')
      tellFailure(error)
    }
  }

  function scan(code: string) {
    const { quantity, words: bare } = readSearch(code)
    const times = takeTimes()
    const next = () => look(bare, quantity ?? times)
    before.current = before.current.then(next, next)
  }
  useScanner(scan)

  useEffect(() => {
    inBackground(addAwaited(call, store))
  }, [call, store])

  const dismiss = useCallback(() => setUnknown(null), [])
  return {
    unknown,
    dismiss,
    awaitItem: (unknown) => {
      awaited.set(store, unknown)
      dismiss()
    },
    scan,
  }
}

/** Adds the item that was created for this sale, once. */
async function addAwaited(call: Call, store: SaleStore): Promise<void> {
  const wanted = awaited.get(store)
  if (wanted?.requestId !== store.get().sale.requestId) return
  awaited.delete(store)
  const found = await call('item.scan', { code: wanted.code }).catch(() => null)
  if (found?.kind === 'item')
    addItem(store, found.item, wanted.quantity === null ? {} : { quantity: wanted.quantity })
  // It may be saved later.
  else awaited.set(store, wanted)
}

/** Puts an item into the sale, and says by sound whether it went in, in words why not. */
export function addItem(
  store: SaleStore,
  item: SoldItem,
  amount: { quantity?: number; label?: PriceLabel } = {},
): void {
  const { sale, asked } = store.get()
  store.act({ type: 'add', item, ...amount })
  const went = store.get().sale !== sale
  playSound(went ? 'yes' : 'no')
  if (!went) notify({ tone: 'wait', text: asked ? say(paymentWords, 'waitScan') : say(words, 'cart.full') })
}
