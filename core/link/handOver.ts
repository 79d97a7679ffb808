/**
 * How a linked till leaves its documents to the signer of its branch. The till's own queue works until nothing is owed.
 * Then it is closed for good, and the hub learns from which row of the trail on the signer owes. Each step may be done
 * again, so a till that was killed continues with the step that it did not finish.
 */
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/sqlite.ts'
import { auditHash } from '../../db/profile/audit.ts'
import {
  areItemsTold,
  closedBy,
  closeQueue,
  countersAtClose,
  mayLeaveQueue,
  registeredItems,
} from '../../db/profile/handOver.ts'
import { forgetSomeLevelsBefore, takeSomeCodes } from '../../db/profile/hubLevels.ts'
import { type HubLinkRow, hubLinkRow, updateHubLink } from '../../db/profile/hubLink.ts'
import { submissionOfFact } from '../../db/profile/owed.ts'
import { device, storeDevice } from '../../db/profile/reference.ts'
import type { Clock, Log } from '../base/ports.ts'
import { containsNothing } from '../contract/hub/contained.ts'
import {
  delegateAnswer,
  type Ended,
  type HandedDevice,
  handedAtOnce,
  unendedAnswer,
} from '../contract/hub/device.ts'
import { asksForEnds, type Hello } from '../contract/hub/wire.ts'
import { isOpen } from '../queue/enqueue.ts'
import { mayLackDocuments, mustRealign } from '../queue/twin.ts'
import { leaveSigner } from './leaving.ts'
import { outcomeOf } from './outcomeOf.ts'
import type { LinkRequest, Outcome } from './session.ts'

export interface HandOverOptions {
  db: Db
  clock: Pick<Clock, 'now'>
  log: Log
  /** Where this till's authority is; null: inside this till, where no hub reaches it. */
  authority: string | null
  /** The device with its keys; null: this till has none. Rejects if the secrets cannot be read. */
  device(): Promise<HandedDevice | null>
  /** Does `work` while nothing is sent, and changes then who sends. */
  change(work: () => void | Promise<void>): Promise<void>
  /** null: there is no link now. */
  ask(request: LinkRequest): Promise<Outcome | null>
  /** Keeps the keys of the device; null: this till is to have none. */
  keepKeys(device: HandedDevice | null): Promise<void>
  /** Ends the link. */
  unlink(work: () => void): Promise<void>
  /** What windows see changed. */
  changed(): void
}

export interface HandOver {
  /** The hub greeted the till. */
  heard(hello: Hello): void
  /** Something was settled: the last document may be among it. Cheap. */
  look(): void
  /** True: the signer of the branch will sign for this till, or does. */
  isComing(): boolean
  /** Resolves once no step is under way. */
  stop(): Promise<void>
}

/** undefined: it has not ended, or the row of the trail is not about a document. */
const endedOf = (db: Db, seq: number): Ended | undefined => {
  const row = submissionOfFact(db, seq)
  if (!row || isOpen(row)) return undefined
  const hash = auditHash(db, seq) ?? null
  return { seq, outcome: outcomeOf(db, row, { local_submission: row.id, answers: seq, hash }) }
}

const hasJoined = (signer: Hello['signer'] | null): boolean =>
  signer !== null && signer.since !== null && signer.joined !== false

/** What keeps a step from being finished now. It is tried again when the hub greets the till the next time. */
class NotNowError extends Error {}

export const createHandOver = (by: HandOverOptions): HandOver => {
  const { db, clock, log, ask, changed } = by
  let said: Hello['signer'] | null = null
  let running: Promise<void> | null = null
  let isStopped = false
  /** The hub asks for the ends of documents. One of an earlier version does not. */
  let isAsked = false
  /** The hub does not know yet what this till gives it. */
  let areItemsAwaited = false
  /** The hub has what this till gave it, and this till has heard so of each item. */
  let isKept = false
  /** The items have the codes that the hub told. */
  let hasCodes = false

  const answered = async (request: LinkRequest): Promise<Outcome & { is: 'answered' }> => {
    if (isStopped) throw new NotNowError('the till stops')
    const outcome = await ask(request)
    if (outcome?.is !== 'answered') throw new NotNowError(outcome?.detail ?? 'no link')
    return outcome
  }
  const post = (path: string, body: object) => answered({ method: 'POST', path, body })
  const askFor = async (request: LinkRequest): Promise<unknown> => {
    const { status, body } = await answered(request)
    if (status === 200) return body
    throw new NotNowError(`the hub answers ${status}`)
  }
  const giveDevice = async (): Promise<boolean> => {
    const own = await by.device()
    if (own) await post('/device', own)
    return own !== null
  }
  const giveItems = async (ofBranch: boolean): Promise<void> => {
    for (let after: string | null = null; ; ) {
      const page: ReturnType<typeof registeredItems> = registeredItems(db, after, handedAtOnce, ofBranch)
      if (page.length === 0) return
      const items = page.map(({ isUntold, ...item }) =>
        isUntold ? { ...item, contained: containsNothing } : item,
      )
      await post('/device/items', { after, items, ofBranch })
      after = items.at(-1)?.uid ?? null
    }
  }
  /** A backup that was restored has documents that the hub before ended later. Their goods would be moved twice. */
  const tellEnded = async (after: number): Promise<void> => {
    const { seqs } = unendedAnswer.parse(
      await askFor({ method: 'GET', path: `/delegate/unended?after=${after}` }),
    )
    const last = seqs.at(-1)
    if (last === undefined) return
    const ended = seqs.flatMap((seq) => endedOf(db, seq) ?? [])
    if (ended.length > 0) await askFor({ method: 'POST', path: '/delegate/ended', body: { ended } })
    return tellEnded(last)
  }
  /** The hub may have lost it, if it was put back from a backup. */
  const leaveDocuments = async (link: HubLinkRow, signer: Hello['signer']): Promise<void> => {
    const isNew = link.signs === 0
    const isGiven = signer.state === 'none' && (await giveDevice())
    if (signer.state === 'none' && !isGiven) throw new NotNowError('the hub has no device of the branch')
    // Another hub may have had its documents: the new signer knows neither codes nor stock.
    const isElsewhere = signer.again && link.before_seq > 0
    const mustGive = isNew || isGiven || isElsewhere
    // Of an item that the hub lacks, the signer would forget the code and what the authority has of it.
    areItemsAwaited = mustGive && !areItemsTold(db)
    if (areItemsAwaited) throw new NotNowError('the hub lacks items of this till')
    if (mustGive) await giveItems(!isNew)
    if (isElsewhere && isAsked && link.closed_at_seq !== null) await tellEnded(link.closed_at_seq)
    const { status, body } = await post('/delegate', {
      since: link.closed_at_seq,
      counters: countersAtClose(db, link),
      serial: device(db)?.serial,
      before: link.before_seq,
      closedBy: closedBy(db, link.closed_at_seq ?? 0),
    })
    const answer = delegateAnswer.safeParse(body)
    if (status !== 200 || !answer.success) throw new NotNowError('the hub has no device of the branch')
    if (!isNew) return
    db.transaction(() => {
      updateHubLink(db, { signs: 1 })
      if (!device(db)) storeDevice(db, answer.data.unit)
    })
    await db.durable()
    log.info({ since: link.closed_at_seq }, 'the signer of the branch signs for this till now')
    changed()
  }
  const mayBegin = async (signer: Hello['signer']): Promise<boolean> => {
    // A till without a device uses no numbers that others may have used.
    const isUnclear = device(db) === undefined ? mayLackDocuments(db) : mustRealign(db)
    if (isUnclear || !mayLeaveQueue(db)) return false
    if (signer.state === 'none') return device(db) !== undefined && (await by.device()) !== null
    return signer.authority === by.authority
  }
  const close = async (signer: Hello['signer']): Promise<void> => {
    // The hub has it before the till can no longer use it.
    if (signer.state === 'none' && !(await giveDevice())) return
    await by.change(() => {
      closeQueue(db, device(db)?.serial, clock.now())
    })
    await db.durable()
    changed()
  }
  const leave = async (link: HubLinkRow): Promise<void> => {
    const { device, keepKeys, unlink, change } = by
    const end = (work: () => void) => change(() => unlink(work))
    const left = await leaveSigner({ db, now: clock.now, ask: askFor, device, keepKeys, end }, link)
    if (left > 0) throw new NotNowError(`the signer ends ${left} documents first`)
    await db.durable()
    log.info({}, 'this till signs itself again')
    changed()
  }
  const takeCodes = async (): Promise<void> => {
    for (let after: number | null = 0; after !== null && !isStopped; ) {
      after = takeSomeCodes(db, after, clock.now())
      await setImmediate()
    }
    hasCodes = true
  }
  const step = async (signer: Hello['signer']): Promise<void> => {
    if (by.authority === null || isStopped) return
    const leaving = hubLinkRow(db)
    if (leaving && leaving.leaves_at_seq !== null) {
      // A hub that took over does not know yet what this till left to the signer.
      if (leaving.signs === 1 && signer.again) await leaveDocuments(leaving, signer)
      return leave(leaving)
    }
    if (hubLinkRow(db)?.closed_at_seq === null && (await mayBegin(signer))) await close(signer)
    const link = hubLinkRow(db)
    if (!link || link.closed_at_seq === null || link.leaves_at_seq !== null) return
    if (link.signs === 0 || signer.since === null) await leaveDocuments(link, signer)
    else if (isKept) while (forgetSomeLevelsBefore(db)) await setImmediate()
    if (!hasCodes) await takeCodes()
  }
  const isComing = (): boolean => {
    if (!said || by.authority === null) return false
    return said.state === 'none' ? device(db) !== undefined : said.authority === by.authority
  }
  const run = (): void => {
    if (!said || running || isStopped) return
    const signer = said
    running = step(signer)
      .catch((error: unknown) => {
        if (error instanceof NotNowError)
          log.debug({ reason: error.message }, 'the documents are left to the signer later')
        else log.error({ err: error }, 'the documents could not be left to the signer; it is tried again')
      })
      .finally(() => {
        running = null
      })
  }
  return {
    heard: ({ signer, features }) => {
      isAsked = features.includes(asksForEnds)
      // Its feed was read since the last greeting.
      isKept = hasJoined(said) && hasJoined(signer)
      said = signer
      run()
    },
    look: () => {
      // Each event of the till comes here, so it costs a till nothing that signs itself for good.
      const link = !running && isComing() ? hubLinkRow(db) : undefined
      if (!link) return
      const isNext = link.closed_at_seq === null ? mayLeaveQueue(db) : areItemsAwaited && areItemsTold(db)
      if (link.leaves_at_seq !== null || isNext) run()
    },
    isComing,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
