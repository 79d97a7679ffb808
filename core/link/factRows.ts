/** A row of the till's trail as its hub gets it. */
import type { AuditRow, Reader } from '../../db/profile/audit.ts'
import { rowsOf, type TrailRow, type TrailRows, uidsOf } from '../../db/profile/trailRows.ts'
import type { Fact } from '../contract/hub/wire.ts'

/** The version of every kind so far. A kind whose rows change gets a greater one of its own. */
const version = 1

/** Local ids of items or customers that the rows name in a column. */
const namedIn = ({ row, lines, movements, parts, submissions }: TrailRows, column: string): number[] => {
  const values = [[row], lines, movements, parts, submissions].flatMap((rows) =>
    (rows ?? []).map((each: TrailRow) => each[column]),
  )
  return [...new Set(values.filter((id) => typeof id === 'number'))]
}

/** Returns the fact of a row of the trail. It reads the rows as they are now. */
export const factOf = (db: Reader, audit: AuditRow): Fact => {
  const { row_id, ...rest } = audit
  const rows = rowsOf(db, audit)
  return {
    ...rest,
    v: version,
    rowId: row_id,
    rows,
    uids: {
      items: rows ? uidsOf(db, 'item', namedIn(rows, 'item_id')) : {},
      customers: rows ? uidsOf(db, 'customer', namedIn(rows, 'customer_id')) : {},
    },
  }
}
