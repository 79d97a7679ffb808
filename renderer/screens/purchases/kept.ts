/** What is being counted or entered. */
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { scale } from '../../../core/fiscal/money.ts'
import { createKept } from '../../window/kept.ts'

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
