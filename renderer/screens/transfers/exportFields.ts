/** The columns of exported transfers, of what arrives, and of the goods of a transfer. */
import type { ArrivalShown, Transfer, TransferLine } from '../../../core/contract/transfer.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { formatWireDay } from '../../i18n/format.ts'
import { say } from '../../i18n/index.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { branchName } from './branchName.ts'
import { words } from './words.ts'

export const transferFields = (direction: Transfer['direction']): Field<Transfer>[] => [
  { kind: 'count', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  {
    kind: 'text',
    header: say(words, direction === 'out' ? 'columns.to' : 'columns.from'),
    value: ({ branch }) => branchName(branch),
  },
  { kind: 'text', header: say(words, 'columns.theirs'), value: ({ arrivalNumber }) => arrivalNumber },
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ at }) => at },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  { kind: 'text', header: say(exportWords, 'fields.remark'), value: ({ remark }) => remark },
  { kind: 'count', header: say(exportWords, 'fields.lines'), value: ({ lines }) => lines },
  { kind: 'count', header: say(exportWords, 'fields.differing'), value: ({ differences }) => differences },
  {
    kind: 'text',
    header: say(exportWords, 'fields.registration'),
    value: ({ state }) => say(words, `state.${state ?? 'nothing'}`),
  },
]

export const arrivalFields = (): Field<ArrivalShown>[] => [
  { kind: 'text', header: say(words, 'columns.from'), value: ({ from }) => branchName(from) },
  { kind: 'text', header: say(words, 'columns.theirs'), value: ({ number }) => number },
  { kind: 'text', header: say(words, 'columns.sentOn'), value: ({ sentOn }) => formatWireDay(sentOn) },
  { kind: 'text', header: say(exportWords, 'fields.remark'), value: ({ remark }) => remark },
  { kind: 'count', header: say(exportWords, 'fields.lines'), value: ({ lines }) => lines },
  {
    kind: 'text',
    header: say(exportWords, 'fields.state'),
    value: ({ state }) => say(words, `arrival.state.${state}`),
  },
]

export const lineFields = (): Field<TransferLine>[] => [
  { kind: 'text', header: say(exportWords, 'fields.code'), value: ({ itemCode }) => itemCode },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ itemName }) => itemName },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'quantity', header: say(words, 'columns.sent'), value: ({ expected }) => expected },
  { kind: 'quantity', header: say(exportWords, 'fields.quantity'), value: ({ quantity }) => quantity },
]
