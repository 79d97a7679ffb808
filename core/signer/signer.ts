/**
 * The signer of a branch: an ordinary profile that takes what the tills of the branch owe, sends it by its queue, and
 * tells the hub how each document ended.
 */
import { setImmediate } from 'node:timers/promises'
import { type TillOfBranch, tillsOfBranch } from '../../db/hub/devices.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { outcomesOf, sendingsOf, storeOutcomes, takeSeat } from '../../db/hub/signers.ts'
import { endLetterWaits, letterWaitsOf } from '../../db/profile/letterWaits.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { type Submission, submission } from '../../db/profile/submissions.ts'
import {
  askersOf,
  dueOutcomes,
  isItemUntold,
  lastTaken,
  openTaken,
  originByUid,
  splitOrigin,
  type Taken,
  type TakenFrom,
  takenFrom,
  tellEverything,
  unended,
} from '../../db/profile/taken.ts'
import type { OwnEvent } from '../contract/events.ts'
import { type OutcomeBody, outcomeBody } from '../contract/hub/outcome.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { type OpenProfileOptions, openProfile } from '../profile/openProfile.ts'
import type { Profile } from '../profile/profile.ts'
import type { Fence } from '../queue/fence.ts'
import { nothingFoundYet } from '../queue/realign.ts'
import { realignSetting, recoveredSetting, signerFinding, signerSetting } from '../queue/twin.ts'
import { maySolve, resendSolved } from '../shop/causes/resendSolved.ts'
import type { HubBefore } from './contained.ts'
import type { FactFrom, Stretch, Taking } from './context.ts'
import { createDoubts } from './doubts.ts'
import { type Joining, takeCodes, takeCodesAgain, takeOverFrom } from './joining.ts'
import { settleByHub } from './known.ts'
import { type ReadPlace, releaseLetters, type WaitingLetter } from './letters.ts'
import { mayBeConfirmed } from './owed.ts'
import { hasLastOutcome, publishOutcomes } from './publish.ts'
import { keepSeat, type SeatKeeper, type SeatTiming, seatTiming, waitAfter } from './seat.ts'
import { resendStockMasters } from './stockMasters.ts'
import { inOrder, takeFacts } from './take.ts'
import { createWaitingFacts } from './waiting.ts'
import type { WantedDocument } from './wants.ts'

/** Facts of one till in a turn, and in a transaction: the process also answers tills. */
const [factsInTurn, factsAtOnce] = [200, 25]
/** Milliseconds between looks at the hub, when nobody wakes the signer, and after an error. */
const lookMs = 2_000
/** Until the seat is taken, or the tills are there. */
const notYetMs = 1_000
/** Until the hub is told of an item. */
const untoldMs = 50

export interface SignerOptions extends Omit<OpenProfileOptions, 'fence' | 'emit'> {
  hub: HubDb
  /** In the hub's table `branch`. */
  branch: number
  /** Of the hub; above 1 a computer took over. The signer's file is of this epoch alone. */
  hubEpoch?: number
  /** Returns an origin's facts after that number, in order, at most `limit`. */
  factsOf(originUid: string, after: number, limit: number): Promise<Fact[]>
  seatTiming?: SeatTiming
  /** Returns how far a till has read what tills share; undefined: it was not heard of since the hub's start. */
  placeOf?(originUid: string): ReadPlace | undefined
  /** True while a till may still come that knows of a later time than the hub, which was put back then. */
  awaitsTills?(): boolean
  /** An event of the signer's profile. */
  emit?(event: OwnEvent): void
  /** The hub has new outcomes for tills. */
  told?(): void
}

export interface Signer {
  readonly profile: Profile
  /** Of its seat. */
  readonly epoch: number
  /** Something may have come from a till. Cheap. */
  wake(): void
  /** Takes and tells until there is nothing more to do now. */
  catchUp(): Promise<void>
  /** True once another signer signs for the branch. */
  isLost(): boolean
  /** Changed tax letters that wait for tills. */
  letters(): WaitingLetter[]
  /** Registers the letter of an item now. Late sales under the letter before are held. False: it does not wait. */
  registerLetter(itemId: number): boolean
  /** True if it took over what a till had registered when it left its documents. Cheap. */
  hasJoined(uid: string, since: number): boolean
  /** How many documents of a till up to that fact have not ended, or are not told. `uid` null: of all. */
  waiting(till: { uid: string; upTo: number } | null): Promise<number>
  /** Ends what is under way, tells its outcomes and gives the seat back. */
  close(): Promise<void>
}

interface KeptSeat {
  holder: string
  epoch: number
  /** Another signer had the seat since this file was written, and may have sent what waits in it. */
  behind?: boolean
  /** The signer before may still send. A start waits anew until this one has waited to the end. */
  waits?: boolean
}

const isSale = ({ kind }: Submission): boolean => kind === 'sale' || kind === 'creditNote'

/** Before anything is sent, Kaunta asks the authority which numbers have documents. All rows may be there already. */
const distrust = ({ db }: Profile): void =>
  db.transaction(() => {
    writeSetting(db, recoveredSetting, null)
    writeSetting(db, realignSetting, { finding: signerFinding, ...nothingFoundYet })
  })

/** Takes the seat. Another one may have signed since this file was written, or may still believe that it does. */
const sitDown = async (profile: Profile, options: SignerOptions) => {
  const { db, ports } = profile
  const kept = (readSetting(db, signerSetting) ?? null) as KeptSeat | null
  const holder = kept?.holder ?? ports.ids.uuid()
  const { seat, before } = await takeSeat(options.hub, {
    branch: options.branch,
    holder,
    above: kept?.epoch ?? 0,
    now: ports.clock.now(),
  })
  const wasAnother = before.holder !== null && (before.holder !== holder || before.epoch !== kept?.epoch)
  const behind = wasAnother || kept?.behind === true
  // The hub was put back from a backup, and lacks what it was told since.
  const isHubOlder = kept !== null && before.epoch < kept.epoch
  const lacksOutcomes = isHubOlder || !(await hasLastOutcome(db, options.hub))
  // The hub before may be alive, and its signer cannot hear of this one.
  const isFirstOfEpoch = kept === null && (options.hubEpoch ?? 1) > 1
  const isUnreleased = wasAnother && before.holder !== holder && before.releasedAt === null
  const waits = isFirstOfEpoch || isUnreleased || kept?.waits === true
  db.transaction(() => {
    writeSetting(db, signerSetting, { holder, epoch: seat.epoch, behind, waits })
    if (lacksOutcomes) tellEverything(db)
  })
  // A file that is new may follow a till that signed, or a signer's file that was lost.
  if (kept === null || (wasAnother && !isHubOlder)) distrust(profile)
  await db.durable()
  return { seat, behind, waits }
}

/** Opens the signer of a branch. It begins at once, or once the signer before has certainly stopped. */
export const openSigner = async (options: SignerOptions): Promise<Signer> => {
  const { hub, branch, factsOf, placeOf = () => undefined, awaitsTills = () => false } = options
  let keeper: SeatKeeper | undefined
  let stopped = false
  /** What the tills had registered and sold is known. Before, the authority is not asked which numbers are in use. */
  let isJoined = false
  const fence: Fence = {
    closedMs: async () => (keeper && isJoined ? keeper.closedMs() : notYetMs),
    closedForMs: async (row, number) => {
      if (!keeper || !isJoined) return notYetMs
      const closed = await keeper.closedMs()
      if (closed > 0) return closed
      // What the authority has of a sale can be asked. A stock record would move its goods a second time.
      if (!isSale(row) && awaitsTills()) return notYetMs
      const doubt = await doubts.look(row)
      if (doubt !== 'send') return doubt === 'changed' ? 1 : lookMs
      // A signer that takes over now would give the code of that item to other goods.
      if (row.kind !== 'item' && isItemUntold(profile.db)) {
        tell()
        return untoldMs
      }
      return keeper.closedForMs(row, number)
    },
  }
  /** A cause of rejected documents may be gone, such as goods that another till brought in. */
  let isSolved = true
  /** The last fact of each till that a hub of an earlier epoch may have. */
  const befores = new Map<string, number>()
  /** By the uid of a till that was paired anew after a fork. */
  const parents = new Map<string, Stretch>()
  const profile = await openProfile({
    ...options,
    fence,
    emit: (event) => {
      options.emit?.(event)
      if (maySolve(event)) isSolved = true
      if (isSolved) wake()
      else if (event.type === 'queue.changed' || event.type === 'invoice.signed') tell()
    },
  })
  const { db, ports, submitter } = profile
  const { clock, log } = ports
  const hubBefore = (uid: string): HubBefore => {
    const parent = parents.get(uid)
    return {
      before: befores.get(uid) ?? 0,
      parent: parent ? { uid: parent.uid, after: parent.upTo } : null,
      heirs: [...parents].flatMap(([heir, from]) =>
        from.uid === uid ? [{ uid: heir, after: from.upTo }] : [],
      ),
    }
  }
  const doubts = createDoubts({
    ...{ db, log, clock, hubBefore, authority: profile.authority, stopped: () => stopped },
  })
  const close = async () => {
    await profile.stop()
    await profile.close()
  }
  const { seat, behind, waits } = await sitDown(profile, options).catch(async (error: unknown) => {
    await close()
    throw error
  })
  /** Origins whose outcomes at the hub this file may lack. */
  const doubtful = new Map<string, { outcomes: Map<number, string>; sendings: Map<number, number> }>()
  const isCaughtUp = new Set<string>()
  let cancelTimer: (() => void) | undefined

  const known: Taking['known'] = (origin, { seq, hash }) => {
    const there = doubtful.get(origin)
    return {
      outcome: readBody(there?.outcomes.get(seq), hash),
      sentAs: there?.sendings.get(seq),
    }
  }
  /** `hash`: of the fact whose outcome it must be; null: not known. */
  const readBody = (text: string | undefined, hash: string | null): OutcomeBody | undefined => {
    const read = text === undefined ? undefined : outcomeBody.safeParse(JSON.parse(text)).data
    const isOther = hash !== null && read?.hash != null && read.hash !== hash
    return isOther ? undefined : read
  }
  const wanted: WantedDocument[] = []
  const taking: Taking = {
    db,
    clock,
    ids: ports.ids,
    log,
    present: profile,
    emit: profile.emit,
    wants: (document) => {
      wanted.push(document)
    },
    parentOf: (uid) => parents.get(uid) ?? null,
    known,
    hubBefore,
  }
  const epochs = { hubEpoch: options.hubEpoch ?? 1, epoch: seat.epoch }
  const joining: Joining = {
    db,
    hub,
    log,
    now: clock.now,
    publish: (levels) => storeOutcomes(hub, seat, [], levels),
    epochs,
    stopped: () => stopped,
  }

  const learn = async (uid: string, range: { after: number; upTo: number }): Promise<void> => {
    doubtful.set(uid, {
      outcomes: await outcomesOf(hub, uid, range),
      sendings: await sendingsOf(hub, uid, range),
    })
  }
  const waiting = createWaitingFacts({ taking, hub, branch, factsOf }, wanted, learn)
  const learnWhatIsKnown = async ({ uid }: TillOfBranch, facts: readonly FactFrom[]): Promise<void> => {
    const [first, last] = [facts[0]?.fact.seq ?? 1, facts.at(-1)?.fact.seq ?? 0]
    doubtful.delete(uid)
    if (!isCaughtUp.has(uid) && facts.length > 0) await learn(uid, { after: first - 1, upTo: last })
  }
  let letters: WaitingLetter[] = []
  let [isBehind, isWaiting] = [behind, waits]
  const { holder, epoch } = seat
  const keepSeatAs = (kept: Pick<KeptSeat, 'behind'>): void =>
    writeSetting(db, signerSetting, { holder, epoch, ...kept })
  /** Reads what the hub was told of the documents that wait here. */
  const learnOfAnother = async (): Promise<void> => {
    for (let after = 0, page = openTaken(db, after, factsInTurn); page.length > 0; ) {
      for (const { submission_id, uid, name, seq, hash, answers } of page) {
        const [fact] = await factsOf(uid, seq - 1, 1)
        const body = (await outcomesOf(hub, uid, { after: seq - 1, upTo: seq })).get(seq)
        const sentAs = (await sendingsOf(hub, uid, { after: seq - 1, upTo: seq })).get(seq)
        const row = submission(db, submission_id ?? 0)
        if (!fact || !row || row.state === 'accepted') continue
        const read = readBody(body, hash)
        // An older one was told before a person sent the document again.
        const outcome = read && read.answers >= answers ? read : undefined
        const context = { ...taking, origin: takenFrom(db, { uid, name }), earlier: null }
        db.transaction(() => {
          if (!settleByHub(context, row, { fact, outcome, sentAs })) mayBeConfirmed(db, row)
        })
      }
      after = page.at(-1)?.submission_id ?? 0
      page = openTaken(db, after, factsInTurn)
    }
    db.transaction(() => {
      takeCodesAgain(db)
      keepSeatAs({ behind: false })
    })
    isBehind = false
  }
  /** True if the hub has this fact of the till, which was taken. Usually the hub's row of the till answers. */
  const isAtHub = async (
    till: TillOfBranch,
    { seq, hash }: Pick<Taken, 'seq' | 'hash'>,
  ): Promise<boolean> => {
    const there = seq === till.seq ? till : (await factsOf(till.uid, seq - 1, 1))[0]
    return there?.seq !== seq || there.hash === hash
  }
  /**
   * The hub's database was put back from a copy, and then a copied till sent before the till whose facts were taken. The
   * hub has other facts under the same numbers now. They are taken from the last fact on that both tills have.
   */
  const followHub = async (till: TillOfBranch, place: TakenFrom): Promise<void> => {
    const isAtPlace = place.hash !== null && place.seq <= till.seq
    const last = isAtPlace ? place : lastTaken(db, place.id, till.seq)
    if (!last || (await isAtHub(till, last))) return
    let common: Pick<Taken, 'seq' | 'hash'> | undefined = last
    do common = lastTaken(db, place.id, common.seq - 1)
    while (common && !(await isAtHub(till, common)))
    log.warn({ till: till.name, after: common?.seq ?? place.since }, 'the hub has the trail of a copied till')
    const from = { uid: ports.ids.uuid(), common: common ?? { seq: place.since, hash: null } }
    db.transaction(() => splitOrigin(db, place, from))
  }
  /** It left its documents to the signer since its last facts were taken. */
  const hasJoined = (uid: string, since: number | null): boolean => originByUid(db, uid)?.since === since
  const isNew = ({ uid, since }: TillOfBranch): boolean => !hasJoined(uid, since)
  const nextOf = async (till: TillOfBranch): Promise<FactFrom[]> => {
    const { uid, name, since } = till
    if (since === null) return []
    const seq = Math.min(till.seq, till.until ?? till.seq)
    if (isNew(till)) await takeOverFrom(joining, { ...till, since }, takenFrom(db, { uid, name }))
    if (isNew(till)) return []
    if (till.until === null) await followHub(till, takenFrom(db, { uid, name }))
    const place = takenFrom(db, { uid, name })
    if (place.seq >= seq) {
      isCaughtUp.add(uid)
      return []
    }
    const next = await factsOf(uid, place.seq, Math.min(factsInTurn, seq - place.seq))
    const facts = next.map((fact) => ({ from: { uid, name }, fact }))
    await learnWhatIsKnown(till, facts)
    return facts
  }
  let tillsKnown: readonly TillOfBranch[] = []
  /** The facts up to which a till asked to leave, before it is known as one that left. */
  const leaving = new Map<string, number>()
  /** A till that left resends or withdraws its rejected documents itself, also after it came back. */
  const isTillsOwn = ({ uid, seq }: { uid: string; seq: number }): boolean => {
    const till = tillsKnown.find((each) => each.uid === uid)
    return till?.until != null || seq <= Math.max(till?.since ?? 0, leaving.get(uid) ?? 0)
  }
  const mayResend = (id: number): boolean => {
    const askers = askersOf(db, id)
    return askers.length === 0 || !askers.every(isTillsOwn)
  }
  /** Takes the next facts of all tills. Returns how many. */
  const take = async (): Promise<number> => {
    const tills = await tillsOfBranch(hub, branch)
    tillsKnown = tills
    for (const { uid, before, parent, startSeq } of tills) {
      befores.set(uid, before)
      if (parent !== null) parents.set(uid, { uid: parent, upTo: startSeq })
    }
    if (isBehind) await learnOfAnother()
    const trails: FactFrom[][] = []
    for (const till of tills) trails.push(await nextOf(till))
    await takeCodes(joining, branch)
    const facts = inOrder(trails, factsInTurn)
    // Goods may wait for what brings them.
    if (facts.some(({ fact }) => fact.kind === 'owed')) waiting.tryAgain()
    for (let from = 0; from < facts.length && !stopped; from += factsAtOnce) {
      takeFacts(taking, facts.slice(from, from + factsAtOnce))
      submitter.wake()
      await setImmediate()
    }
    // The signer before may have sent what is not taken yet: the authority is asked once all is.
    if (!stopped && !isJoined && trails.every(({ length }) => length < factsInTurn)) {
      isJoined = true
      submitter.wake()
    }
    if (await waiting.isDue()) {
      await resendStockMasters(profile)
      await waiting.retry(tills)
    }
    letters = await releaseLetters({ db, hub, tills, placeOf })
    submitter.wake()
    return facts.length
  }
  /** Takes and tells until there is nothing more to do. Returns the milliseconds before the next turn. */
  const turn = async (): Promise<number> => {
    if (!keeper || keeper.isLost()) return lookMs
    // The signer before may still send and tell: what it told is read once it has certainly stopped.
    const closedMs = await keeper.closedMs()
    if (closedMs > 0) return Math.min(closedMs, lookMs)
    if (isWaiting) db.transaction(() => keepSeatAs({ behind: isBehind }))
    isWaiting = false
    for (;;) {
      const looks = isAsked && !stopped
      isAsked = false
      const taken = looks ? await take() : 0
      if (isSolved && !stopped) {
        isSolved = false
        await resendSolved(profile, mayResend).catch((error: unknown) => {
          isSolved = true
          throw error
        })
      }
      const told = await publishOutcomes(db, hub, { ...seat, ...epochs })
      if (told > 0) options.told?.()
      if (taken > 0) isAsked = true
      if (taken + told === 0 || keeper.isLost()) return lookMs
    }
  }

  /** Tills may have told the hub something. */
  let isAsked = true
  let running: Promise<void> | null = null
  let again = false
  const arm = (ms: number): void => {
    cancelTimer?.()
    cancelTimer = stopped ? undefined : clock.after(ms, wake)
  }
  const run = (): Promise<void> => {
    again = false
    return turn()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the hub did not answer its signer; it is asked again')
        // The queue wakes the signer in each turn while an item is untold. A full disk would make that a loop without a pause.
        again = false
        return lookMs
      })
      .then((ms) => {
        running = null
        if (again && !stopped) tell()
        else arm(ms)
      })
  }
  /** Something changed here, and the hub may have to be told. */
  const tell = (): void => {
    if (stopped || !keeper) return
    if (running !== null) again = true
    else running = run()
  }
  const wake = (): void => {
    isAsked = true
    tell()
  }
  keeper = keepSeat({
    hub,
    seat,
    clock,
    log,
    timing: options.seatTiming ?? seatTiming,
    waitMs: waits ? waitAfter(options.seatTiming ?? seatTiming) : 0,
    askers: (id) => askersOf(db, id).map(({ uid, name, seq }) => ({ origin: uid, name, seq })),
    lost: () => undefined,
  })
  wake()
  return {
    profile,
    epoch: seat.epoch,
    wake,
    catchUp: async () => {
      do {
        wake()
        await running
      } while (again || dueOutcomes(db, 1).length > 0)
    },
    isLost: () => keeper?.isLost() ?? false,
    letters: () => letters,
    registerLetter: (itemId) => {
      if (letterWaitsOf(db, itemId).length === 0) return false
      db.transaction(() => endLetterWaits(db, itemId))
      letters = letters.filter(({ id }) => id !== itemId)
      submitter.wake()
      return true
    },
    hasJoined,
    waiting: async (till) => {
      // A document that is resent from now on would not be counted.
      if (till) leaving.set(till.uid, till.upTo)
      return unended(db, till) + (await waiting.count(till?.uid ?? null))
    },
    close: async () => {
      stopped = true
      cancelTimer?.()
      await running
      await profile.stop()
      try {
        if (!keeper?.isLost()) while ((await publishOutcomes(db, hub, { ...seat, ...epochs })) > 0);
        await keeper?.release()
      } catch (error) {
        log.warn(
          { err: error },
          'the hub could not be told the last outcomes; it is told after the next start',
        )
      }
      await profile.close()
    },
  }
}
