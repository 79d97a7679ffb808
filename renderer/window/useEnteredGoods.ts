import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Item } from '../../core/contract/item.ts'
import { inBackground } from '../bridge/background.ts'
import { itemName } from '../i18n/itemName.ts'
import { useScanner } from '../input/scannerInput.ts'
import { playSound } from '../input/sounds.ts'
import { useCaller } from '../queries/calls.ts'
import type { Trouble } from './GoodsTrouble.tsx'

interface Line {
  item: { id: number }
  quantity: number | null
}

interface EnteredGoods<L> {
  /** The lines at this moment. */
  lines: () => readonly L[]
  store: (lines: readonly L[]) => void
  make: (item: Item) => L
  /** Has the lines' fields. */
  form: RefObject<HTMLElement | null>
}

/**
 * Goods that a person scans or finds, each item on one line. A scan adds one. A person types the quantity of an item
 * that was found by name.
 */
export function useEnteredGoods<L extends Line>({ lines, store, make, form }: EnteredGoods<L>) {
  const call = useCaller()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const change = (id: number, changes: Partial<L>) =>
    store(lines().map((line) => (line.item.id === id ? { ...line, ...changes } : line)))

  function add(item: Item, quantity: number | null) {
    const isService = item.onHand === null
    setTrouble(isService ? { kind: 'service', name: itemName(item) } : null)
    playSound(isService ? 'no' : 'yes')
    if (isService) return
    const known = lines().find((line) => line.item.id === item.id)
    if (!known) store([...lines(), { ...make(item), quantity }])
    else if (quantity !== null) change(item.id, { quantity: (known.quantity ?? 0) + quantity } as Partial<L>)
  }
  function find(item: Item) {
    flushSync(() => add(item, null))
    form.current?.querySelector<HTMLInputElement>(`[data-item="${item.id}"] input`)?.focus()
  }
  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (found?.kind === 'item') return add(found.item, found.quantity ?? 100)
    playSound('no')
    if (found) setTrouble({ kind: 'unknown', code })
  }
  useScanner((code) => inBackground(onScan(code)))
  return {
    trouble,
    find,
    change,
    remove: (id: number) => store(lines().filter((line) => line.item.id !== id)),
  }
}
