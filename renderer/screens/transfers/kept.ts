/** What is being counted, sent or entered by hand. */
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { createKept } from '../../window/kept.ts'

type ArrivalLine = OutputOf<'transfer.arrival'>['lines'][number]
export type OurItem = Pick<Item, 'id' | 'name' | 'secondName' | 'quantityUnit'>

/** Both by the sender's code. */
interface Count {
  items: Record<string, OurItem>
  counted: Record<string, number | null>
  remark: string
}
export const counts = createKept<Count>(() => ({ items: {}, counted: {}, remark: '' }))

export interface CountedLine {
  line: ArrivalLine
  item: OurItem | null
  /** null: not counted. */
  counted: number | null
}

export const countedLines = (lines: readonly ArrivalLine[], count: Count): CountedLine[] =>
  lines.map((line) => ({
    line,
    item: count.items[line.code] ?? line.item,
    counted: count.counted[line.code] ?? null,
  }))

export type Fault = 'item' | 'counted'
/** What a line lacks; null: nothing. */
export const faultOf = ({ item, counted }: CountedLine): Fault | null => {
  if (!item) return 'item'
  return counted === null || counted < 0 ? 'counted' : null
}

export const differs = ({ line, counted }: CountedLine): boolean =>
  counted !== null && counted !== line.quantity

export interface EnteredLine {
  item: OurItem & Pick<Item, 'onHand'>
  quantity: number | null
}
interface Entry {
  branchId: string | null
  lines: readonly EnteredLine[]
  remark: string
}
export const entries = createKept<Entry>(() => ({ branchId: null, lines: [], remark: '' }))
