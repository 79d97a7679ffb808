/** Documents that block their lane, and everything that waits for a manager. */

import type { Db } from '../../db/engine/sqlite.ts'
import { latestTries } from '../../db/profile/attempts.ts'
import { sentUnder } from '../../db/profile/numbersSent.ts'
import { headOfLane, sendingOf } from '../../db/profile/queueHeads.ts'
import { queueFigures, waitingPerLane } from '../../db/profile/queueList.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import { isOpen } from './enqueue.ts'
import { canLookUp } from './series.ts'

/** Attempts and look-ups after which a manager may act. */
const triesBeforeStuck = 6

/** Attempts in a row that had a response without a result: the network is not the cause. */
const answeredTries = 3

/**
 * True if attempts never led to a result, so the rows behind this one wait. A row with a number that may have arrived
 * must have been queried. For any other row, the responses must show that the authority is reachable and fails.
 */
export const isStuck = (db: Db, row: Submission): boolean => {
  if (!isOpen(row) || row.attempts < triesBeforeStuck) return false
  if (row.landed === 1 && !isOneOfSeveral(db, row)) return false
  const latest = latestTries(db, row.id)
  // An attempt in progress does not count. Otherwise the row would be stuck only between its attempts.
  const isOnItsWay = latest[0]?.outcome === null
  if (row.attempts - Number(isOnItsWay) < triesBeforeStuck) return false
  const tries = latest.slice(Number(isOnItsWay)).slice(0, answeredTries)
  const isAnswered = ({ http_status }: (typeof tries)[number]) => http_status !== null
  return isToBeAsked(row) ? tries.some(isAnswered) : tries.length === answeredTries && tries.every(isAnswered)
}

/**
 * A used number is resolved by queries. But if several documents may have the number, only a returned document
 * decides.
 */
const isOneOfSeveral = (db: Db, { kind, lane, authority_number }: Submission): boolean =>
  canLookUp({ kind }) && authority_number !== null && sentUnder(db, lane, authority_number).length > 0

/** True if the authority may have the row under its number. A row without a number can be resent without harm. */
export const isToBeAsked = ({ may_have_arrived, authority_number }: Submission): boolean =>
  may_have_arrived === 1 && authority_number !== null

/** Stuck rows: at most the head of each lane. */
const stuckInLine = (db: Db): Submission[] =>
  waitingPerLane(db).flatMap(({ lane, count }) => {
    const head = count > 0 ? (sendingOf(db, lane) ?? headOfLane(db, lane)) : undefined
    return head && isStuck(db, head) ? [head] : []
  })

/**
 * Returns {@link queueFigures}, the stuck rows, and how many documents wait for a manager: rejected, without
 * signature, or stuck. An uncertain document that Kaunta is checking waits for nobody.
 */
export const figuresOf = (db: Db, lateBefore = 0) => {
  const figures = queueFigures(db, lateBefore)
  const { refused, withoutSignature, sales } = figures
  const stuck = stuckInLine(db)
  const stuckSales = stuck.filter(({ lane }) => lane === 'sales').length
  return {
    ...figures,
    stuck,
    needsPerson: refused + withoutSignature + stuck.length,
    salesToFix: sales.refused + withoutSignature + stuckSales,
  }
}
