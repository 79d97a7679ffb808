/** A row of the till's trail as its hub gets it. */
import type { AuditRow, Reader } from '../../db/profile/audit.ts'
import { claimOfNote } from '../../db/profile/otherSales.ts'
import { rowsOf, type TrailRow, type TrailRows, uidsOf } from '../../db/profile/trailRows.ts'
import type { Fact } from '../contract/hub/wire.ts'
import type { SubmissionKind } from '../contract/queue.ts'
import { itemIdsOf } from '../queue/records.ts'

/** The version of every kind so far. A kind whose rows change gets a greater one of its own. */
const version = 1

/** Local ids of items or customers that the rows name in a column. */
const namedIn = ({ row, lines, movements, parts, submissions }: TrailRows, column: string): number[] => {
  const values = [[row], lines, movements, parts, submissions].flatMap((rows) =>
    (rows ?? []).map((each: TrailRow) => each[column]),
  )
  return [...new Set(values.filter((id) => typeof id === 'number'))]
}

/**
 * Local ids of items in what is owed to the authority. Some of it moves goods that no row names. A damaged payload names none.
 */
const namedInPayloads = ({ row, submissions = [] }: TrailRows): number[] =>
  [row, ...submissions].flatMap(({ kind, payload }) => {
    if (typeof payload !== 'string') return []
    try {
      return itemIdsOf({ kind: kind as SubmissionKind, payload })
    } catch {
      return []
    }
  })

/** Returns the fact of a row of the trail, with the rows as they are now. */
export const factOf = (db: Reader, audit: AuditRow): Fact => {
  const { row_id, ...rest } = audit
  const rows = rowsOf(db, audit)
  const itemIds = rows ? new Set([...namedIn(rows, 'item_id'), ...namedInPayloads(rows)]) : []
  const items = uidsOf(db, 'item', [...itemIds])
  const customers = uidsOf(db, 'customer', rows ? namedIn(rows, 'customer_id') : [])
  const claim = audit.kind === 'creditNote' && row_id !== null ? claimOfNote(db, row_id) : undefined
  const uids = {
    items: Object.fromEntries(items),
    customers: Object.fromEntries(customers),
    ...(claim && { claim }),
  }
  return { ...rest, v: version, rowId: row_id, rows, uids }
}
