import { parkedSales } from '../../../db/profile/parkedSales.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const listParked: Handler<'sale.parked'> = (_, { db }) =>
  ok({
    sales: parkedSales(db).map((row) => ({
      id: row.id,
      label: row.label,
      lines: row.line_count,
      total: row.total,
      cashier: row.author_name,
      parkedAt: row.parked_at,
    })),
  })
