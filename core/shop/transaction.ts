import type { Db } from '../../db/engine/sqlite.ts'
import type { Reply } from '../contract/errors.ts'

const undone = Symbol('undone')

/** Runs a transaction that rolls back on an expected failure too. */
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

/** Returns what `body` would answer, and rolls back its writes. */
export const tried = <T>(db: Db, body: () => T): T => {
  let answer: { of: T } | undefined
  try {
    return db.transaction(() => {
      answer = { of: body() }
      throw undone
    })
  } catch (error) {
    if (error === undone && answer) return answer.of
    throw error
  }
}

/** {@link allOrNothing} in a commit that is shared with everything else stored at the same moment. */
export const groupedOrNothing = async <T>(db: Db, body: () => Reply<T>): Promise<Reply<T>> => {
  let reply: Reply<T> | undefined
  try {
    return await db.grouped(() => {
      reply = body()
      if (!reply.ok) throw undone
      return reply
    })
  } catch (error) {
    if (error === undone && reply) return reply
    throw error
  }
}
