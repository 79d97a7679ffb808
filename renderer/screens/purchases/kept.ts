/** What is being counted or entered, one per key. It is kept until it is saved, also on other screens. */
import { useSyncExternalStore } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { scale } from '../../../core/fiscal/money.ts'

function createKept<T>(empty: () => T) {
  const kept = new Map<string, T>()
  const listeners = new Set<() => void>()
  const nothing = empty()
  const get = (key: string): T => kept.get(key) ?? nothing
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    change(key: string, changes: Partial<T>): void {
      kept.set(key, { ...get(key), ...changes })
      for (const listener of listeners) listener()
    },
    forget(key: string): void {
      kept.delete(key)
      for (const listener of listeners) listener()
    },
    use: (key: string): T => useSyncExternalStore(subscribe, () => get(key)),
  }
}

const requests = new Map<string, string>()
/**
 * The same input gets the same id until `forget`, as its first answer may have been lost. Forget it once it is answered:
 * the same goods may come again.
 */
export const requestOf = (input: object): { id: string; forget: () => void } => {
  const key = JSON.stringify(input)
  const id = requests.get(key) ?? crypto.randomUUID()
  requests.set(key, id)
  return { id, forget: () => requests.delete(key) }
}

type InvoiceLine = OutputOf<'delivery.invoice'>['lines'][number]
export type OurItem = Pick<Item, 'id' | 'name' | 'secondName' | 'quantityUnit' | 'onHand' | 'price'>

/** By the supplier's code: one code is one item, on all lines. `units` null: not a number yet. */
interface Count {
  items: Record<string, OurItem>
  units: Record<string, number | null>
  /** By the line's place. */
  counted: Record<number, number | null>
  remark: string
}
export const counts = createKept<Count>(() => ({ items: {}, units: {}, counted: {}, remark: '' }))

export interface CountedLine {
  at: number
  line: InvoiceLine
  item: OurItem | null
  units: number | null
  /** What was invoiced in our units; null: the item or the units are not known. */
  expected: number | null
  /** null: not counted. */
  counted: number | null
}

export const countedLines = (lines: readonly InvoiceLine[], count: Count): CountedLine[] =>
  lines.map((line, at) => {
    const item = count.items[line.supplierCode] ?? line.item
    const kept = count.units[line.supplierCode]
    const units = kept === undefined ? line.units : kept
    const expected = item && units !== null ? scale(line.quantity, units, 100) : null
    const isService = item !== null && item.onHand === null
    return { at, line, item, units, expected, counted: isService ? expected : (count.counted[at] ?? null) }
  })

export type Fault = 'item' | 'units' | 'counted'
/** What a line lacks; null: nothing. */
export const faultOf = ({ item, units, counted }: CountedLine): Fault | null => {
  if (!item) return 'item'
  if (units === null || units <= 0) return 'units'
  return counted === null || counted < 0 ? 'counted' : null
}

export const differs = ({ expected, counted }: CountedLine): boolean =>
  expected !== null && counted !== null && expected !== counted

/** The line that one more of an item belongs to: the first that is not full. */
export const lineToCount = (lines: readonly CountedLine[], itemId: number): CountedLine | undefined => {
  const ofItem = lines.filter(({ item }) => item?.id === itemId)
  return ofItem.find(({ expected, counted }) => (counted ?? 0) < (expected ?? 0)) ?? ofItem.at(-1)
}

export interface EnteredLine {
  item: OurItem
  quantity: number | null
  /** Cents. */
  cost: number | null
}
interface Entry {
  kind: 'purchased' | 'imported'
  supplier: string
  pin: string
  lines: readonly EnteredLine[]
  remark: string
}
export const entries = createKept<Entry>(() => ({
  kind: 'purchased',
  supplier: '',
  pin: '',
  lines: [],
  remark: '',
}))
