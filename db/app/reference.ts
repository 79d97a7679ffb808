/** What the authority publishes, and what it said of our device. */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, like, literally, prepare } from '../sqlite.ts'
import { type AppSchema, app } from './schema.ts'

const deviceQuery = prepare(() => app.selectFrom('device').selectAll().where('id', '=', sql.lit(1)))
export const device = (db: Db) => db.first(deviceQuery({}))

export const storeDevice = (db: Db, row: Omit<Selectable<AppSchema['device']>, 'id'>): void => {
  db.run(
    app
      .insertInto('device')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
  )
}

const storeCode = prepare((p: Insertable<AppSchema['reference_code']>) =>
  app
    .insertInto('reference_code')
    .values({
      class: p.class,
      class_name: p.class_name,
      code: p.code,
      name: p.name,
      description: p.description,
      sort_order: p.sort_order,
      user_defined_1: p.user_defined_1,
      active: p.active,
    })
    .onConflict((conflict) =>
      conflict.columns(['class', 'code']).doUpdateSet((set) => ({
        class_name: set.ref('excluded.class_name'),
        name: set.ref('excluded.name'),
        description: set.ref('excluded.description'),
        sort_order: set.ref('excluded.sort_order'),
        user_defined_1: set.ref('excluded.user_defined_1'),
        active: set.ref('excluded.active'),
      })),
    ),
)
export const storeCodes = (db: Db, rows: Insertable<AppSchema['reference_code']>[]): void => {
  for (const row of rows) db.run(storeCode(row))
}

const storeItemClass = prepare((p: Insertable<AppSchema['item_class']>) =>
  app
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
export const storeItemClasses = (db: Db, rows: Insertable<AppSchema['item_class']>[]): void => {
  for (const row of rows) db.run(storeItemClass(row))
}

export const storeNotices = (db: Db, rows: Insertable<AppSchema['notice']>[]): void => {
  for (const row of rows) {
    const { number, ...rest } = row
    db.run(
      app
        .insertInto('notice')
        .values(row)
        .onConflict((conflict) => conflict.column('number').doUpdateSet(rest)),
    )
  }
}

export const storeBranches = (db: Db, rows: Insertable<AppSchema['branch']>[]): void => {
  for (const row of rows) {
    const { branch_id, ...rest } = row
    db.run(
      app
        .insertInto('branch')
        .values(row)
        .onConflict((conflict) => conflict.column('branch_id').doUpdateSet(rest)),
    )
  }
}

const codesQuery = prepare((p: { class: string }) =>
  app
    .selectFrom('reference_code')
    .selectAll()
    .where('class', '=', p.class)
    .orderBy('sort_order')
    .orderBy('code'),
)
export const codesOf = (db: Db, codeClass: string) => db.all(codesQuery({ class: codeClass }))

export const searchItemClasses = (db: Db, text: string, limit: number) => {
  let query = app
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

export const notices = (db: Db) =>
  db.all(
    app
      .selectFrom('notice')
      .selectAll()
      .orderBy('registered_at', 'desc')
      .orderBy('number', 'desc')
      .limit(200),
  )

export const referenceCounts = (db: Db) => {
  const count = (table: 'reference_code' | 'item_class' | 'notice' | 'branch') =>
    db.first(app.selectFrom(table).select((select) => select.fn.countAll<number>().as('count')))?.count ?? 0
  return {
    codes: count('reference_code'),
    itemClasses: count('item_class'),
    notices: count('notice'),
    branches: count('branch'),
    lastSyncAt:
      db.first(app.selectFrom('reference_sync').select((select) => select.fn.max('synced_at').as('at')))
        ?.at ?? null,
  }
}

export const syncedSince = (db: Db, kind: string): string | undefined =>
  db.first(app.selectFrom('reference_sync').select('since').where('kind', '=', kind))?.since

export const storeSync = (db: Db, kind: string, since: string, at: number): void => {
  db.run(
    app
      .insertInto('reference_sync')
      .values({ kind, since, synced_at: at })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ since, synced_at: at })),
  )
}

const taxRatesQuery = prepare(() =>
  app.selectFrom('reference_code').select(['code', 'user_defined_1']).where('class', '=', sql.lit('04')),
)
/** The rates of table 04 in percent, for the letters that it has. */
export const taxRates = (db: Db) => db.all(taxRatesQuery({}))
