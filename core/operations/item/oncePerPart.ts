/** A batch of an import or of a bulk change, stored once per request. */
import { keepAnswer, keptAnswer } from '../../../db/profile/idempotency.ts'
import { hasPart, importByRequest, undoOf } from '../../../db/profile/imports.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import type { ShopContext } from '../../shop/context.ts'
import {
  type Begun,
  beginImport,
  emptyTally,
  importUndone,
  storePart,
  type Tally,
} from '../../shop/items/imports/record.ts'
import { answersForgottenMs, answersKeptMs } from '../shared/idempotency.ts'

interface Batch<T> {
  route: 'item.importRows' | 'item.bulkChange'
  /** The parsed input, to which the stored answer is bound. */
  input: unknown
  part: { requestId: string; from: number; total: number }
  begun: Omit<Begun, 'undoes_id' | 'total'>
  /** Does the batch and counts it. */
  work: (tally: Tally) => T
}

/** Runs a batch and stores what it did; a repeated request gets the first answer. Call it inside a transaction. */
export const oncePerPart = <T>(context: ShopContext, batch: Batch<T>): Reply<T> => {
  const { profile, db } = context
  const { route, part, begun } = batch
  const now = profile.now()
  const key = `${part.requestId} ${part.from}`
  const fingerprint = bodyHash(batch.input)
  const answered = keptAnswer(db, { route, key, since: now - answersKeptMs })
  if (answered)
    return answered.fingerprint === fingerprint ? ok(JSON.parse(answered.reply) as T) : requestReused()
  const known = importByRequest(db, part.requestId)
  const isOther = known && (known.kind !== begun.kind || known.file_name !== begun.file_name)
  if (known && (isOther || known.change !== begun.change || hasPart(db, known.id, part.from)))
    return requestReused()
  if (known && undoOf(db, known.id)) return importUndone(known)
  const row = known ?? beginImport(context, { ...begun, undoes_id: null, total: part.total }, part.requestId)
  const tally = emptyTally()
  const answer = batch.work(tally)
  storePart(context, row.id, { position: part.from, tally })
  const kept = { route, key, fingerprint, reply: JSON.stringify(answer), created_at: now }
  keepAnswer(db, kept, now - answersForgottenMs)
  return ok(answer)
}
