import type { Db } from '../../db/sqlite.ts'
import type { Reply } from '../contract/errors.ts'

const undone = Symbol('undone')

/** A transaction that an expected failure undoes as well as an unexpected one. */
export const allOrNothing = <T>(db: Db, body: () => Reply<T>): Reply<T> => {
  let reply: Reply<T> | undefined
  try {
    return db.transaction(() => {
      reply = body()
      if (!reply.ok) throw undone
      return reply
    })
  } catch (error) {
    if (error === undone && reply) return reply
    throw error
  }
}
