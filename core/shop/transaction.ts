import type { Db } from '../../db/engine/sqlite.ts'
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

/** What `body` would answer: nothing that it writes is kept. */
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

/** {@link allOrNothing} in a commit that is shared with whatever else is kept at the same moment. */
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
