/** Named values of one app, kept as JSON. */
import type { Db } from '../sqlite.ts'
import { app } from './schema.ts'

export const readSettings = (db: Db): Record<string, unknown> =>
  Object.fromEntries(
    db.all(app.selectFrom('setting').selectAll()).map(({ name, value }) => [name, JSON.parse(value)]),
  )

export const writeSetting = (db: Db, name: string, value: unknown): void => {
  const text = JSON.stringify(value)
  db.run(
    app
      .insertInto('setting')
      .values({ name, value: text })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text })),
  )
}
