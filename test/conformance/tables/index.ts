/** All 29 endpoints of 4.0. */
import type { Endpoint } from '../support/table.ts'
import { creditNotes } from './creditNotes.ts'
import { customers } from './customers.ts'
import { device } from './device.ts'
import { items } from './items.ts'
import { purchases } from './purchases.ts'
import { reference } from './reference.ts'
import { sales } from './sales.ts'
import { stock } from './stock.ts'
import { verification } from './verification.ts'

export const endpoints: Endpoint[] = [
  ...device,
  ...reference,
  ...customers,
  ...items,
  ...sales,
  ...creditNotes,
  ...purchases,
  ...verification,
  ...stock,
]
