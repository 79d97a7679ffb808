/**
 * Stock records that a hub of an earlier epoch may have sent. The authority cannot be asked about a record, but it tells its
 * stock of an item. So all such records are judged at once: those count as sent that explain the authority's stock.
 */
import type { Db } from '../../db/engine/sqlite.ts'
import { latestTries } from '../../db/profile/attempts.ts'
import { addUnexplained, containedRow, waitingRecords } from '../../db/profile/contained.ts'
import { release } from '../../db/profile/dependencies.ts'
import { itemById, moveAuthorityOnHand } from '../../db/profile/items.ts'
import { invoiceOfRecord } from '../../db/profile/stock.ts'
import {
  type Submission,
  submission,
  submissionOfInvoice,
  updateSubmission,
} from '../../db/profile/submissions.ts'
import { askersOf, origins } from '../../db/profile/taken.ts'
import type { Author, Authority } from '../authority/port.ts'
import type { Clock, Log } from '../base/ports.ts'
import { enqueueStockMaster } from '../queue/enqueue.ts'
import { stockPayload } from '../queue/records.ts'
import { movedAtAuthority } from '../queue/settle.ts'
import { ledgerNamed } from '../queue/stockEffect.ts'
import { mustRealign } from '../queue/twin.ts'
import { type FactOf, type HubBefore, isContained, moveUncontained, tillsNamed } from './contained.ts'

export interface Doubting {
  db: Db
  authority: Pick<Authority, 'saveStockMaster'>
  log: Log
  clock: Pick<Clock, 'now' | 'monotonic'>
  hubBefore(uid: string): HubBefore
  stopped(): boolean
}

export interface Doubts {
  /** Looks at a row that is about to be sent. `later`: the authority does not answer, or a till may still explain its stock. */
  look(row: Submission): Promise<'send' | 'changed' | 'later'>
}

interface Candidate {
  row: Submission
  till: string
  /** By item, hundredths. */
  goods: Map<number, number>
  /** False: this signer sent it and waits for its answer. It may explain the stock too. */
  isDoubted: boolean
}

/** Sets of records that are tried. */
const mostTries = 10_000
/** Milliseconds. A till that does not come until then may never come: its computer may be lost too. */
const patienceMs = 900_000

/** By item, hundredths. */
type Quantities = ReadonlyMap<number, number>

/** Returns a check: no further record can make these quantities 0, as all records of an item move it the same way. */
const beyondOf = (candidates: readonly Candidate[]): ((left: Quantities) => boolean) => {
  /** 1 or -1: all records of the item move it that way. 0: they differ. */
  const ways = new Map<number, number>()
  for (const { goods } of candidates)
    for (const [item, quantity] of goods)
      ways.set(
        item,
        (ways.get(item) ?? Math.sign(quantity)) === Math.sign(quantity) ? Math.sign(quantity) : 0,
      )
  return (left) => [...left].some(([item, quantity]) => quantity * (ways.get(item) ?? 1) < 0)
}

const differing = (missing: Quantities) => new Map([...missing].filter(([, quantity]) => quantity !== 0))

/** What is still missing with this record. Items that the authority does not compare say nothing. */
const without = (left: Quantities, { goods }: Candidate, missing: Quantities): Map<number, number> => {
  const compared = [...goods].filter(([item]) => missing.has(item))
  return differing(
    new Map([...left, ...compared.map(([item, moved]) => [item, (left.get(item) ?? 0) - moved] as const)]),
  )
}

/**
 * Returns the records that together are missing in what Kaunta counted: of each till the first ones, as they were sent in
 * the order of its trail. null: there are no such ones.
 */
export const explaining = (candidates: readonly Candidate[], missing: Quantities): Candidate[] | null => {
  const trails = [...Map.groupBy(candidates, ({ till }) => till).values()]
  const isBeyond = beyondOf(candidates)
  const open = [{ taken: trails.map(() => 0), left: differing(missing) }]
  const seen = new Set<string>()
  for (let state = open.pop(); state && seen.size < mostTries; state = open.pop()) {
    const { taken, left } = state
    if (left.size === 0) return trails.flatMap((trail, index) => trail.slice(0, taken[index]))
    if (isBeyond(left) || seen.has(taken.join())) continue
    seen.add(taken.join())
    const next = trails
      .flatMap((trail, index) => {
        const head = trail[taken[index] ?? 0]
        return head ? [{ head, index }] : []
      })
      .toSorted((a, b) => b.head.row.id - a.head.row.id)
    // The oldest is tried first.
    for (const { head, index } of next)
      open.push({
        taken: taken.with(index, (taken[index] ?? 0) + 1),
        left: without(left, head, missing),
      })
  }
  return null
}

/** The last record that was taken, and those before it. Thousands of tries share what they have in common. */
type Taken = { each: Candidate; before: Taken } | null

const listOf = (taken: Taken): Candidate[] => {
  const list: Candidate[] = []
  for (let last = taken; last; last = last.before) list.push(last.each)
  return list.toReversed()
}

/**
 * As {@link explaining}, in any order: a record may have waited for an item of its own while later ones were sent, or the
 * authority rejected it. The fewest exceptions from the order of all tills are tried first. One exception leaves out one
 * record, or all later ones of its till.
 */
export const explainingAnyhow = (
  candidates: readonly Candidate[],
  missing: Quantities,
): Candidate[] | null => {
  const isBeyond = beyondOf(candidates)
  interface Tried {
    at: number
    taken: Taken
    left: Quantities
    ended: readonly string[]
  }
  let open: Tried[] = [{ at: 0, taken: null, left: differing(missing), ended: [] }]
  for (let tries = 0; open.length > 0; ) {
    const withOneMore: Tried[] = []
    for (const state of open) {
      let { taken, left } = state
      for (let { at } = state; !isBeyond(left) && tries < mostTries; at += 1) {
        if (left.size === 0) return listOf(taken)
        const each = candidates[at]
        if (!each) break
        if (state.ended.includes(each.till)) continue
        tries += 1
        const leavingOut = { at: at + 1, taken, left }
        withOneMore.push(
          { ...leavingOut, ended: state.ended },
          { ...leavingOut, ended: [...state.ended, each.till] },
        )
        taken = { each, before: taken }
        left = without(left, each, missing)
      }
    }
    open = withOneMore
  }
  return null
}

export const createDoubts = (by: Doubting): Doubts => {
  const { db, authority, log, clock, hubBefore, stopped } = by
  const { now } = clock
  const openedAt = clock.monotonic()
  /** Of items with a stock that nothing explains yet: tills that may have the records. */
  let awaited: { items: number[]; tills: string } | null = null
  /** Rows that the authority does not have. Nobody but this signer moves their goods from then on. */
  const judged = new Set<number>()

  /** The record of a sale follows that sale. No other hub has sent it if this signer sends the sale itself. */
  const isOfOwnSale = ({ stock_record_id }: Submission): boolean => {
    const invoice = stock_record_id === null ? null : invoiceOfRecord(db, stock_record_id)
    const sale = invoice === null ? undefined : submissionOfInvoice(db, invoice)
    if (sale?.state !== 'accepted') return sale !== undefined
    // A look-up finds it under that number too if the response was lost.
    return latestTries(db, sale.id).some(
      ({ action, outcome, authority_number }) =>
        action === 'send' &&
        authority_number === sale.authority_number &&
        (outcome === 'accepted' || outcome === 'mayHaveArrived' || outcome === null),
    )
  }
  const doubtedOf = (row: Submission): FactOf | undefined => {
    if (row.state !== 'queued' || row.landed === 1 || row.may_have_arrived === 1) return undefined
    const asker = askersOf(db, row.id).find(({ uid, seq }) => seq <= hubBefore(uid).before)
    return !asker || latestTries(db, row.id).length > 0 || isOfOwnSale(row) ? undefined : asker
  }
  const accept = (row: Submission): void => {
    updateSubmission(db, row.id, { state: 'accepted', settled_at: now(), authority_number: null })
    release(db, row.id, true)
  }
  const settleContained = (row: Submission): void => {
    const doubted = doubtedOf(row)
    const hub = doubted && hubBefore(doubted.uid)
    if (!doubted || !hub || !isContained(db, row, doubted, hub)) return
    accept(row)
    moveUncontained(db, row, doubted, hub)
  }
  const candidateOf = (row: Submission): Candidate[] => {
    const isDoubted = doubtedOf(row) !== undefined
    const till = askersOf(db, row.id)[0]?.uid
    if (till === undefined || (!isDoubted && row.may_have_arrived === 0)) return []
    const goods = new Map<number, number>()
    for (const { item_id, quantity } of movedAtAuthority(db, row))
      goods.set(item_id, (goods.get(item_id) ?? 0) + quantity)
    const isKnown = [...goods.keys()].every((item) => itemById(db, item)?.authority_code != null)
    return isKnown && goods.size > 0 ? [{ row, till, goods, isDoubted }] : []
  }
  /** Returns the authority's stock of an item; null: it does not compare; undefined: it does not answer. */
  const stockOf = async (
    itemId: number,
    moved: number,
    author: Author,
  ): Promise<number | null | undefined> => {
    const item = itemById(db, itemId)
    if (!item?.authority_code) return null
    const counted = item.authority_on_hand
    const accepted: number[] = []
    // An authority that accepts both does not compare. The last quantity is the one with all records.
    for (const quantity of [counted, counted + (moved || 1_00)]) {
      const answer = await authority.saveStockMaster({ itemCode: item.authority_code, quantity, author })
      if (answer.kind !== 'accepted' && answer.kind !== 'refused') return undefined
      const named = ledgerNamed(answer)
      if (named !== null) return named
      if (answer.kind === 'accepted') accepted.push(quantity)
    }
    return accepted.length === 1 ? accepted[0] : null
  }
  /** Tills that an earlier signer knew, and whose facts from before are not all here. Empty: they are not waited for. */
  const tillsToCome = (items: number[]): string => {
    if (clock.monotonic() - openedAt > patienceMs) return ''
    const here = new Map(
      origins(db).flatMap(({ uid, seq, split_off }) => (split_off === null ? [[uid, seq]] : [])),
    )
    // 0: the till has told this hub nothing yet.
    const isToCome = (uid: string, seq: number) => seq === 0 || seq < hubBefore(uid).before
    return tillsNamed(db, items)
      .filter((uid) => isToCome(uid, here.get(uid) ?? 0))
      .join()
  }
  const unexplainedOf = (id: number): number => {
    const uid = itemById(db, id)?.uid
    return uid == null ? 0 : (containedRow(db, uid)?.unexplained ?? 0)
  }
  const waiting = (): Submission[] =>
    waitingRecords(db).flatMap((id) => (judged.has(id) ? [] : (submission(db, id) ?? [])))
  /** Resolves with false if the records must wait. */
  const judge = async (): Promise<boolean> => {
    db.transaction(() => {
      for (const row of waiting()) settleContained(row)
    })
    const moved = new Map<number, { quantity: number; author: Author }>()
    for (const { row, goods } of waiting().flatMap(candidateOf)) {
      const { author } = stockPayload.parse(JSON.parse(row.payload))
      for (const [item, quantity] of goods)
        moved.set(item, { author, quantity: quantity + (moved.get(item)?.quantity ?? 0) })
    }
    /** null: the authority does not compare. */
    const there = new Map<number, number | null>()
    for (const [item, { quantity, author }] of moved) {
      const stock = stopped() ? undefined : await stockOf(item, quantity, author)
      if (stock === undefined) return false
      there.set(item, stock)
    }
    // Facts came in meanwhile. A record of other goods is judged in its turn.
    const isAsked = ({ goods }: Candidate) => [...goods.keys()].every((item) => there.has(item))
    const candidates = waiting().flatMap(candidateOf).filter(isAsked)
    const missing = new Map<number, number>()
    for (const [item, stock] of there)
      if (stock !== null)
        missing.set(item, stock - (itemById(db, item)?.authority_on_hand ?? 0) + unexplainedOf(item))
    const isContradicted = ({ goods }: Candidate) => [...goods.keys()].some((item) => missing.get(item) === 0)
    const isCompared = ({ goods }: Candidate) => [...goods.keys()].some((item) => missing.has(item))
    const compared = candidates.filter(isCompared)
    const inOrder = explaining(compared, missing)
    const items = [...missing].flatMap(([item, quantity]) => (quantity === 0 ? [] : [item]))
    const tills = inOrder ? '' : tillsToCome(items)
    awaited = tills === '' ? null : { items, tills }
    if (awaited) {
      log.info(awaited, 'stock records wait for tills, as the authority has stock that nothing here explains')
      return false
    }
    const explained = inOrder ?? explainingAnyhow(compared, missing)
    // If none fit, the records of all goods with a difference count as sent.
    const arrived = new Set(explained ?? compared.filter((each) => !isContradicted(each)))
    const sent = candidates.filter((each) => each.isDoubted && (arrived.has(each) || !isCompared(each)))
    db.transaction(() => {
      for (const { row, goods } of sent) {
        accept(row)
        for (const [item, quantity] of goods) if (!missing.has(item)) moveAuthorityOnHand(db, item, quantity)
      }
      // What still waits for an answer is counted when it comes.
      const waits = candidates.filter((each) => !each.isDoubted && arrived.has(each))
      for (const [item, quantity] of missing) {
        const sumOf = (of: readonly Candidate[]) =>
          of.reduce((sum, { goods }) => sum + (goods.get(item) ?? 0), 0)
        const [before, unanswered] = [unexplainedOf(item), sumOf(waits)]
        moveAuthorityOnHand(db, item, quantity - before - unanswered)
        const uid = itemById(db, item)?.uid
        if (uid != null) addUnexplained(db, uid, quantity - sumOf(sent) - unanswered - before)
      }
      for (const [id, { author }] of moved)
        enqueueStockMaster(
          db,
          { id, name: itemById(db, id)?.name ?? '' },
          { author, at: now(), quantity: null },
        )
    })
    for (const { row, isDoubted } of candidates) if (isDoubted) judged.add(row.id)
    if (candidates.length > 0)
      log.info(
        { records: candidates.length, sent: sent.length, isExplained: explained !== null },
        'the authority’s stock says which stock records an earlier hub sent',
      )
    return true
  }
  return {
    look: async (row) => {
      if (row.kind !== 'stockRecord' || judged.has(row.id) || !doubtedOf(row)) return 'send'
      if (awaited && awaited.tills === tillsToCome(awaited.items)) return 'later'
      // The authority may have sales of which this signer does not know yet, and their records.
      if (mustRealign(db) || !(await judge())) return 'later'
      judged.add(row.id)
      return 'changed'
    },
  }
}
