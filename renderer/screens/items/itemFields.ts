import type { Item, ItemChange } from '../../../core/contract/item.ts'
import { say } from '../../i18n/index.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { words } from './words.ts'

/**
 * The columns of exported items. An import reads the same file, and then changes only what a person has changed in it.
 * So nothing is in it that reads as another value, such as a class that nobody has chosen.
 */
export const itemFields = (): Field<Item>[] => [
  { kind: 'text', header: say(exportWords, 'fields.code'), value: ({ code }) => code },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ name }) => name },
  { kind: 'text', header: say(exportWords, 'fields.secondName'), value: ({ secondName }) => secondName },
  { kind: 'text', header: say(exportWords, 'fields.barcode'), value: ({ barcode }) => barcode },
  { kind: 'text', header: say(exportWords, 'fields.category'), value: ({ category }) => category },
  { kind: 'amount', header: say(exportWords, 'fields.price'), value: ({ price }) => price },
  { kind: 'text', header: say(exportWords, 'fields.tax'), value: ({ taxType }) => taxType },
  { kind: 'text', header: say(exportWords, 'fields.unit'), value: ({ quantityUnit }) => quantityUnit },
  { kind: 'text', header: say(exportWords, 'fields.type'), value: ({ type }) => say(words, `type.${type}`) },
  { kind: 'quantity', header: say(exportWords, 'fields.low'), value: ({ lowStock }) => lowStock },
  {
    kind: 'text',
    header: say(exportWords, 'fields.itemClass'),
    value: ({ itemClass, classChosen }) => (classChosen ? itemClass : null),
  },
  { kind: 'quantity', header: say(exportWords, 'fields.stockThen'), value: ({ onHand }) => onHand },
  {
    kind: 'text',
    header: say(exportWords, 'fields.registration'),
    value: ({ registration }) => say(words, `registration.${registration}`),
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.active'),
    value: ({ active }) => say(exportWords, active ? 'fields.yes' : 'fields.no'),
  },
]

/** What changed a price or a cost. */
export const whatChanged = ({ cost }: ItemChange): string =>
  cost
    ? say(words, 'costs.delivery', { number: cost.number, name: cost.supplierName })
    : say(words, 'costs.change')

export const historyFields = (): Field<ItemChange>[] => [
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ at }) => at },
  { kind: 'text', header: say(words, 'costs.who'), value: whatChanged },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  {
    kind: 'amount',
    header: say(exportWords, 'fields.priceBefore'),
    value: ({ price }) => price?.[0] ?? null,
  },
  { kind: 'amount', header: say(exportWords, 'fields.price'), value: ({ price }) => price?.[1] ?? null },
  { kind: 'amount', header: say(words, 'costs.cost'), value: ({ cost }) => cost?.unit ?? null },
  {
    kind: 'quantity',
    header: say(exportWords, 'fields.quantity'),
    value: ({ cost }) => cost?.received ?? null,
  },
]
