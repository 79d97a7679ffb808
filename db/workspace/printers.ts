/** The direct printers of this computer. */
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { type WorkspaceSchema, workspace } from './schema.ts'

export type PrinterRow = Selectable<WorkspaceSchema['printer']>

export const printerRows = (db: Db): PrinterRow[] =>
  db.all(workspace.selectFrom('printer').selectAll().orderBy('created_at').orderBy('id'))

export const insertPrinter = (db: Db, row: PrinterRow): void => {
  db.run(workspace.insertInto('printer').values(row))
}

export const updatePrinter = (db: Db, id: string, change: Updateable<WorkspaceSchema['printer']>): void => {
  db.run(workspace.updateTable('printer').set(change).where('id', '=', id))
}

export const deletePrinter = (db: Db, id: string): void => {
  db.run(workspace.deleteFrom('printer').where('id', '=', id))
}
