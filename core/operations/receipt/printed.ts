import { setPrintOutcome } from '../../../db/app/invoices.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'

export const receiptPrinted: Handler<'receipt.printed'> = ({ printId, outcome }, { db }) =>
  setPrintOutcome(db, printId, outcome)
    ? ok({})
    : fail('003', 'receipt.unknownPrint', 'There is no such print, or its outcome is known already.', {
        field: 'printId',
      })
