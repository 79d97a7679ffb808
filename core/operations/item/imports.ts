/** Imports of item lists and bulk changes, as a manager sees them. */
import {
  type ImportRow,
  importById,
  importsBefore,
  type LineRow,
  linesAfter,
  type NewLine,
  sumsOf,
  undoOf,
} from '../../../db/profile/imports.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { BulkChange, ImportHead, ImportLine, Kept } from '../../contract/import.ts'
import { type Changes, listed } from '../../shop/items/imports/changes.ts'
import type { ProfileContext } from '../context.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

export const noImport = () => fail('801', 'import.unknown', 'There is no such import.', { field: 'id' })

const undoView = ({ db }: Pick<ProfileContext, 'db'>, row: ImportRow): ImportHead['undo'] => {
  const sums = sumsOf(db, row.id)
  return {
    id: row.id,
    at: sums.stored_at ?? row.started_at,
    by: row.author_name,
    total: row.total,
    done: sums.row_count,
    fields: sums.fields,
    kept: sums.kept,
    items: sums.failed,
    switchedOff: sums.switched_off,
  }
}

export const importView = (row: ImportRow, context: Pick<ProfileContext, 'db'>): ImportHead => {
  const sums = sumsOf(context.db, row.id)
  const undo = undoOf(context.db, row.id)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind === 'bulk' ? 'bulk' : 'file',
    fileName: row.file_name,
    change: row.change === null ? null : (JSON.parse(row.change) as BulkChange),
    at: row.started_at,
    by: row.author_name,
    total: row.total,
    done: sums.row_count,
    made: sums.made,
    changed: sums.changed,
    same: sums.same,
    failed: sums.failed,
    undo: undo ? undoView(context, undo) : null,
  }
}

export const lineView = ({ id, ...line }: NewLine & Pick<LineRow, 'id'>): ImportLine => ({
  id,
  row: line.row,
  itemId: line.item_id ?? null,
  name: line.item_name,
  act: line.act,
  changes: listed(JSON.parse(line.changes) as Changes).map(([field, [before, after]]) => ({
    field,
    before,
    after,
  })),
  kept: line.kept ? (JSON.parse(line.kept) as Kept[]) : [],
})

export const listImports: Handler<'item.imports'> = ({ cursor, limit }, context) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const { rows, next } = pageOfIds(
    importsBefore(context.db, { before: from.data?.[0], limit: limit + 1 }),
    limit,
  )
  return ok({ imports: rows.map((row) => importView(row, context)), ...next })
}

export const listImportLines: Handler<'item.importLines'> = ({ id, cursor, limit }, { db }) => {
  if (!importById(db, id)) return noImport()
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const { rows, next } = pageOfIds(
    linesAfter(db, { importId: id, after: from.data?.[0] ?? 0, limit: limit + 1 }),
    limit,
  )
  return ok({ lines: rows.map(lineView), ...next })
}
