/**
 * Estimates the length of a receipt on a roll. A page needs a height, and a browser cannot compute a fitting one. A
 * low estimate would move the rest to a second page of the same length, so the estimate is rather high.
 */

import type { Block, ReceiptModel } from '../documents/receipt.ts'
import { layOut } from './layout.ts'
import { cleanText } from './sanitise.ts'

/** Millimetres, from the styles in `htmlStyle.ts`; `room`: em of the printable strip. */
const rolls = {
  '58mm': { columns: 32, room: 18, text: 3.5, big: 12, qr: 35, around: 8 },
  '80mm': { columns: 48, room: 21.4, text: 4.4, big: 15, qr: 37, around: 8 },
} as const

/**
 * Space above each item and section, and around a section's title. A line without words is no higher than a text
 * line.
 */
const air = { item: 0.8, section: 1.2, rule: 3 }

/** Returns a character's width in the widest of the usual fonts, em. */
const latin = Array.from({ length: 0x300 }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (sign === ' ') return 0.29
  if (/[MWmw@%]/.test(sign)) return 0.9
  return /[A-Z]/.test(sign) ? 0.69 : 0.57
})
const widthOf = (sign: string): number => latin[sign.codePointAt(0) ?? 0] ?? 1
const emOf = (text: string): number => [...text].reduce((sum, sign) => sum + widthOf(sign), 0)

/** Breaks like the page: at spaces, and inside a word that is wider than the line. */
const linesIn = (text: string, room: number): number => {
  let lines = 1
  let used = 0
  for (const word of cleanText(text).split(' ')) {
    const width = emOf(word)
    const next = used === 0 ? width : used + widthOf(' ') + width
    if (next <= room) {
      used = next
      continue
    }
    lines += (used === 0 ? 0 : 1) + Math.ceil(width / room) - 1
    used = width % room
  }
  return lines
}

const pairLines = (left: string, right: string, room: number): number =>
  emOf(cleanText(left)) + 0.75 + emOf(cleanText(right)) <= room
    ? 1
    : linesIn(left, room) + linesIn(right, room)

/** How much larger than the rest a block may be set. */
const scales = { normal: 1, strong: 1.1, title: 1.3 } as const

/** Lines of a block whose words wrap; null for blocks with as many lines as on a receipt printer. */
const linesOf = (block: Block, room: number): number | null => {
  switch (block.kind) {
    case 'text': {
      const scale = scales[block.weight]
      return linesIn(block.text, room / scale) * scale
    }
    case 'pair': {
      const scale = scales[block.weight]
      return pairLines(block.left, block.right, room / scale) * scale
    }
    case 'item': {
      const { name, unitPrice, quantity, amount, discount } = block
      return (
        linesIn(name, room) +
        pairLines(`${unitPrice} x ${quantity}`, amount, room - 1) +
        (discount ? pairLines(discount.label, discount.amount, room - 1) : 0)
      )
    }
    default:
      return null
  }
}

/** Returns the millimetres of a roll of that width. */
export function rollHeight(model: ReceiptModel, paper: '58mm' | '80mm'): number {
  const { columns, room, ...heights } = rolls[paper]
  let words = 0
  let items = 0
  const isOther = (block: Block): boolean => {
    const lines = linesOf(block, room)
    words += lines ?? 0
    if (block.kind === 'item') items += 1
    return lines === null
  }
  const sections = model.sections.map((section) => ({ ...section, blocks: section.blocks.filter(isOther) }))
  const others = layOut({ ...model, sections }, columns)
    .filter((line) => line.kind !== 'text' || line.text !== '')
    .reduce((sum, { kind }) => sum + heights[kind], 0)
  const rules = sections.filter(({ rule }) => rule).length
  const between = items * air.item + sections.length * air.section + rules * air.rule
  return Math.ceil(heights.around + others + words * heights.text + between)
}
