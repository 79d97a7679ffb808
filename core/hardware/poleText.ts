import type { InputOf } from '../contract/index.ts'
import { formatMoney } from '../fiscal/money.ts'

const columns = 20

/** A pole display has the letters of ASCII. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '?')

const left = (text: string): string => plain(text).slice(0, columns).padEnd(columns)

/** A word and an amount at the two ends. The amount is never cut. */
const row = (word: string, cents: number): string => {
  const money = formatMoney(cents)
  const room = columns - money.length
  return (
    plain(word)
      .slice(0, Math.max(room - 1, 0))
      .padEnd(room) + money
  )
}

/** Returns two lines of 20 characters. */
export function poleText(view: InputOf<'pole.show'>, { shop, words }: PoleWords): [string, string] {
  switch (view.kind) {
    case 'item':
      return [row(view.name, view.amount), row(words.total, view.total)]
    case 'total':
      return [left(shop), row(words.total, view.total)]
    case 'change':
      return [row(words.total, view.total), row(words.change, view.change)]
    case 'idle':
      return [left(shop), left('')]
  }
}

export interface PoleWords {
  shop: string
  words: { total: string; change: string }
}

export const poleWords = {
  en: { total: 'Total', change: 'Change' },
  sw: { total: 'Jumla', change: 'Chenji' },
}
