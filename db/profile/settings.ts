/** Named values of one profile, stored as JSON. */
import { type Db, prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

/** undefined: a byte was changed on disk. A till opens without the value, and looks for it in its copies. */
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Returns all stored values; undefined for an unreadable one. */
export const readSettings = (db: Pick<Db, 'all'>): Record<string, unknown> =>
  Object.fromEntries(
    db.all(profile.selectFrom('setting').selectAll()).map(({ name, value }) => [name, parsed(value)]),
  )

const settingQuery = prepare((p: { name: string }) =>
  profile.selectFrom('setting').select('value').where('name', '=', p.name),
)
/** Returns one value; undefined if it was never written or cannot be read. */
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
