import type { Item } from '../../../../core/contract/item.ts'
import { type Columns, readers } from './itemList.ts'
import type { Table } from './table.ts'

const mostLetters = 12

/** The texts of the tax column that are not just a letter, with the letter that Kaunta reads; the unreadable first. */
export const taxTextsOf = (
  { rows }: Table,
  { taxType: at }: Columns,
): { text: string; count: number; read: Item['taxType'] | null }[] =>
  at === undefined
    ? []
    : [...Map.groupBy(rows, ({ cells }) => (cells[at] ?? '').toLowerCase())]
        .filter(([text]) => text !== '' && !/^[a-e]$/.test(text))
        .map(([text, { length }]) => ({ text, count: length, read: readers.taxType(text) }))
        .toSorted((a, b) => Number(a.read !== null) - Number(b.read !== null) || b.count - a.count)
        .slice(0, mostLetters)
