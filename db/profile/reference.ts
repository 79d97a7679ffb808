/** The authority's reference data, and its data on our device. */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, like, literally, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

const deviceQuery = prepare(() => profile.selectFrom('device').selectAll().where('id', '=', sql.lit(1)))
export const device = (db: Db) => db.first(deviceQuery({}))

export const storeDevice = (db: Db, row: Omit<Selectable<ProfileSchema['device']>, 'id'>): void => {
  db.run(
    profile
      .insertInto('device')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
  )
}

/** The device is another program's from now on. */
export const dropDevice = (db: Db): void => {
  db.run(profile.deleteFrom('device'))
}

/** Tables with rows of the authority and the time when they came or changed here. */
type Published = 'reference_code' | 'notice' | 'branch'
/** Rows per statement. SQLite allows 32,766 parameters. */
const rowsAtOnce = 500

/** Stores rows as the authority sent them. An identical existing row keeps its time. */
const store =
  <T extends Published>(table: T, ...key: (keyof ProfileSchema[T] & string)[]) =>
  (db: Db, rows: Insertable<ProfileSchema[T]>[]): void => {
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !(key as string[]).includes(name))
    const compared = columns.filter((name) => name !== 'changed_at')
    const refs = (of: string) => sql.join(compared.map((name) => sql.ref(`${of}.${name}`)))
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      db.run(
        profile
          .insertInto(table as Published)
          .values(rows.slice(from, from + rowsAtOnce) as never)
          .onConflict((conflict) =>
            conflict
              .columns(key as never[])
              .doUpdateSet(Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)])))
              .where(sql<boolean>`(${refs(table)}) is not (${refs('excluded')})`),
          ),
      )
    }
  }

export const storeCodes = store('reference_code', 'class', 'code')
export const storeNotices = store('notice', 'number')
export const storeBranches = store('branch', 'branch_id')

const storeItemClass = prepare((p: Insertable<ProfileSchema['item_class']>) =>
  profile
    .insertInto('item_class')
    .values({ code: p.code, name: p.name, level: p.level, tax_type: p.tax_type, active: p.active })
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        level: set.ref('excluded.level'),
        tax_type: set.ref('excluded.tax_type'),
        active: set.ref('excluded.active'),
      })),
    ),
)
export const storeItemClasses = (db: Db, rows: Insertable<ProfileSchema['item_class']>[]): void => {
  for (const row of rows) db.run(storeItemClass(row))
}

const codesOfClass = prepare((p: { class: string }) =>
  profile
    .selectFrom('reference_code')
    .selectAll()
    .where('class', '=', p.class)
    .orderBy('sort_order')
    .orderBy('code'),
)
/** Returns codes, all or of one class, all or those received or changed at `since` (epoch milliseconds) or later. */
export const codesOf = (db: Db, of: { class?: string | undefined; since?: number | undefined }) => {
  // Every document queries a class.
  if (of.class !== undefined && of.since === undefined) return db.all(codesOfClass({ class: of.class }))
  let query = profile
    .selectFrom('reference_code')
    .selectAll()
    .orderBy('class')
    .orderBy('sort_order')
    .orderBy('code')
  if (of.class !== undefined) query = query.where('class', '=', of.class)
  if (of.since !== undefined) query = query.where('changed_at', '>=', of.since)
  return db.all(query)
}

const codeQuery = prepare((p: { class: string; code: string }) =>
  profile.selectFrom('reference_code').select('code').where('class', '=', p.class).where('code', '=', p.code),
)
/** True if the authority has published this code. */
export const hasCode = (db: Db, of: string, code: string): boolean =>
  db.first(codeQuery({ class: of, code })) !== undefined

export const branches = (db: Db, since?: number) => {
  const query = profile.selectFrom('branch').selectAll().orderBy('branch_id')
  return db.all(since === undefined ? query : query.where('changed_at', '>=', since))
}

export const searchItemClasses = (db: Db, text: string, limit: number) => {
  let query = profile
    .selectFrom('item_class')
    .select(['code', 'name', 'tax_type'])
    .where('level', '=', 5)
    .where('active', '=', 1)
    .orderBy('name')
    .limit(limit)
  for (const word of text.split(/\s+/).filter(Boolean)) {
    query = query.where((where) =>
      where.or([like('name', `%${literally(word)}%`), like('code', `${literally(word)}%`)]),
    )
  }
  return db.all(query)
}

/** Returns at most `limit` classes with a word that begins with one of these stems, in no order. */
export const itemClassesWith = (db: Db, stems: readonly string[], limit: number) =>
  db.all(
    profile
      .selectFrom('item_class')
      .select(['code', 'name', 'tax_type'])
      .where('level', '=', 5)
      .where('active', '=', 1)
      .where((where) =>
        where.or(
          stems.flatMap((stem) =>
            [`${literally(stem)}%`, `% ${literally(stem)}%`].map((each) => like('name', each)),
          ),
        ),
      )
      .limit(limit),
  )

/** Newest first; `after` is the last one of the previous page. */
export const notices = (
  db: Db,
  page: {
    since?: number | undefined
    after?: { registeredAt: string; number: number } | undefined
    limit: number
  },
) => {
  let query = profile
    .selectFrom('notice')
    .selectAll()
    .orderBy('registered_at', 'desc')
    .orderBy('number', 'desc')
    .limit(page.limit)
  if (page.since !== undefined) query = query.where('changed_at', '>=', page.since)
  const { after } = page
  if (after)
    query = query.where(sql<boolean>`(registered_at, number) < (${after.registeredAt}, ${after.number})`)
  return db.all(query)
}

export const referenceCounts = (db: Db) => {
  const count = (table: 'reference_code' | 'item_class' | 'notice' | 'branch') =>
    db.first(profile.selectFrom(table).select((select) => select.fn.countAll<number>().as('count')))?.count ??
    0
  return {
    codes: count('reference_code'),
    itemClasses: count('item_class'),
    notices: count('notice'),
    branches: count('branch'),
    lastSyncAt:
      db.first(profile.selectFrom('reference_sync').select((select) => select.fn.max('synced_at').as('at')))
        ?.at ?? null,
  }
}

/**
 * Returns the last sync of a kind: the start of the next query in the authority's format, and its time (epoch
 * milliseconds).
 */
export const lastSync = (db: Db, kind: string) =>
  db.first(profile.selectFrom('reference_sync').select(['since', 'synced_at']).where('kind', '=', kind))

export const storeSync = (db: Db, kind: string, since: string, at: number): void => {
  db.run(
    profile
      .insertInto('reference_sync')
      .values({ kind, since, synced_at: at })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ since, synced_at: at })),
  )
}

const taxRatesQuery = prepare(() =>
  profile.selectFrom('reference_code').select(['code', 'user_defined_1']).where('class', '=', sql.lit('04')),
)
/** Returns the rates of table 04 in percent, for its letters. */
export const taxRates = (db: Db) => db.all(taxRatesQuery({}))
