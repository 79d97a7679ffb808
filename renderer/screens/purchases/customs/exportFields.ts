/** The columns of exported entries of customs. */
import type { CustomsEntry } from '../../../../core/contract/customs.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { formatWireDay } from '../../../i18n/format.ts'
import { say } from '../../../i18n/index.ts'
import type { Field } from '../../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../../window/exporting/words.ts'
import { words } from './words.ts'

export const entryFields = (): Field<CustomsEntry>[] => [
  { kind: 'text', header: say(words, 'columns.goods'), value: ({ itemName }) => itemName },
  { kind: 'text', header: say(words, 'entry.supplier'), value: ({ supplierName }) => supplierName },
  { kind: 'text', header: say(words, 'columns.declaration'), value: ({ declaration }) => declaration },
  {
    kind: 'text',
    header: say(words, 'entry.day'),
    value: ({ declaredOn }) => (declaredOn === null ? null : formatWireDay(declaredOn)),
  },
  { kind: 'text', header: say(words, 'entry.hsCode'), value: ({ hsCode }) => hsCode },
  { kind: 'quantity', header: say(words, 'columns.quantity'), value: ({ quantity }) => quantity },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'amount', header: say(exportWords, 'fields.amount'), value: ({ cost }) => cost },
  {
    kind: 'text',
    header: say(exportWords, 'fields.state'),
    value: ({ state }) => say(words, `state.${state}`),
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.registration'),
    value: ({ told }) => told && say(words, `told.${told}`),
  },
]
