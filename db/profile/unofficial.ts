/** Papers that are no fiscal document: training and proformas. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type Scope, seqAt } from './figures.ts'
import { type AuditKind, type ProfileSchema, profile } from './schema.ts'

export type Unofficial = Selectable<ProfileSchema['unofficial']>
export type Label = Unofficial['label']

/** The number as it prints: `TS-1`. */
export const paperNumber = ({ label, number }: Pick<Unofficial, 'label' | 'number'>): string =>
  `${label}-${number}`

const kindOf = { TS: 'trainingSale', TC: 'trainingCreditNote', PS: 'proforma' } as const satisfies Record<
  Label,
  AuditKind
>

/** Adds the paper and its audit row. Returns the id. */
export const insertUnofficial = (
  db: Db,
  row: Omit<Required<Insertable<ProfileSchema['unofficial']>>, 'id'>,
  who: string,
): number => {
  const { id } = db.run(profile.insertInto('unofficial').values(row))
  const content = digestOf('unofficial', { ...row, id })
  audit(db, { at: row.made_at, kind: kindOf[row.label], subject: paperNumber(row), row_id: id, who, content })
  return id
}

const all = () => profile.selectFrom('unofficial').selectAll()

export const unofficialById = (db: Db, id: number, labels: readonly Label[]): Unofficial | undefined =>
  db.first(all().where('id', '=', id).where('label', 'in', labels))

export const unofficialByRequest = (db: Db, requestId: string): Unofficial | undefined =>
  db.first(all().where('request_id', '=', requestId))

/** Returns the credit notes of a training sale, oldest first. */
export const creditsOf = (db: Db, id: number): Unofficial[] =>
  db.all(all().where('credits_id', '=', id).orderBy('id'))

interface Wanted {
  labels: readonly Label[]
  /** Only ids below this. */
  before: number | undefined
  day?: string | undefined
  /** A part of the number, of the buyer's name or PIN, or of an item's name. */
  text?: string | undefined
  limit: number
}

/** Newest first. */
export const unofficialBefore = (db: Db, { labels, before, day, text, limit }: Wanted): Unofficial[] => {
  const like = `%${(text ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return db.all(
    all()
      .where('label', 'in', labels)
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
      .$if(day !== undefined, (query) => query.where('day', '=', day ?? ''))
      .$if(Boolean(text), (query) =>
        query.where(
          sql<boolean>`(label || '-' || number like ${like} escape '\\' or buyer_name like ${like} escape '\\'
            or buyer_pin like ${like} escape '\\' or exists (select 1 from json_each(content, '$.lines')
              where value ->> '$.name' like ${like} escape '\\'))`,
        ),
      )
      .orderBy('id', 'desc')
      .limit(limit),
  )
}

/** Returns the number of papers and their cents per label, of a local day or of a shift. */
export const unofficialSums = (db: Db, scope: Scope) =>
  db.all(
    profile
      .selectFrom('unofficial')
      .$if('day' in scope, (query) => query.where('day', '=', 'day' in scope ? scope.day : ''))
      .$if('shift' in scope, (query) => query.where('shift_id', 'is', 'shift' in scope ? scope.shift : null))
      .select((select) => [
        'label',
        select.fn.countAll<number>().as('count'),
        select.fn.sum<number>('total').as('total'),
      ])
      .groupBy('label'),
  )

/** Audits the copy of a paper. */
export const auditCopy = (db: Db, paper: Unofficial, by: { who: string; at: number }): void => {
  const content = JSON.stringify({ label: paper.label, amount: paper.total })
  audit(db, { ...by, kind: 'unofficialCopied', subject: paperNumber(paper), row_id: null, content })
}

/** Returns the copies of such papers from `from` until before `to`, per label. */
export const unofficialCopies = (db: Db, from: number, to: number) =>
  db.all(
    profile
      .selectFrom('audit')
      .where('kind', '=', sql.lit('unofficialCopied' as const))
      .where('seq', '>=', seqAt(db, from))
      .where('seq', '<', seqAt(db, to))
      // The condition of the index `audit_activity`.
      .where(sql<boolean>`kind not in ('sale', 'stockRecord', 'signed', 'unsigned')`)
      .select([
        sql<Label>`content ->> '$.label'`.as('label'),
        sql<number>`count(*)`.as('count'),
        sql<number>`sum(content ->> '$.amount')`.as('total'),
      ])
      .groupBy('label'),
  )

/** Audits that a sale came of a proforma. `number`: the sale's. */
export const auditProformaSold = (
  db: Db,
  proforma: Pick<Unofficial, 'id' | 'label' | 'number'>,
  { number, ...by }: { number: string; who: string; at: number },
): void =>
  audit(db, {
    ...by,
    kind: 'proformaSold',
    subject: number,
    row_id: proforma.id,
    content: paperNumber(proforma),
  })

/** Returns the numbers of the sales that came of a proforma, oldest first. */
export const salesOfProforma = (db: Db, id: number): string[] =>
  db
    .all(
      profile
        .selectFrom('audit')
        .select('subject')
        .where('kind', '=', sql.lit('proformaSold' as const))
        .where('row_id', '=', id)
        // The condition of the index `audit_activity`.
        .where(sql<boolean>`kind not in ('sale', 'stockRecord', 'signed', 'unsigned')`)
        .orderBy('seq'),
    )
    .map(({ subject }) => subject)
