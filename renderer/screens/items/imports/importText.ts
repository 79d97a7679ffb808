/** Imports, bulk changes and what they did, in the words of the screen's language. */
import type {
  BulkChange,
  FieldValue,
  ImportField,
  ImportHead,
  ImportLine,
  Kept,
} from '../../../../core/contract/import.ts'
import { formatQuantity } from '../../../../core/fiscal/money.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { common } from '../../../i18n/common.ts'
import { explain } from '../../../i18n/errors.ts'
import { hasWord, say, sayFound } from '../../../i18n/index.ts'
import type { Field } from '../../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../../window/exporting/words.ts'
import { words as itemWords } from '../words.ts'
import { words } from './words.ts'

const none = '–'

const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text.replace('-', '−'))

export const changeText = (change: BulkChange): string => {
  switch (change.kind) {
    case 'percent':
      return say(words, 'percent', { percent: signed(change.percent, formatQuantity(change.percent)) })
    case 'amount':
      return say(words, 'amount', { amount: signed(change.amount, money(change.amount)) })
    case 'taxType':
      return say(words, 'taxType', { value: say(common, `tax.${change.taxType}`) })
    case 'category':
      return say(words, 'category', { value: change.category ?? none })
    case 'lowStock':
      return say(words, 'lowStock', { value: change.lowStock === null ? none : quantity(change.lowStock) })
  }
}

/** A file by its name, a bulk change by what it changes. */
export const nameOf = ({ fileName, change, number }: ImportHead): string =>
  fileName ?? (change ? changeText(change) : say(words, 'number', { number }))

/** `2 new, 5 changed`; outcomes without an item are left out. */
export const countsText = (head: Pick<ImportHead, 'made' | 'changed' | 'same' | 'failed'>): string =>
  (['made', 'changed', 'same', 'failed'] as const)
    .filter((outcome) => head[outcome] > 0)
    .map((outcome) => say(words, outcome, { count: head[outcome] }))
    .join(', ')

const found = (from: Parameters<typeof hasWord>[0], key: string, otherwise: string): string =>
  hasWord(from, key) ? sayFound(from, key) : otherwise

export const valueText = (field: ImportField, value: FieldValue): string => {
  if (value === null || value === '') return none
  switch (field) {
    case 'price':
      return money(Number(value))
    case 'lowStock':
      return quantity(Number(value))
    case 'taxType':
      return found(common, `tax.${value}`, String(value))
    case 'type':
      return found(itemWords, `type.${value}`, String(value))
    case 'quantityUnit':
      return found(itemWords, `unit.${value}`, String(value))
    case 'active':
    case 'classChosen':
      return say(words, value === 1 ? 'yes' : 'no')
    default:
      return String(value)
  }
}

const keptText = ({ field, reason, failure }: Kept): string =>
  say(words, `kept.${reason}`, {
    field: field === null ? '' : say(words, `field.${field}`),
    why: failure ? explain(failure) : '',
  })

/** `Price 60.00 → 65.00 · Barcode: changed since, so it stays`. */
export const lineText = ({ act, changes, kept }: ImportLine): string => {
  const shown = changes.filter(({ field }) => field !== 'active' || act === 'changed')
  return [
    ...(act === 'changed' ? [] : [say(words, `act.${act}`)]),
    ...shown.map(
      ({ field, before, after }) =>
        `${say(words, `field.${field}`)} ${valueText(field, before)} → ${valueText(field, after)}`,
    ),
    ...kept.map(keptText),
  ].join(' · ')
}

export const stateOf = ({ undo, done, total }: ImportHead): 'undoing' | 'undone' | 'stopped' | 'done' => {
  if (undo) return undo.done < undo.total ? 'undoing' : 'undone'
  return done < total ? 'stopped' : 'done'
}

export const importFields = (): Field<ImportHead>[] => [
  { kind: 'count', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  { kind: 'text', header: say(words, 'list'), value: nameOf },
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ at }) => at },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  { kind: 'text', header: say(words, 'items'), value: countsText },
  { kind: 'text', header: say(exportWords, 'fields.state'), value: (head) => say(words, stateOf(head)) },
]

export const importLineFields = (): Field<ImportLine>[] => [
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ name }) => name },
  { kind: 'text', header: say(words, 'columns.change'), value: lineText },
]
