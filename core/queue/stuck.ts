/** What stops its lane over and over, and everything that waits for a person. */

import type { Db } from '../../db/engine/sqlite.ts'
import { latestTries } from '../../db/profile/attempts.ts'
import { queueFigures, waitingPerLane } from '../../db/profile/queueList.ts'
import { headOfLane, type Submission, sendingOf, sentUnder } from '../../db/profile/submissions.ts'
import { canLookUp } from './claim.ts'
import { isOpen } from './enqueue.ts'

/** Sends and look-ups after which a person may step in. */
const triesBeforeStuck = 6

/** Tries in a row that had an answer, though none that settles anything: it is not the network. */
const answeredTries = 3

/**
 * Sent again and again, and never answered in a way that settles it: what comes after it waits. Of what has a number and
 * may have arrived the authority is asked before anything is concluded; of anything else its answers must show that it is
 * there, and fails.
 */
export const isStuck = (db: Db, row: Submission): boolean => {
  if (!isOpen(row) || row.attempts < triesBeforeStuck) return false
  if (row.landed === 1 && !isOneOfSeveral(db, row)) return false
  const latest = latestTries(db, row.id)
  // A try on its way says nothing yet: if it counted, the row would be stuck only between its tries.
  const isOnItsWay = latest[0]?.outcome === null
  if (row.attempts - Number(isOnItsWay) < triesBeforeStuck) return false
  const tries = latest.slice(Number(isOnItsWay)).slice(0, answeredTries)
  const isAnswered = ({ http_status }: (typeof tries)[number]) => http_status !== null
  return isToBeAsked(row) ? tries.some(isAnswered) : tries.length === answeredTries && tries.every(isAnswered)
}

/**
 * A number that is taken settles by itself: what that means is being asked. But of several documents that may be there under
 * it only what is shown decides.
 */
const isOneOfSeveral = (db: Db, { kind, lane, authority_number }: Submission): boolean =>
  canLookUp({ kind }) && authority_number !== null && sentUnder(db, lane, authority_number).length > 0

/** May it be at the authority under its number? What has none is told again without harm. */
export const isToBeAsked = ({ may_have_arrived, authority_number }: Submission): boolean =>
  may_have_arrived === 1 && authority_number !== null

/** What is stuck and waits to be sent, or is being resent: of each lane at most the one whose turn it is. */
const stuckInLine = (db: Db): Submission[] =>
  waitingPerLane(db).flatMap(({ lane, count }) => {
    const head = count > 0 ? (sendingOf(db, lane) ?? headOfLane(db, lane)) : undefined
    return head && head.state !== 'unknown' && isStuck(db, head) ? [head] : []
  })

/** {@link queueFigures}, what is stuck in line, and how much waits for a person: refused, unknown, without signature, or that. */
export const figuresOf = (db: Db, lateBefore = 0) => {
  const figures = queueFigures(db, lateBefore)
  const { refused, unknown, withoutSignature } = figures
  const stuck = stuckInLine(db)
  return { ...figures, stuck, needsPerson: refused + unknown + withoutSignature + stuck.length }
}
