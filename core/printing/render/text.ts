import type { ReceiptModel } from '../documents/receipt.ts'
import { type Columns, layOut } from './layout.ts'

/**
 * Renders a receipt as lines of printable ASCII, none longer than `columns`. Amounts are never broken. Big words are
 * spaced and fenced, and the QR code is its address in angle brackets.
 */
export function renderText(model: ReceiptModel, columns: Columns): string[] {
  return layOut(model, columns).flatMap((line) => {
    if (line.kind === 'text') return [line.text]
    if (line.kind === 'big') return bigWord(line.text, columns)
    return wrapAnywhere(`<${line.url}>`, columns)
  })
}

function bigWord(text: string, columns: number): string[] {
  const word = `*** ${[...text].join(' ')} ***`
  return ['', centre(word, columns), '']
}

function centre(text: string, columns: number): string {
  const line = text.slice(0, columns)
  return ' '.repeat(Math.floor((columns - line.length) / 2)) + line
}

function wrapAnywhere(text: string, columns: number): string[] {
  return text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []
}
