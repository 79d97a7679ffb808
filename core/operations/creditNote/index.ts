import { creditByBarcode } from './barcode.ts'
import { creditExpress } from './express.ts'
import { submitCreditNote } from './submit.ts'

export const creditNoteHandlers = {
  'creditNote.submit': submitCreditNote,
  'creditNote.express': creditExpress,
  'creditNote.barcode': creditByBarcode,
}
