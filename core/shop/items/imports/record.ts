/** Stores imports, bulk changes and undoings as they happen: a batch with its effects in one transaction. */
import {
  type ImportRow,
  insertImport,
  insertPart,
  type NewLine,
  type PartCounts,
} from '../../../../db/profile/imports.ts'
import { takeNumber } from '../../../../db/profile/lanes.ts'
import { authorOf } from '../../../access/actor.ts'
import { fail } from '../../../contract/errors.ts'
import type { ShopContext } from '../../context.ts'

export const importUndone = ({ number }: Pick<ImportRow, 'number'>) =>
  fail('004', 'import.undone', `Number ${number} was undone. Import the list or change the items again.`, {
    field: 'id',
    params: { number },
  })

/** What a new import is about, besides who begins it. */
export type Begun = Pick<ImportRow, 'kind' | 'file_name' | 'change' | 'undoes_id' | 'total'>

export const beginImport = (context: ShopContext, begun: Begun, requestId: string): ImportRow => {
  const { profile, db, ports, actor } = context
  const author = authorOf(actor)
  profile.disk.demandRoom()
  const number = takeNumber(db, 'till.itemImport')
  return insertImport(
    db,
    {
      ...begun,
      uid: ports.ids.uuid(),
      number,
      started_at: profile.now(),
      author_id: author.id,
      author_name: author.name,
      request_id: requestId,
    },
    begun.file_name ?? String(number),
  )
}

/** The numbers and lines of a batch as it grows. */
export interface Tally {
  counts: PartCounts
  lines: NewLine[]
}

export const emptyTally = (): Tally => ({
  counts: { row_count: 0, made: 0, changed: 0, same: 0, failed: 0, switched_off: 0, fields: 0, kept: 0 },
  lines: [],
})

export const storePart = (
  { profile, db, actor }: ShopContext,
  importId: number,
  { position, tally }: { position: number; tally: Tally },
): void => {
  const author = authorOf(actor)
  const part = { import_id: importId, position, stored_at: profile.now(), ...tally.counts }
  insertPart(db, { ...part, author_id: author.id, author_name: author.name }, tally.lines)
}
