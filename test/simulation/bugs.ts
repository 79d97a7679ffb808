/**
 * Faults of ours, planted to see that the simulation finds them. Each is a change of one place of the product's source,
 * made while it is loaded into a simulation; the product itself knows nothing of it.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Bug, counterBugs } from './counterBugs.ts'
import { goodsBugs } from './goodsBugs.ts'
import { supplyBugs } from './supplyBugs.ts'

export const bugs: Record<string, Bug> = {
  durabilityOff: {
    file: 'db/engine/sqlite.ts',
    find: "db.pragma('synchronous = FULL')",
    replace: "db.pragma('synchronous = NORMAL'); if (db.name) return",
  },
  resentWithoutAsking: {
    file: 'core/queue/claim.ts',
    find: 'const ask = isAsked(head)',
    replace: 'const ask = false && isAsked(head)',
  },
  renumberedOnTimeOut: {
    file: 'core/queue/settle.ts',
    find: "    state: 'unknown',\n    next_attempt_at: change.nextAt,",
    replace: "    state: 'queued',\n    authority_number: null,\n    next_attempt_at: change.nextAt,",
  },
  counterNotAdvanced: {
    file: 'core/queue/settle.ts',
    find: 'setNextNumber(db, counter, row.authority_number + 1)',
    replace: 'void counter',
  },
  answeredBeforeCommit: {
    file: 'core/operations/sale/complete.ts',
    find: 'const reply = db.transaction(() => ringUp(input, context, claimed))',
    replace: `let reply = undefined as unknown as ReturnType<typeof ringUp>
  try { db.transaction(() => { reply = ringUp(input, context, claimed); throw new Error('later') }) } catch {}
  profile.ports.clock.after(80, () => { db.transaction(() => ringUp(input, context, claimed)) })`,
  },
  requestForgotten: {
    file: 'core/shop/sales/storeTillSale.ts',
    find: '    request: { id: input.requestId, hash: bodyHash(input) },',
    replace: '',
  },
  orderedByTime: {
    file: 'db/profile/queueHeads.ts',
    find: ".where('blockers', '=', sql.lit(0))\n    .orderBy('id')",
    replace: ".where('blockers', '=', sql.lit(0))\n    .orderBy('created_at')",
    shows: { faults: 'clock,outage,network,crash', acts: 'submit' },
  },
  dependantsNotHeld: {
    file: 'db/profile/submissions.ts',
    find: 'blockers: dependsOn.length }',
    replace: 'blockers: 0 }',
  },
  releasedByRefusal: {
    file: 'core/queue/settle.ts',
    find: '  release(db, row.id, isKnown)\n}',
    replace: '  release(db, row.id, true)\n}',
  },
  notRecoveredAtStart: {
    file: 'core/queue/submitter.ts',
    find: 'const left = sendingBecomesUnknown(db)',
    replace: 'const left = 0',
  },
  inFlightIsQueued: {
    file: 'db/profile/queueHeads.ts',
    find: ".set({ state: 'unknown', may_have_arrived: 1, next_attempt_at: 0 })",
    replace: ".set({ state: 'queued', next_attempt_at: 0 })",
  },
  stockTwice: {
    file: 'db/profile/items.ts',
    find: 'item.quantity + quantity, sold:',
    replace: 'item.quantity + 2 * quantity, sold:',
  },
  acceptedStockTwice: {
    file: 'core/queue/settle.ts',
    find: 'moveAuthorityOnHand(db, item_id, quantity)',
    replace: 'moveAuthorityOnHand(db, item_id, 2 * quantity)',
  },
  refusedStopsTheLane: {
    file: 'core/queue/policy.ts',
    find: "(expected === undefined || expected === number)) return { become: 'refused' }",
    replace: "(expected === undefined || expected === number)) return { become: 'stillUncertain' }",
  },
  triesRunOut: {
    file: 'core/queue/policy.ts',
    find: "return known.mayHaveArrived ? { become: 'unknown' } : { become: 'queued', pause: 'growing' }",
    replace: "return known.mayHaveArrived ? { become: 'unknown' } : { become: 'refused' }",
  },
  serverErrorIsNotArrived: {
    file: 'core/authority/oscu/envelope.ts',
    find: "if (status >= 500) return { kind: 'mayHaveArrived'",
    replace: "if (status >= 500) return { kind: 'neverArrived'",
  },
  garbageIsSuccess: {
    file: 'core/authority/oscu/envelope.ts',
    find: 'if (!answer) return { outcome: unreadable(status, body), authorityTime: null }',
    replace:
      "if (!answer) return { outcome: { kind: 'accepted', data: unreadable(status, body) }, authorityTime: null }",
  },
  takenIsRenumbered: {
    file: 'core/queue/policy.ts',
    find: "if (taken && isAsked) return { become: 'landed', wanted: expected ?? null }",
    replace: '',
  },
  takenIsOursAtOnce: {
    file: 'core/queue/policy.ts',
    find: "  if (!known.uncertaintyOver) return { become: 'stillUncertain' }\n",
    replace: '',
  },
  purchaseTakenIsOurs: {
    file: 'core/queue/purchase.ts',
    find: "answer.data ? 'notThere' : 'there'",
    replace: "answer.data ? 'there' : 'there'",
  },
  invoicePassedOver: {
    file: 'core/queue/since.ts',
    find: 'authorityTime - overlapMs',
    replace: 'authorityTime',
  },
  stockTakenIsOurs: {
    file: 'core/queue/stockEffect.ts',
    find: "named === after ? 'there' : named === before ? 'notThere' : 'unclear'",
    replace: "'unclear'",
  },
  numberAloneIsProof: {
    file: 'core/queue/reconcile.ts',
    find: '  const isShown = row.mark !== null && found.remark !== null\n',
    replace: '  if (sent || !sent) return true\n  const isShown = false\n',
  },
  twoInFlight: {
    file: 'core/queue/submitter.ts',
    find: '    if (running.has(lane)) {',
    replace: '    if (running.has(lane) && again.has(lane)) {',
  },
  duplicateNotSeen: {
    file: 'core/operations/sale/submit.ts',
    find: 'const existing = invoiceByNumber(db, sale.number)',
    replace: 'const existing = undefined as ReturnType<typeof invoiceByNumber>',
  },
  creditBeforeSale: {
    file: 'core/shop/sales/creditTillSale.ts',
    find: ": [{ id: submission.id, need: 'accepted' }]",
    replace: ': []',
  },
  creditedTwice: {
    file: 'core/shop/sales/leftToCredit.ts',
    find: 'of creditedItems(db, sale.id, except)) {',
    replace: 'of [] as ReturnType<typeof creditedItems>) {',
  },
  goodsLeaveBeforeTheirSale: {
    file: 'core/shop/stock/soldGoods.ts',
    find: "needs: [{ id: sold.submissionId, need: 'accepted' }]",
    replace: 'needs: []',
  },
  dateOfTheComputer: {
    file: 'core/profile/fiscalClock.ts',
    find: 'Math.floor(anchor ? carried(anchor) : estimate().time)',
    replace: 'clock.now()',
  },
  timeNotKept: {
    file: 'core/profile/fiscalClock.ts',
    find: 'let anchor = last && isThisStart(last) ? last : null',
    replace: 'let anchor: typeof last = null',
  },
  sleepNotCounted: {
    file: 'core/profile/fiscalClock.ts',
    find: 'Math.floor(clock.uptime() ?? clock.monotonic())',
    replace: 'Math.floor(clock.monotonic())',
  },
  adoptedUntried: {
    file: 'core/queue/reconcile.ts',
    find: 'if (!recovered && (isShown || (row.mark !== null && !sent))) return false',
    replace: 'if (found.traderNumber === traderNumber) return alike',
    shows: { faults: 'twins,outage,crash', acts: 'submit', every: 6 },
  },
  numbersGoOn: {
    file: 'core/recovery/twin.ts',
    find: 'setNextNumber(db, name, nextNumber(db, name) + far)',
    replace: 'setNextNumber(db, name, nextNumber(db, name))',
  },
  failedCommitSwallowed: {
    file: 'db/engine/sqlite.ts',
    find: '      if (raw.inTransaction) rollback.run()\n      throw error',
    replace: '      if (raw.inTransaction) rollback.run()\n      return undefined as never',
  },
  auditedLater: {
    file: 'db/profile/audit.ts',
    find: 'export const audit = (',
    replace: `export const audit = (db: Db, event: Omit<AuditRow, 'seq' | 'hash'>): void => {
  setImmediate(() => { try { auditNow(db, event) } catch {} })
}
const auditNow = (`,
  },
  creditNotesNotAudited: {
    file: 'db/profile/invoices.ts',
    find: '  audit(db, {\n    at: invoice.sold_at,',
    replace: "  if (invoice.kind === 'sale') audit(db, {\n    at: invoice.sold_at,",
  },
  journalForgetsItems: {
    file: 'db/engine/sqlite.ts',
    find: 'if (result.changes > 0) journal',
    replace: 'if (!/^update .item/.test(statement.source)) journal',
  },
  answeredBeforeJournal: {
    file: 'core/operations/index.ts',
    find: "  if ('db' in context) await context.db.durable()\n",
    replace: '',
  },
  notRolledForward: {
    file: 'core/recovery/openTill.ts',
    find: 'await rollForward(db, { folder: journal, migrations: profileMigrations })',
    replace:
      '{ count: 0, at: null, reason: null, behind: false, holed: false } as Awaited<ReturnType<typeof rollForward>>',
  },
  journalForgetsItsPlace: {
    file: 'db/journal/journal.ts',
    find: '      position = appended.position\n',
    replace: '',
  },
  endedTokenIsRefusal: {
    file: 'core/authority/oscu/client.ts',
    find: '      return send(call, { exchange, key, mayRenew: false })\n',
    replace: "      return { kind: 'refused', code: '401', text: 'Unauthorised' }\n",
  },
  otherProfilesKey: {
    file: 'core/profile/openProfile.ts',
    find: 'cmcKey: () => secrets.get(secretName.cmcKey(row.id)),',
    replace: "cmcKey: () => secrets.get(secretName.cmcKey(row.id === 'sandbox' ? 'production' : row.id)),",
  },
  unknownIsForgotten: {
    file: 'db/profile/queueHeads.ts',
    find: 'db.first(unknownHead({ lane })) ?? db.first(holdingHead',
    replace: 'db.first(holdingHead',
  },
  closedAgain: {
    file: 'core/operations/shift/close.ts',
    find: 'const done = closeByRequest(db, input.requestId)',
    replace: 'const done = undefined as ReturnType<typeof closeByRequest>',
  },
  openedTwice: {
    file: 'core/operations/shift/open.ts',
    find: 'const other = openShift(db)',
    replace: 'const other = undefined as ReturnType<typeof openShift>',
  },
  movedTwice: {
    file: 'core/operations/shift/addCash.ts',
    find: 'const done = cashByRequest(db, input.requestId)',
    replace: 'const done = undefined as ReturnType<typeof cashByRequest>',
  },
  refundsNotInDrawer: {
    file: 'core/fiscal/cash.ts',
    find: '- moves.refunds +',
    replace: '- 0 * moves.refunds +',
  },
  paidTwice: {
    file: 'core/operations/account/pay.ts',
    find: 'const done = entryByRequest(db, input.requestId)\n  if (done) {',
    replace: "const done = entryByRequest(db, '')\n  if (done) {",
  },
  limitIgnored: {
    file: 'core/shop/customers/account.ts',
    find: 'if (after <= limit) return',
    replace: 'if (after <= limit || limit > 0) return',
  },
  newestPaidFirst: {
    file: 'core/fiscal/accounts.ts',
    find: 'return debts.flatMap(',
    replace: 'return debts.toReversed().flatMap(',
  },
  roundingLost: {
    file: 'core/shop/sales/settlePayment.ts',
    find: 'return ok({ tenders: [...tenders, ...roundingAs(rounding)], change })',
    replace: 'return ok({ tenders: rounding < 0 ? tenders : [...tenders, ...roundingAs(rounding)], change })',
  },
  moneyBeforeDebt: {
    file: 'core/shop/sales/creditTillSale.ts',
    find: 'const owed = Math.min(amount, Math.max(0, account?.owed ?? 0))',
    replace: 'const owed = Math.min(Math.floor(amount / 2), Math.max(0, account?.owed ?? 0))',
  },
  mergeForgetsEarlier: {
    file: 'db/profile/customers.ts',
    find: "where.or([where('id', '=', from), where('merged_into', '=', from)])",
    replace: "where('id', '=', from)",
  },
  approvedTwice: {
    file: 'core/shop/acts/mayAct.ts',
    find: 'approved.some((one) => isSame(one, each)) && !isUsed(db, { uid, act: each.act }),',
    replace: 'approved.some((one) => isSame(one, each)),',
  },
  approvedForAnyAmount: {
    file: 'core/shop/acts/mayAct.ts',
    find: 'a.amount === b.amount && ',
    replace: '',
  },
  approvedForAnyDocument: {
    file: 'core/shop/acts/mayAct.ts',
    find: ' && a.document === b.document',
    replace: '',
  },
  approvedForever: {
    file: 'core/access/approvals.ts',
    find: 'clock.monotonic() < approval.until',
    replace: 'true',
  },
  creditOutsideShift: {
    file: 'core/shop/sales/storeDocument.ts',
    find: "shift_id: source === 'till' ? (openShift(db)?.id ?? null) : null,",
    replace: "shift_id: source === 'till' && !credits ? (openShift(db)?.id ?? null) : null,",
  },
  ...counterBugs,
  ...supplyBugs,
  ...goodsBugs,
}

/** Plants a bug in what is loaded from now on. Throws when the source it was written for has changed. */
export const plant = (name: string, among = bugs): void => {
  const bug = among[name]
  if (!bug) throw new Error(`There is no bug "${name}"; there are ${Object.keys(among).join(', ')}`)
  const url = new URL(`../../${bug.file}`, import.meta.url).href
  if (!readFileSync(fileURLToPath(url), 'utf8').includes(bug.find))
    throw new Error(`The bug "${name}" does not fit ${bug.file} any more`)
  registerHooks({
    load: (loaded, context, next) => {
      const result = next(loaded, context)
      if (loaded !== url) return result
      return { ...result, source: String(result.source).replace(bug.find, () => bug.replace) }
    },
  })
}
