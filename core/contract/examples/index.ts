/** An example of every REST operation, checked against the schemas. */
import { accessExamples } from './access.ts'
import { accountExamples } from './account.ts'
import { creditNoteExamples } from './creditNote.ts'
import { customerExamples } from './customer.ts'
import { insuranceExamples } from './insurance.ts'
import { itemExamples } from './item.ts'
import { purchaseExamples } from './purchase.ts'
import { queueExamples } from './queue.ts'
import { saleExamples } from './sale.ts'
import { shiftExamples } from './shift.ts'
import { stockExamples } from './stock.ts'
import { systemExamples } from './system.ts'

export type { Example } from './example.ts'

export const examples = {
  ...systemExamples,
  ...accessExamples,
  ...customerExamples,
  ...itemExamples,
  ...saleExamples,
  ...creditNoteExamples,
  ...purchaseExamples,
  ...stockExamples,
  ...insuranceExamples,
  ...queueExamples,
  ...shiftExamples,
  ...accountExamples,
}
