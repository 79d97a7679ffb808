import { fail } from '../../contract/errors.ts'

export const noPrinter = (field: string) =>
  fail('003', 'printer.unknown', 'There is no such printer. Choose one from the list.', { field })
