/** The columns of exported levels and movements. */
import type { OutputOf } from '../../../core/contract/index.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { hasWord, say, sayFound } from '../../i18n/index.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { words } from './words.ts'

export type Level = OutputOf<'stock.levels'>['levels'][number]
export type Movement = OutputOf<'stock.movements'>['movements'][number]

export const stateWords = { waiting: 'waiting', accepted: 'sent', refused: 'refused' } as const
export const typeText = (type: string): string =>
  hasWord(words, `type.${type}`) ? sayFound(words, `type.${type}`) : type

/** `T1-12`, `Delivery 3`; null: the movement has no document. */
export const documentText = ({ document }: Movement): string | null =>
  document && say(words, `document.${document.kind}`, { number: document.number })

export const levelFields = (): Field<Level>[] => [
  { kind: 'text', header: say(exportWords, 'fields.code'), value: ({ code }) => code },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ name }) => name },
  { kind: 'text', header: say(exportWords, 'fields.category'), value: ({ category }) => category },
  { kind: 'quantity', header: say(exportWords, 'fields.onHand'), value: ({ onHand }) => onHand },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'amount', header: say(exportWords, 'fields.value'), value: ({ value }) => value },
  { kind: 'quantity', header: say(exportWords, 'fields.sold7'), value: ({ sold7 }) => sold7 },
  { kind: 'quantity', header: say(exportWords, 'fields.sold30'), value: ({ sold30 }) => sold30 },
  { kind: 'count', header: say(exportWords, 'fields.lasts'), value: ({ lasts }) => lasts },
  { kind: 'moment', header: say(exportWords, 'fields.lastSold'), value: ({ lastSoldAt }) => lastSoldAt },
  { kind: 'quantity', header: say(exportWords, 'fields.low'), value: ({ lowStock }) => lowStock },
  { kind: 'quantity', header: say(words, 'columns.onOrder'), value: ({ onOrder }) => onOrder },
  {
    kind: 'quantity',
    header: say(exportWords, 'fields.atAuthority'),
    value: ({ atAuthority }) => atAuthority,
  },
]

export const movementFields = (): Field<Movement>[] => [
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ at }) => at },
  { kind: 'text', header: say(exportWords, 'fields.code'), value: ({ itemCode }) => itemCode },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ itemName }) => itemName },
  { kind: 'text', header: say(exportWords, 'fields.kind'), value: ({ type }) => typeText(type) },
  { kind: 'quantity', header: say(exportWords, 'fields.quantity'), value: ({ quantity }) => quantity },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'quantity', header: say(exportWords, 'fields.after'), value: ({ onHandAfter }) => onHandAfter },
  { kind: 'text', header: say(exportWords, 'fields.document'), value: documentText },
  { kind: 'text', header: say(exportWords, 'fields.remark'), value: ({ remark }) => remark },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  {
    kind: 'text',
    header: say(exportWords, 'fields.registration'),
    value: ({ state }) => say(words, `state.${stateWords[state]}`),
  },
]
