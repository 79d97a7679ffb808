/** Named values of one app, kept as JSON. */
import { type Db, prepare } from '../sqlite.ts'
import { app } from './schema.ts'

export const readSettings = (db: Pick<Db, 'all'>): Record<string, unknown> =>
  Object.fromEntries(
    db.all(app.selectFrom('setting').selectAll()).map(({ name, value }) => [name, JSON.parse(value)]),
  )

const settingQuery = prepare((p: { name: string }) =>
  app.selectFrom('setting').select('value').where('name', '=', p.name),
)
/** One value; undefined when it was never written. */
export const readSetting = (db: Db, name: string): unknown => {
  const row = db.first(settingQuery({ name }))
  return row && JSON.parse(row.value)
}

export const writeSetting = (db: Db, name: string, value: unknown): void => {
  const text = JSON.stringify(value)
  db.run(
    app
      .insertInto('setting')
      .values({ name, value: text })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text })),
  )
}
