import { parseQuantity } from '../../../../core/fiscal/money.ts'

/** Reads the search box: `3*` before a scan or a name takes three of it. Quantity in hundredths. */
export interface SearchText {
  quantity: number | null
  words: string
}

export function readSearch(text: string): SearchText {
  const found = /^\s*([\d.,]+)\s*[*×]\s*(.*)$/.exec(text)
  const quantity = parseQuantity(found?.[1]?.replace(',', '.') ?? '')
  if (!found || quantity === null || quantity <= 0) return { quantity: null, words: text.trim() }
  return { quantity, words: (found[2] ?? '').trim() }
}

/** Digits that may be a barcode or a code typed by hand. */
export const looksLikeCode = (words: string) => /^\d{3,}$/.test(words)
