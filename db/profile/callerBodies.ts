/** What other software last sent about an item, a customer or an insurance, with the fields that nobody has named. */
import type { Db } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

type Kind = ProfileSchema['caller_body']['kind']

/** Keeps a body in place of the one before. Call inside the transaction that takes it in. */
export const keepCallerBody = (db: Db, kind: Kind, key: string, body: unknown, at: number): void => {
  const content = { body: JSON.stringify(body), received_at: at }
  db.run(
    profile
      .insertInto('caller_body')
      .values({ kind, key, ...content })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(content)),
  )
}
