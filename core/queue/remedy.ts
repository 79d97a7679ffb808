/** Reads from the authority's text what a manager must do about a rejection (`authority §2.3`). */
import type { Remedy } from '../contract/queue.ts'

export interface Advice {
  remedy: Remedy
  /** Position of the wrong line, from 1. */
  line: number | null
  /** The item's code at the authority, if the text names it. */
  itemCode: string | null
}

const patterns: [RegExp, Remedy][] = [
  [/not exist in your stock|insufficient stock|sufficient stock|stock io is empty|rsdqty/i, 'addStock'],
  [
    /not exist in your inventory|itemcd.*(not (exist|found|registered))|item.*not registered/i,
    'registerItem',
  ],
  [
    /itemcd|qtyunitcd|quantity unit|package unit|packaging unit|pkgunitcd|orgnnatcd|itemclscd|item tax type|taxtycd|invalid pkg/i,
    'fixItem',
  ],
  [/orginvcno|original/i, 'checkOriginal'],
  [/custtin|buyer|taxpayer.*(not|invalid)|customer pin/i, 'fixBuyer'],
  [/future|salesdt|cfmdt|ocrndt/i, 'fixClock'],
  [/splyam|taxblam|taxam|totam|taxrt|tax rate|tottax|totitemcnt|invalid amount/i, 'checkAmounts'],
]

/** Parses a rejection. An unknown text goes to support unchanged. */
export const adviseOn = (text: string): Advice => {
  const line = /(?:on item|itemlist|item)\s*:?\s*(\d{1,3})\b/i.exec(text)?.[1]
  const itemCode = /\b[A-Z]{2}[123][A-Z0-9]{4}\d{7}\b/.exec(text)?.[0] ?? null
  const remedy = patterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'callSupport'
  return { remedy, line: line ? Number(line) : null, itemCode }
}
