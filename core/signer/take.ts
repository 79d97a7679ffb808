/**
 * Takes facts of the tills of a branch into the signer's own database, in the order of each till's trail, with the
 * till's place in the same transaction. A fact that cannot be taken waits; others go on.
 */
import { movePlace, takeLater, takenFact, takenFrom, tookLate } from '../../db/profile/taken.ts'
import type { Fact } from '../contract/hub/wire.ts'
import type { Origin, TakeContext, Taking } from './context.ts'
import { type Documented, takeInvoice, takeStockRecord } from './documents.ts'
import { FactWaitsError } from './wants.ts'

type Take = (context: TakeContext, fact: Documented) => void
/** The newest version of each kind that is understood here. */
const takers: Partial<Record<string, { v: number; take: Take }>> = {
  sale: { v: 1, take: takeInvoice },
  creditNote: { v: 1, take: takeInvoice },
  stockRecord: { v: 1, take: takeStockRecord },
}

/** True if the till owes the authority something for it. */
const owes = ({ rows }: Fact): boolean => (rows?.submissions?.length ?? 0) > 0

/** Takes one fact. Throws {@link FactWaitsError} if it must wait. */
const takeOne = (context: TakeContext, fact: Fact): void => {
  const taker = takers[fact.kind]
  if (!taker || fact.v > taker.v) {
    if (owes(fact)) throw new FactWaitsError(`This version of Kaunta does not know ${fact.kind} ${fact.v}`)
    return
  }
  if (takenFact(context.db, context.origin.id, fact.seq) || fact.rows === null) return
  taker.take(context, fact as Documented)
}

/** In a transaction of its own, so that nothing of a fact that waits stays. */
const takeAlone = (context: TakeContext, fact: Fact): void => {
  const { db, origin, clock, log } = context
  const { seq, kind, subject } = fact
  try {
    db.transaction(() => {
      takeOne(context, fact)
      tookLate(db, origin.id, seq)
      movePlace(db, origin.id, seq)
    })
  } catch (error) {
    const waits = error instanceof FactWaitsError
    if (!waits) log.error({ err: error, origin: origin.name, seq, kind }, 'a fact of a till cannot be taken')
    const reason = error instanceof Error ? error.message : String(error)
    db.transaction(() => {
      takeLater(db, { origin: origin.id, seq, kind, subject, reason, since: clock.now() })
      movePlace(db, origin.id, seq)
    })
  }
}

/** Takes facts in a single transaction, or each alone if one of them cannot be taken. */
const takeEach = (context: TakeContext, facts: readonly Fact[]): void => {
  const { db, origin } = context
  try {
    db.transaction(() => {
      for (const fact of facts) {
        takeOne(context, fact)
        movePlace(db, origin.id, fact.seq)
      }
    })
  } catch {
    for (const fact of facts) takeAlone(context, fact)
  }
}

/**
 * Takes the next facts of one origin, in order. Facts that were taken before change nothing. Throws on a failing disk,
 * and then nothing of them is taken.
 */
export const takeFacts = (taking: Taking, from: Origin, facts: readonly Fact[]): void => {
  const origin = takenFrom(taking.db, from)
  const next = facts.filter(({ seq }) => seq > origin.seq)
  if (next.length > 0) takeEach({ ...taking, origin }, next)
}

/** Tries again to take facts that wait. */
export const takeWaiting = (taking: Taking, from: Origin, facts: readonly Fact[]): void => {
  const context = { ...taking, origin: takenFrom(taking.db, from) }
  for (const fact of facts) takeAlone(context, fact)
}
