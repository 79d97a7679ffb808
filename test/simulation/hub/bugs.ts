/** Faults of ours in what a till and its hub have between them. Each is planted as its file loads. */
import type { Bug } from '../counterBugs.ts'

/** `seeds`: only seeds with that remainder have the disasters that show the fault (`themes.ts`). */
export type HubBug = Bug & { seeds?: { every: number; at: number } }

const tillCopied = { every: 4, at: 1 }
/** A till is copied, the hub is put back, and the copy sends first. */
const copiedAndPutBack = { every: 20, at: 13 }
const processesDie = { every: 5, at: 0 }
const lettersChange = { every: 5, at: 2 }
const hubPutBack = { every: 5, at: 3 }
const seatTaken = { every: 5, at: 4 }
const hubLost = { every: 10, at: 6 }

export const hubBugs: Record<string, HubBug> = {
  copyNotFollowed: {
    file: 'core/signer/signer.ts',
    find: '    if (till.until === null) await followHub(till, takenFrom(db, { uid, name }))\n',
    replace: '    void followHub\n',
    seeds: copiedAndPutBack,
  },
  forkRemembered: {
    file: 'core/link/parting.ts',
    find: '    await forgetFork(db)\n',
    replace: '    void forgetFork\n',
    seeds: copiedAndPutBack,
  },
  placeBeforeRows: {
    file: 'core/link/applyFeed.ts',
    find: '  if (page.fromStart) updateShares(db, {',
    replace: '  reader.keepPlace(page.place)\n  if (page.fromStart) updateShares(db, {',
    seeds: processesDie,
  },
  ownMovementsTwice: {
    file: 'db/profile/hubLevels.ts',
    find: 'where item_id = item.id and stock_record_id > hub_level.record',
    replace: 'where item_id = item.id',
  },
  chainForgotten: {
    file: 'core/hub/ingest.ts',
    find: '    before = fact.hash\n',
    replace: '',
  },
  sumsReplaced: {
    file: 'db/hub/projected.ts',
    find: 'documents = day_till.documents + excluded.documents',
    replace: 'documents = excluded.documents',
  },
  lineLost: {
    file: 'db/hub/projected.ts',
    find: "await insertRows(tx, 'invoice_line', lineColumns, documents.lines)",
    replace: "await insertRows(tx, 'invoice_line', lineColumns, documents.lines.slice(1))",
  },
  outcomesNotToldAgain: {
    file: 'core/signer/publish.ts',
    find: 'return there.get(told.seq) === told.body',
    replace: 'return there.size >= 0',
    seeds: hubPutBack,
  },
  codesForgotten: {
    file: 'core/signer/signer.ts',
    find: '    await takeCodes(joining, branch)\n',
    replace: '    void takeCodes\n',
    seeds: seatTaken,
  },
  codesNotTakenAgain: {
    file: 'core/signer/signer.ts',
    find: '      takeCodesAgain(db)\n',
    replace: '      void takeCodesAgain\n',
    seeds: seatTaken,
  },
  heirsForgotten: {
    file: 'db/hub/signers.ts',
    find: '      await tellHeirs(tx, { origin, seq })\n',
    replace: '      void tellHeirs\n',
    seeds: tillCopied,
  },
  toldBeforeCommit: {
    file: 'core/signer/publish.ts',
    find: '  await db.durable()\n',
    replace: '  db.transaction(() => due.forEach((each) => outcomeTold(db, each)))\n',
    seeds: processesDie,
  },
  seatNeverLost: {
    file: 'core/signer/seat.ts',
    find: 'else lose()\n    } catch',
    replace: 'else answeredAt = startedAt\n    } catch',
    seeds: seatTaken,
  },
  placeBeforeTaking: {
    file: 'core/hub/ingest.ts',
    find: '  await store(tx, origin, next, found)\n',
    replace: '  await store(tx, origin, next.slice(0, 5), found)\n',
  },
  levelsReplaced: {
    file: 'db/hub/projected.ts',
    find: 'on_hand = stock_level.on_hand + excluded.on_hand',
    replace: 'on_hand = excluded.on_hand',
  },
  claimNotUnique: {
    file: 'core/hub/claims.ts',
    find: "  if (has.holder !== till.id) return { outcome: 'held', till: has.till, who: has.who }\n",
    replace: '',
  },
  forkTooLate: {
    file: 'core/link/parting.ts',
    find: '    await noteFork(db, common)\n',
    replace: '    await noteFork(db, head)\n',
    seeds: tillCopied,
  },
  untoldStockKept: {
    file: 'db/profile/hubLink.ts',
    find: 'if (forked) forgetUntoldStock',
    replace: 'if (forked === "") forgetUntoldStock',
    seeds: tillCopied,
  },
  waitingCreditsNotHeld: {
    file: 'core/signer/known.ts',
    find: "if (state === 'accepted' && row.kind === 'creditNote') holdWaitingCredits(context, row)",
    replace: 'void holdWaitingCredits',
    seeds: { every: 20, at: 16 },
  },
  signaturesNotTaken: {
    file: 'core/signer/take.ts',
    find: '  signed: { v: 1, take: takeSigned },\n',
    replace: '',
    seeds: { every: 20, at: 16 },
  },
  placeNeverBack: {
    file: 'core/link/uplink.ts',
    find: '    if (!problem) place = told\n',
    replace: '    if (!problem && told.seq >= place.seq) place = told\n',
    seeds: hubPutBack,
  },
  orderedByText: {
    file: 'db/hub/feed.ts',
    find: 'export const stamp = sql`changed::xid8`',
    replace: 'export const stamp = sql`changed`',
  },
  aboveHorizon: {
    file: 'db/hub/feed.ts',
    find: 'and changed < ',
    replace: 'and changed <> ',
  },
  wishesUnanswered: {
    file: 'core/link/applyFeed.ts',
    find: '  wishEnd: takeWishEnd,\n',
    replace: '',
  },
  stockMasterNotTold: {
    file: 'core/signer/publish.ts',
    find: 'levelsOf(db, rows, seat)',
    replace: 'levelsOf(db, [], seat)',
  },
  knownGoodsNotMoved: {
    file: 'core/signer/known.ts',
    find: "  if (outcome.state === 'accepted') moveGoods(context, row, fact)\n",
    replace: '',
    seeds: seatTaken,
  },
  containedForgotten: {
    file: 'core/signer/contained.ts',
    find: '  return !but.includes(seq)\n',
    replace: '  return false\n',
    seeds: hubLost,
  },
  doubtsCountAsSent: {
    file: 'core/signer/doubts.ts',
    find: '(arrived.has(each) || !isCompared(each))',
    replace: '[arrived, isCompared]',
    seeds: hubLost,
  },
  numbersTrusted: {
    file: 'core/signer/signer.ts',
    find: '  if (kept === null || (wasAnother && !isHubOlder)) distrust(profile)\n',
    replace: '  void distrust\n',
    seeds: seatTaken,
  },
  knownOutcomesForgotten: {
    file: 'core/signer/known.ts',
    find: "if (!outcome || outcome.state === 'held') {",
    replace: "if (!outcome || outcome.state !== 'held') {",
    seeds: seatTaken,
  },
  /** The hub does not hear which stock records its signer may have sent. */
  sendingsForgotten: {
    file: 'core/signer/signer.ts',
    find: 'askers: (id) => askersOf(db, id).map(',
    replace: 'askers: (id) => askersOf(db, id).slice(0, 0).map(',
    seeds: seatTaken,
  },
  /** A signer takes its seat back, and does not ask what another one sent of what waits in its file. */
  anotherNotAsked: {
    file: 'core/signer/signer.ts',
    find: '    if (isBehind) await learnOfAnother()\n',
    replace: '    void [isBehind, learnOfAnother]\n',
    seeds: seatTaken,
  },
  /** The authority is asked from the highest number that the hub was told. */
  untoldNumbersSkipped: {
    file: 'core/signer/known.ts',
    find: "const isAsked = counter === 'authority.sales' && mustRealign(db)",
    replace: 'const isAsked = false && mustRealign(db)',
    seeds: seatTaken,
  },
  /** A copied till is taken for the first one by a hub that was put back. */
  copyTakenForTheFirst: {
    file: 'db/hub/door.ts',
    find: "      if (earlier) return is.or([sameKey, is('uid', '=', earlier)])\n",
    replace: '',
    seeds: copiedAndPutBack,
  },
  /** A new tax letter is registered before every till has it. */
  letterTooEarly: {
    file: 'core/signer/letters.ts',
    find: 'if (isDecided && behind.length === 0)',
    replace: 'if (isDecided || behind.length > 0)',
    seeds: lettersChange,
  },
  uidsForgotten: {
    file: 'core/link/factRows.ts',
    find: 'items: Object.fromEntries(items),',
    replace: 'items: {},',
    seeds: tillCopied,
  },
  /** A signer that took over asks the authority from the highest number that a till was told. */
  toldNumbersGiven: {
    file: 'db/profile/handOver.ts',
    find: '  return closed_sales === null ? others : {',
    replace: '  return closed_sales === null ? authorityCounters(db) : {',
    seeds: hubLost,
  },
  /** What a till without a device sold before it was linked is left to nobody. */
  untriedForgotten: {
    file: 'db/profile/handOver.ts',
    find: 'const last = owesNone(db) ? null : (db.first(lastEnded({}))?.seq ?? 0)',
    replace: 'const last = null as number | null',
  },
}
