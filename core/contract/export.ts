/** Lists that leave the till as a file. */
import { z } from 'zod'
import { count } from './figures.ts'
import { operation } from './operation.ts'

export const exportedList = z.enum([
  'items',
  'itemHistory',
  'levels',
  'movements',
  'receipts',
  'customers',
  'account',
  'documents',
  'activity',
  'shifts',
  'counts',
  'countLines',
  'supplierInvoices',
  'deliveries',
  'deliveryLines',
  'customs',
  'transfers',
  'arrivals',
  'transferLines',
  'toOrder',
  'orders',
  'order',
  'imports',
  'importLines',
])
export type ExportedList = z.infer<typeof exportedList>

export const exportOperations = {
  'export.record': operation({
    summary: 'Record that a list leaves the till as a file, before the file is handed over',
    allow: 'manager',
    profile: true,
    input: z.object({ list: exportedList, format: z.enum(['csv', 'xlsx']), rows: count }),
    output: z.object({}),
  }),
}
