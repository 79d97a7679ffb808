/** A credit note whose goods are named by barcode (`spec 4.12`). */

import { creditCallersSale } from '../../shop/sales/creditCallersSale.ts'
import type { Handler } from '../shared/handler.ts'
import { aboutOriginal, ordinary } from './shapes.ts'

export const creditByBarcode: Handler<'creditNote.barcode'> = (input, context) =>
  creditCallersSale(
    context,
    aboutOriginal(
      input,
      // The barcode decides, whatever other codes the line has.
      input.lineItems.map((line) => ({ ...line, itemCd: null })),
    ),
    ordinary,
  )
