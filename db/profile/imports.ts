/** Imports of items, bulk changes, and their undoing. Each function that adds a row also adds its audit row. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type AuditKind, type ProfileSchema, profile } from './schema.ts'

type Row<T extends keyof ProfileSchema> = Omit<Required<Insertable<ProfileSchema[T]>>, 'id'>
export type ImportRow = Selectable<ProfileSchema['item_import']>
export type PartRow = Selectable<ProfileSchema['item_import_part']>
export type LineRow = Selectable<ProfileSchema['item_import_line']>
export type NewLine = Omit<Row<'item_import_line'>, 'import_id' | 'part_id'>
/** What a batch did, in numbers. */
export type PartCounts = Pick<
  Row<'item_import_part'>,
  'row_count' | 'made' | 'changed' | 'same' | 'failed' | 'switched_off' | 'fields' | 'kept'
>

const kindOf: Record<ImportRow['kind'], AuditKind> = {
  file: 'itemsImported',
  bulk: 'itemsChanged',
  undo: 'importUndone',
}

/** `subject`: the file, or the number of an import without one, for the audit trail. */
export const insertImport = (db: Db, row: Row<'item_import'>, subject: string): ImportRow => {
  const { id } = db.run(profile.insertInto('item_import').values(row))
  audit(db, {
    at: row.started_at,
    kind: kindOf[row.kind],
    subject,
    row_id: id,
    who: row.author_name,
    content: digestOf('item_import', { ...row, id }),
  })
  return { ...row, id }
}

const insertLine = prepare((p: Row<'item_import_line'>) =>
  profile.insertInto('item_import_line').values({
    import_id: p.import_id,
    part_id: p.part_id,
    row: p.row,
    item_id: p.item_id,
    item_name: p.item_name,
    act: p.act,
    changes: p.changes,
    kept: p.kept,
  }),
)

export const insertPart = (
  db: Db,
  part: Omit<Row<'item_import_part'>, 'line_count'>,
  lines: readonly NewLine[],
): void => {
  const row = { ...part, line_count: lines.length }
  const { id } = db.run(profile.insertInto('item_import_part').values(row))
  for (const line of lines) db.run(insertLine({ ...line, import_id: row.import_id, part_id: id }))
  audit(db, {
    at: row.stored_at,
    kind: 'importPart',
    subject: String(row.import_id),
    row_id: id,
    who: row.author_name,
    content: digestOf('item_import_part', { ...row, id }, lines),
  })
}

const all = () => profile.selectFrom('item_import').selectAll()

export const importById = (db: Db, id: number): ImportRow | undefined => db.first(all().where('id', '=', id))

export const importByRequest = (db: Db, requestId: string): ImportRow | undefined =>
  db.first(all().where('request_id', '=', requestId))

/** Returns the undoing of an import, complete or not. */
export const undoOf = (db: Db, id: number): ImportRow | undefined =>
  db.first(all().where('undoes_id', '=', id))

/** Returns imports and bulk changes, the newest first; an undoing is part of what it undoes. */
export const importsBefore = (db: Db, query: { before: number | undefined; limit: number }): ImportRow[] =>
  db.all(
    all()
      .where('kind', '<>', 'undo')
      .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? 0))
      .orderBy('id', 'desc')
      .limit(query.limit),
  )

export const hasPart = (db: Db, importId: number, position: number): boolean =>
  db.first(
    profile
      .selectFrom('item_import_part')
      .select('id')
      .where('import_id', '=', importId)
      .where('position', '=', position),
  ) !== undefined

const sums = prepare((p: { importId: number }) =>
  profile
    .selectFrom('item_import_part')
    .select([
      sql<number>`coalesce(sum(row_count), 0)`.as('row_count'),
      sql<number>`coalesce(sum(made), 0)`.as('made'),
      sql<number>`coalesce(sum(changed), 0)`.as('changed'),
      sql<number>`coalesce(sum(same), 0)`.as('same'),
      sql<number>`coalesce(sum(failed), 0)`.as('failed'),
      sql<number>`coalesce(sum(switched_off), 0)`.as('switched_off'),
      sql<number>`coalesce(sum(fields), 0)`.as('fields'),
      sql<number>`coalesce(sum(kept), 0)`.as('kept'),
      sql<number>`coalesce(sum(line_count), 0)`.as('line_count'),
      sql<number | null>`min(position)`.as('first_position'),
      sql<number | null>`max(stored_at)`.as('stored_at'),
    ])
    .where('import_id', '=', p.importId),
)
/** Returns what all batches of an import did. `first_position`, of an undoing: the last line that it undid. */
export const sumsOf = (db: Db, importId: number): Sums => db.first(sums({ importId })) as Sums
export type Sums = PartCounts & {
  line_count: number
  first_position: number | null
  stored_at: number | null
}

/** Returns the lines of an import after that one, in the order of its rows. */
export const linesAfter = (db: Db, query: { importId: number; after: number; limit: number }): LineRow[] =>
  db.all(
    profile
      .selectFrom('item_import_line')
      .selectAll()
      .where('import_id', '=', query.importId)
      .where('id', '>', query.after)
      .orderBy('id')
      .limit(query.limit),
  )

/** Returns the lines of an import before that one, the last first: what came later is undone first. */
export const linesBefore = (
  db: Db,
  query: { importId: number; before: number | undefined; limit: number },
): LineRow[] =>
  db.all(
    profile
      .selectFrom('item_import_line')
      .selectAll()
      .where('import_id', '=', query.importId)
      .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? 0))
      .orderBy('id', 'desc')
      .limit(query.limit),
  )

const lastActive = prepare((p: { itemId: number }) =>
  profile
    .selectFrom('item_import_line')
    .select('act')
    .where('item_id', '=', p.itemId)
    .where(sql<boolean>`(act in ('made', 'switchedOff') or changes ->> '$.active' is not null)`)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)
/** True if an undoing was the last import that switched the item on or off, and switched it off. */
export const wasSwitchedOff = (db: Db, itemId: number): boolean =>
  db.first(lastActive({ itemId }))?.act === 'switchedOff'
