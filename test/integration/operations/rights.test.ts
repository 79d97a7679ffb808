/**
 * Who may call what: every operation as nobody, cashier, manager, owner, a cashier with an approval, and a key.
 * `approvals.test.ts` does each act of the owner's table for real.
 */
import { expect, test } from 'vitest'
import type { SessionCaller } from '../../../core/access/callers.ts'
import { operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { startSoftware } from '../rest/software.ts'

type Level = 'nobody' | 'cashier' | 'manager' | 'owner' | 'never'
const levels: Level[] = ['nobody', 'cashier', 'manager', 'owner']

/** The lowest role at a window, the lowest role over REST, the act that admits a cashier there, and the operations. */
const table: [window: Level, rest: Level, act: 'creditNote' | null, names: string][] = [
  [
    'nobody',
    'never',
    null,
    `workspace.state workspace.tryItNow workspace.createOwner workspace.setLanguage session.unlock session.lock
     session.touched`,
  ],
  [
    'cashier',
    'never',
    null,
    `file.open file.copy profile.list settings.get approval.people approval.give practice.get status.get day.give
     device.status reference.state reference.codes reference.taxRates reference.itemClasses reference.notices
     customer.lookUp customer.list customer.save account.get account.entries account.pay account.printPayment
     account.statement account.printStatement item.search item.scan item.list item.get item.getMany
     item.categoryClasses item.favourite item.other item.grid picture.get sale.complete sale.paidWith sale.keepDraft sale.void
     sale.drafts sale.park sale.parked sale.resume proforma.make proforma.list proforma.take proforma.print
     training.start training.end
     invoice.list invoice.get invoice.credit invoice.refundOf receipt.preview receipt.print
     receipt.printed shift.state shift.open shift.get shift.addCash shift.close shift.list shift.print stock.levels
     stock.history stock.movements count.list count.get count.enter delivery.invoices delivery.fetch delivery.invoice delivery.list delivery.get delivery.print
     transfer.branches transfer.arrivals transfer.fetch transfer.arrival transfer.list transfer.get transfer.print
     customs.list customs.fetch customs.get
     scale.read pole.show printer.state printJob.list printJob.answer printJob.cancel printJob.move printJob.retry
     queue.list queue.get queue.causes queue.tryNow hub.state hub.receipts hub.tryNow`,
  ],
  [
    'manager',
    'never',
    null,
    `backup.list backup.saveElsewhere backup.make diagnostics.make audit.status audit.list audit.check report.day
     report.print practice.set status.checklist status.dismissChecklist account.markPaid account.merge item.save
     item.importRows item.imports item.importLines item.importUndo item.bulkChange item.classesNotChosen item.chooseClass item.arrange item.categoryColour picture.set
     export.record invoice.changePayment invoice.enterSignature shift.review stock.adjust stock.settle stock.value
     count.start count.book count.drop count.print item.history delivery.deliver
     delivery.enter delivery.refuse delivery.takeUp transfer.send transfer.receive transfer.enter transfer.dismiss
     transfer.takeUp label.propose label.preview label.print label.giveBarcodes 
     order.suggest order.setLeadDays order.make order.list order.get order.end order.print customs.approve customs.reject
     queue.solve queue.resend queue.setAside update.get update.ask update.install
     queue.withdraw queue.resumeLane hub.setAddress hub.tills hub.confirm
     hub.offers hub.answerOffer hub.answerTwins hub.report hub.bestSellers hub.printReport
     hub.thisComputer.state`,
  ],
  [
    'owner',
    'never',
    null,
    `backup.dismiss backup.describe backup.look backup.restore folder.list folder.create firstRun.save
     workspace.setLockAfter user.list user.save profile.create profile.correct profile.createPractice profile.switch
     settings.save apiKey.list apiKey.mint apiKey.adopt apiKey.revoke rest.get rest.set update.setAddress update.startWithComputer
     device.restore receipt.sample hub.pair hub.leave hub.revoke hub.nameDeputy hub.code
     hub.screens hub.setPassword hub.registerLetter
     hub.thisComputer.start hub.thisComputer.stop hub.thisComputer.newCode
     hub.takeOver hub.thisComputer.sheet hub.thisComputer.printSheet
    
     printer.list printer.test printer.save printer.remove printer.find serial.list`,
  ],
  ['nobody', 'nobody', null, 'system.health system.status session.signIn session.refresh'],
  [
    'never',
    'cashier',
    null,
    `session.signOut approval.submit reference.findCodes reference.findNotices reference.findBranches customer.find
     item.find sale.submit sale.submitNative sale.find invoice.verify purchase.list stock.findMovements queue.find
     queue.look`,
  ],
  [
    'never',
    'manager',
    null,
    `customer.submit customer.change item.registerService item.registerGoods item.register shift.find shift.look
     shift.findCash account.find account.look purchase.confirm purchase.linkItems stock.record stock.transfer
     stock.setMaster queue.act`,
  ],
  ['never', 'manager', 'creditNote', 'creditNote.submit creditNote.express creditNote.barcode'],
  ['never', 'owner', null, 'device.setup branch.saveInsurance'],
  ['manager', 'manager', null, 'reference.sync'],
  ['owner', 'owner', null, 'device.initialize'],
]

/** The lowest role that may call. A call that is allowed fails for its input only, which is no object here. */
const lowest = (answers: Record<string, string>): Level =>
  levels.find((who) => answers[who] === 'may') ?? 'never'

test('each operation admits the roles of the table, at a window and over REST, and nobody else', async () => {
  const shop = await startSoftware()
  const people: Record<string, SessionCaller['user']> = {}
  const pins = { cashier: '6093', manager: '628417', owner: '719304' }
  for (const role of ['cashier', 'manager', 'owner'] as const) {
    const { id } = await shop.ok('user.save', { name: role, role, pin: pins[role] })
    await shop.window(role).ok('session.unlock', { userId: id, pin: pins[role] })
    people[role] = { id, name: role, role, demo: false, sandbox: false }
  }
  const host = shop.host()
  const key = host.verifyApiKey(shop.apiKey)

  const answerOf = (reply: Awaited<ReturnType<typeof host.callRest>>): string => {
    const reason = reply.ok ? 'done' : reply.error.reason
    if (reason === 'input.invalid') return 'may'
    return ['session.locked', 'session.notAllowed', 'operation.unknown'].includes(reason) ? 'no' : reason
  }
  const atWindow = async (who: string, name: string, approval?: string) =>
    answerOf(await host.call(who, name, null, shop.appId, undefined, approval))
  const overRest = async (who: string, name: string, approvals: string[] = []) => {
    const user = people[who]
    const caller = user ? { sessionId: 's', appId: shop.appId, user } : key
    return answerOf(await host.callRest(caller, name, null, { approvals }))
  }
  const withoutCredential = async (name: string): Promise<string> => {
    const route = (operations as Record<string, Operation>)[name]?.rest
    if (!route) return 'no'
    const { status } = await shop.send(route.method, route.path.replaceAll(/:\w+/g, 'x'), undefined, {})
    return status === 401 ? 'no' : 'may'
  }

  const approved = await shop.window('cashier').ok('approval.give', {
    userId: people['manager']?.id ?? '',
    pin: pins.manager,
    reason: 'Test',
    acts: [{ act: 'creditNote', amount: 1, document: 'T1-1' }],
  })
  const found: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [window, rest, act, names] of table)
    for (const name of names.split(/\s+/))
      expected[name] = { window, rest, act, key: rest === 'never' ? 'no' : 'may', approved: window }
  for (const name of Object.keys(operations)) {
    const window: Record<string, string> = {}
    const rest: Record<string, string> = {}
    for (const who of levels) {
      window[who] = await atWindow(who, name)
      rest[who] = who === 'nobody' ? await withoutCredential(name) : await overRest(who, name)
    }
    // An approval of one act opens no other operation.
    const approvedAt = { ...window, cashier: await atWindow('cashier', name, approved.token) }
    const withApproval = await overRest('cashier', name, [approved.token])
    found[name] = {
      window: lowest(window),
      rest: lowest(rest),
      act: withApproval === rest['cashier'] ? null : 'creditNote',
      key: await overRest('key', name),
      approved: lowest(approvedAt),
    }
  }
  expect(found).toEqual(expected)
})
