/** Imports of items, bulk changes, and their undoing. Rows that never change. */
import type { Generated } from 'kysely'

export interface ImportTables {
  item_import: {
    id: Generated<number>
    uid: string
    /** Of its own series. */
    number: number
    /** file: rows of a list. bulk: one change of many items. undo: of one of those. */
    kind: 'file' | 'bulk' | 'undo'
    file_name: string | null
    /** JSON of a bulk change. */
    change: string | null
    undoes_id: number | null
    /** Rows of the list, chosen items, or lines to undo. A cancelled import did fewer. */
    total: number
    started_at: number
    author_id: string
    author_name: string
    request_id: string
  }
  /** A batch, stored with its effects in one transaction. */
  item_import_part: {
    id: Generated<number>
    import_id: number
    /** Where it begins: the first row of the list; of an undo, the last line that it undid. */
    position: number
    row_count: number
    /** Items. */
    made: number
    changed: number
    same: number
    failed: number
    switched_off: number
    /** Fields that changed, and fields that an undo left as they are. */
    fields: number
    kept: number
    stored_at: number
    author_id: string
    author_name: string
    line_count: number
  }
  /** What became of an item. */
  item_import_line: {
    id: Generated<number>
    import_id: number
    part_id: number
    /** The row of the list; of an undo, the line that it undoes. */
    row: number
    /** null: the item's own row was lost with a damaged file. */
    item_id: number | null
    item_name: string
    /** kept: an undo changed nothing of it. */
    act: 'made' | 'changed' | 'switchedOff' | 'kept'
    /** JSON: for each field its value before and after. */
    changes: string
    /** JSON: what an undo left as it is, and why. */
    kept: string | null
  }
}
