/** Undoes an import or a bulk change in batches. Another manager may continue what was interrupted. */
import {
  type ImportRow,
  importById,
  importByRequest,
  type LineRow,
  linesBefore,
  sumsOf,
  undoOf,
} from '../../../db/profile/imports.ts'
import { itemsAtOnce } from '../../contract/bounds.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import {
  beginImport,
  emptyTally,
  importUndone,
  storePart,
  type Tally,
} from '../../shop/items/imports/record.ts'
import { undoLine } from '../../shop/items/imports/undo.ts'
import { tried } from '../../shop/transaction.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { importView, lineView, noImport } from './imports.ts'

type Undo = ParsedInputOf<'item.importUndo'>
interface Page {
  lines: LineRow[]
  tally: Tally
  next: number | null
}

/** Undoes the lines before that one, the last first. */
const undoPage = (context: ProfileContext, importId: number, before: number | undefined): Page => {
  const found = linesBefore(context.db, { importId, before, limit: itemsAtOnce + 1 })
  const lines = found.slice(0, itemsAtOnce)
  const tally = emptyTally()
  for (const line of lines) undoLine(context, line, tally)
  return { lines, tally, next: found.length > lines.length ? (lines.at(-1)?.id ?? null) : null }
}

const demandUndoable = ({ db }: ProfileContext, { id, requestId, check }: Undo): Reply<ImportRow> => {
  const row = importById(db, id)
  if (!row || row.kind === 'undo') return noImport()
  const sums = sumsOf(db, id)
  if (sums.line_count === 0)
    return fail('003', 'import.nothing', `The import ${row.number} changed nothing.`, {
      field: 'id',
      params: { number: row.number },
    })
  const undo = undoOf(db, id)
  const isDone = undo && sumsOf(db, undo.id).row_count === undo.total
  if (isDone && (check || undo.request_id !== requestId)) return importUndone(row)
  const other = importByRequest(db, requestId)
  return other && other.id !== undo?.id ? requestReused() : ok(row)
}

/** Stores the next batch. A repeated request continues, and has nothing to do after the last one. */
const undoNext = (context: ProfileContext, row: ImportRow, requestId: string): Page => {
  const { db } = context
  const known = undoOf(db, row.id)
  const total = sumsOf(db, row.id).line_count
  const begun = { kind: 'undo', file_name: null, change: null, undoes_id: row.id, total } as const
  const undo = known ?? beginImport(context, begun, requestId)
  const page = undoPage(context, row.id, sumsOf(db, undo.id).first_position ?? undefined)
  const position = page.lines.at(-1)?.id
  if (position !== undefined) storePart(context, undo.id, { position, tally: page.tally })
  return page
}

/** What the next batch would do. */
const preview = (context: ProfileContext, row: ImportRow, before: number | undefined): Page => {
  const undo = undoOf(context.db, row.id)
  const undone = undo && sumsOf(context.db, undo.id).first_position
  return tried(context.db, () => undoPage(context, row.id, before ?? undone ?? undefined))
}

export const undoImport: Handler<'item.importUndo'> = (input, context) => {
  const { profile, db } = context
  const undoable = demandUndoable(context, input)
  if (!undoable.ok) return undoable
  const row = undoable.data
  const page = input.check
    ? preview(context, row, input.before)
    : db.transaction(() => undoNext(context, row, input.requestId))
  if (!input.check) {
    const itemIds = page.lines.flatMap(({ item_id }) => item_id ?? [])
    profile.emit({ type: 'item.changed', itemIds })
    profile.emit({ type: 'queue.changed' })
    profile.submitter.wake()
  }
  return ok({
    head: importView(row, context),
    lines: page.tally.lines.map((line, index) => lineView({ ...line, id: page.lines[index]?.id ?? 0 })),
    next: page.next,
  })
}
