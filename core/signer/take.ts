/**
 * Takes facts of the tills of a branch into the signer's own database, in the order of each till's trail, with the
 * till's place in the same transaction. A fact that cannot be taken waits; others are taken.
 */
import {
  insertTaken,
  movePlace,
  takeLater,
  takenBefore,
  takenFact,
  takenFrom,
  tellOutcome,
  tookLate,
} from '../../db/profile/taken.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { takeWithdrawn } from './acts.ts'
import type { Earlier, FactFrom, TakeContext, Taking } from './context.ts'
import { type Documented, takeInvoice, takeStockRecord } from './documents.ts'
import { takeOwed } from './owed.ts'
import { takeSigned } from './signed.ts'
import { FactWaitsError } from './wants.ts'

type Take = (context: TakeContext, fact: Documented) => void
/** What they owe is a fact `owed` of its own. */
const nothing: Take = () => undefined
/** The newest version of each kind that is understood here. */
const takers: Partial<Record<string, { v: number; take: Take }>> = {
  sale: { v: 1, take: takeInvoice },
  creditNote: { v: 1, take: takeInvoice },
  stockRecord: { v: 1, take: takeStockRecord },
  owed: { v: 1, take: takeOwed },
  withdrawn: { v: 1, take: takeWithdrawn },
  signed: { v: 1, take: takeSigned },
  delivered: { v: 1, take: nothing },
  customsApproved: { v: 1, take: nothing },
  customsRejected: { v: 1, take: nothing },
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
  const before = takenBefore(context.db, fact)
  if (!before) {
    taker.take(context, fact as Documented)
    return
  }
  insertTaken(context.db, { ...before, origin: context.origin.id })
  if (before.submission_id !== null) tellOutcome(context.db, before.submission_id)
}

const contextOf = (taking: Taking, { from }: FactFrom, earlier: Earlier | null = null): TakeContext => ({
  ...taking,
  origin: takenFrom(taking.db, from),
  earlier,
})

/** In a transaction of its own, so that nothing of a fact that waits stays. */
const takeAlone = (taking: Taking, each: FactFrom): void => {
  const { db, clock, log } = taking
  const { seq, kind, subject } = each.fact
  try {
    db.transaction(() => {
      const context = contextOf(taking, each)
      takeOne(context, each.fact)
      tookLate(db, context.origin.id, seq)
      movePlace(db, context.origin.id, each.fact)
    })
  } catch (error) {
    const waits = error instanceof FactWaitsError
    if (waits && error.wanted) taking.wants(error.wanted)
    if (!waits)
      log.error({ err: error, origin: each.from.name, seq, kind }, 'a fact of a till cannot be taken')
    const reason = error instanceof Error ? error.message : String(error)
    db.transaction(() => {
      const origin = takenFrom(db, each.from)
      takeLater(db, { origin: origin.id, seq, kind, subject, reason, since: clock.now() })
      movePlace(db, origin.id, each.fact)
    })
  }
}

/**
 * Takes facts, those of one origin in order, in a single transaction; or each alone if one of them cannot be taken.
 * Facts that were taken before change nothing. Throws on a failing disk, and then the rest is not taken.
 */
export const takeFacts = (taking: Taking, facts: readonly FactFrom[]): void => {
  const isNew = (each: FactFrom): boolean => each.fact.seq > takenFrom(taking.db, each.from).seq
  try {
    taking.db.transaction(() => {
      for (const each of facts) {
        if (!isNew(each)) continue
        const context = contextOf(taking, each)
        takeOne(context, each.fact)
        movePlace(taking.db, context.origin.id, each.fact)
      }
    })
  } catch {
    for (const each of facts) if (isNew(each)) takeAlone(taking, each)
  }
}

/** Stores a document from before the till left its documents to the signer. Nothing is owed for it. */
export const takeEarlier = (taking: Taking, each: FactFrom, earlier: Earlier): void =>
  taking.db.transaction(() => takeOne(contextOf(taking, each, earlier), each.fact))

/** Tries again to take facts that wait. */
export const takeWaiting = (taking: Taking, facts: readonly FactFrom[]): void => {
  for (const each of facts) takeAlone(taking, each)
}

/**
 * Puts the next facts of several origins in the order in which they happened, as far as each trail's own order allows. Ends
 * where `most` facts of a trail do: its next one may come before the rest. A sale was taken before the tax letter under
 * which another till, with a longer trail, let it be sold.
 */
export const inOrder = (trails: readonly (readonly FactFrom[])[], most: number): FactFrom[] => {
  const places = trails.map(() => 0)
  const next = (index: number): FactFrom | undefined => trails[index]?.[places[index] ?? 0]
  const merged: FactFrom[] = []
  for (;;) {
    let first = -1
    for (const index of places.keys()) {
      const head = next(index)
      if (!head && trails[index]?.length === most) return merged
      if (head && (first === -1 || head.fact.at < (next(first) as FactFrom).fact.at)) first = index
    }
    if (first === -1) return merged
    merged.push(next(first) as FactFrom)
    places[first] = (places[first] ?? 0) + 1
  }
}
