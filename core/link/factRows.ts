/** A row of the till's trail as its hub gets it. */
import type { AuditRow, Reader } from '../../db/profile/audit.ts'
import { claimOfNote } from '../../db/profile/otherSales.ts'
import { rowsOf, type TrailRow, type TrailRows, uidsOf } from '../../db/profile/trailRows.ts'
import type { Fact } from '../contract/hub/wire.ts'
import type { SubmissionKind } from '../contract/queue.ts'
import { itemIdsOf } from '../queue/records.ts'

/**
 * A kind whose rows change gets a greater version of its own. A hub of before would not count what a payment leaves for
 * sales of other tills.
 */
const versionOf = (kind: string, rows: TrailRows | null): number => {
  if (kind !== 'accountPaid' || rows === null) return 1
  const ofParts = (rows.parts ?? []).reduce((sum, { amount }) => sum + Number(amount), 0)
  return ofParts < Number(rows.row['amount']) ? 2 : 1
}

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
  return { ...rest, v: versionOf(audit.kind, rows), rowId: row_id, rows, uids }
}
