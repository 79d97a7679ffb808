/** Named values of one app, kept as JSON. */
import { type Db, prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

/** undefined: a byte of it was changed on the disk. A till opens without it, and looks for it in its copies. */
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** All that is kept; undefined where it cannot be read. */
export const readSettings = (db: Pick<Db, 'all'>): Record<string, unknown> =>
  Object.fromEntries(
    db.all(profile.selectFrom('setting').selectAll()).map(({ name, value }) => [name, parsed(value)]),
  )

const settingQuery = prepare((p: { name: string }) =>
  profile.selectFrom('setting').select('value').where('name', '=', p.name),
)
/** One value; undefined when it was never written, or cannot be read. */
export const readSetting = (db: Db, name: string): unknown => {
  const row = db.first(settingQuery({ name }))
  return row && parsed(row.value)
}

export const writeSetting = (db: Db, name: string, value: unknown): void => {
  const text = JSON.stringify(value)
  db.run(
    profile
      .insertInto('setting')
      .values({ name, value: text })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text })),
  )
}
