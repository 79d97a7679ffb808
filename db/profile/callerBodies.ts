/** The last body that other software sent about an item, a customer or an insurance, with undocumented fields. */
import type { Db } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

type Kind = ProfileSchema['caller_body']['kind']

/** Replaces the stored body. Call it inside the transaction that processes it. */
export const keepCallerBody = (db: Db, kind: Kind, key: string, body: unknown, at: number): void => {
  const content = { body: JSON.stringify(body), received_at: at }
  db.run(
    profile
      .insertInto('caller_body')
      .values({ kind, key, ...content })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(content)),
  )
}
