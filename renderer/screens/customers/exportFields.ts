/** The columns of exported customers and of an exported account. */
import type { AccountEntry } from '../../../core/contract/account.ts'
import type { ListedCustomer } from '../../../core/contract/customer.ts'
import { say } from '../../i18n/index.ts'
import type { Field } from '../../window/exporting/spreadsheet.ts'
import { words as exportWords } from '../../window/exporting/words.ts'
import { words } from './words.ts'

export const customerFields = (): Field<ListedCustomer>[] => [
  { kind: 'count', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  { kind: 'text', header: say(exportWords, 'fields.name'), value: ({ name }) => name },
  { kind: 'text', header: say(exportWords, 'fields.phone'), value: ({ phone }) => phone },
  { kind: 'text', header: say(exportWords, 'fields.pin'), value: ({ pin }) => pin },
  { kind: 'text', header: say(exportWords, 'fields.email'), value: ({ email }) => email },
  { kind: 'text', header: say(exportWords, 'fields.address'), value: ({ address }) => address },
  { kind: 'text', header: say(exportWords, 'fields.note'), value: ({ note }) => note },
  { kind: 'amount', header: say(exportWords, 'fields.limit'), value: ({ creditLimit }) => creditLimit },
  { kind: 'amount', header: say(exportWords, 'fields.owed'), value: ({ owed }) => owed },
]

/** `name`: whose account it is. */
export const entryFields = (
  name: string,
  nameOf: (entry: AccountEntry) => string | null,
): Field<AccountEntry>[] => [
  { kind: 'text', header: say(exportWords, 'fields.account'), value: () => name },
  { kind: 'text', header: say(exportWords, 'fields.kind'), value: ({ kind }) => say(words, `kind.${kind}`) },
  { kind: 'text', header: say(exportWords, 'fields.number'), value: ({ number }) => number },
  { kind: 'moment', header: say(exportWords, 'fields.time'), value: ({ at }) => at },
  { kind: 'text', header: say(exportWords, 'fields.payment'), value: nameOf },
  { kind: 'amount', header: say(exportWords, 'fields.amount'), value: ({ total }) => total },
  { kind: 'amount', header: say(exportWords, 'fields.change'), value: ({ change }) => change },
  { kind: 'text', header: say(exportWords, 'fields.note'), value: ({ note }) => note ?? null },
]
