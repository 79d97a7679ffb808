import type { QueueRow } from '../../../core/contract/queue.ts'
import { common } from '../../i18n/common.ts'
import { say } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { documentName, refusalSmall, rowReason, rowState, type Say } from './explain.ts'
import { words } from './words.ts'

const inWords: Say = (key, values) => say(words, key, values)

/** The columns of exported documents of the queue. */
export const documentFields = (): Field<QueueRow>[] => [
  {
    kind: 'text',
    header: say(exportWords, 'fields.document'),
    value: (row) => documentName(row, inWords),
  },
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ createdAt }) => createdAt },
  { kind: 'text', header: say(exportWords, 'fields.person'), value: ({ by }) => by },
  { kind: 'amount', header: say(exportWords, 'fields.amount'), value: ({ amount }) => amount },
  {
    kind: 'text',
    header: say(exportWords, 'fields.state'),
    value: (row) => say(common, `state.${rowState(row)}`),
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.reason'),
    value: (row) =>
      [rowReason(row, inWords, tillNow()), refusalSmall(row, inWords, tillNow())].filter(Boolean).join(' · '),
  },
  {
    kind: 'text',
    header: say(exportWords, 'fields.signature'),
    value: ({ controlUnitNumber }) => controlUnitNumber,
  },
]
