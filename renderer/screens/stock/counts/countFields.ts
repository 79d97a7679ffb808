/** The columns of exported counts and of what was counted, and the words of a cause. */
import type { CountHead, CountRow } from '../../../../core/contract/count.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { quantity } from '../../../components/Amount.tsx'
import { say } from '../../../i18n/index.ts'
import type { Field } from '../../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../../window/exporting/words.ts'
import { words } from '../words.ts'

export const causeText = (cause: CountRow['causes'][number]): string => {
  switch (cause.kind) {
    case 'moved':
      return say(words, 'count.cause.moved', { quantity: quantity(cause.quantity) })
    case 'mixedUp':
      return say(words, 'count.cause.mixedUp', { name: cause.name })
    default:
      return say(words, `count.cause.${cause.kind}`)
  }
}

export const countFields = (): Field<CountHead>[] => [
  { kind: 'count', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  {
    kind: 'text',
    header: say(exportWords, 'fields.kind'),
    value: ({ scope, category }) => category ?? say(words, `count.scope.${scope}`),
  },
  { kind: 'moment', header: say(exportWords, 'fields.opened'), value: ({ startedAt }) => startedAt },
  { kind: 'text', header: say(exportWords, 'fields.openedBy'), value: ({ by }) => by },
  { kind: 'count', header: say(exportWords, 'fields.goods'), value: ({ counted }) => counted },
  {
    kind: 'text',
    header: say(exportWords, 'fields.state'),
    value: ({ end }) => say(words, end ? `count.${end.act}` : 'count.running'),
  },
  { kind: 'moment', header: say(exportWords, 'fields.closed'), value: ({ end }) => end?.at ?? null },
  { kind: 'text', header: say(exportWords, 'fields.closedBy'), value: ({ end }) => end?.by ?? null },
]

export const lineFields = (): Field<CountRow>[] => [
  { kind: 'text', header: say(exportWords, 'fields.code'), value: ({ code }) => code },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ name }) => name },
  { kind: 'text', header: say(exportWords, 'fields.category'), value: ({ category }) => category },
  {
    kind: 'text',
    header: say(exportWords, 'fields.unit'),
    value: ({ quantityUnit }) => unitSign(quantityUnit),
  },
  { kind: 'quantity', header: say(words, 'count.counted'), value: ({ counted }) => counted },
  { kind: 'quantity', header: say(words, 'count.expected'), value: ({ expected }) => expected },
  {
    kind: 'quantity',
    header: say(words, 'count.difference'),
    value: ({ counted, expected }) => (counted === null || expected === null ? null : counted - expected),
  },
  { kind: 'amount', header: say(exportWords, 'fields.value'), value: ({ value }) => value },
  {
    kind: 'text',
    header: say(exportWords, 'fields.reason'),
    value: ({ causes, reason }) =>
      [...causes.map(causeText), reason && say(words, `count.reason.${reason}`)].filter(Boolean).join(', '),
  },
]
