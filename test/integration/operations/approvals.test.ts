/** The owner's table of acts, and one person's approval of another's act. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Act, acts } from '../../../core/contract/acts.ts'
import type { ActAsked } from '../../../core/contract/approval.ts'
import type { Failure } from '../../../core/contract/errors.ts'
import { createSettingsStore } from '../../../core/profile/settings.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { writeSetting } from '../../../db/profile/settings.ts'
import { movableClock } from '../../support/clock.ts'
import { newRequest, type Shop, shared, startShop, type Window } from './shop.ts'

const pins = { cashier: '6093', manager: '62841793' } as const
const names = { cashier: 'Otieno', manager: 'Achieng' } as const

const time = movableClock()
/** An owner, a manager and a cashier at windows of their own, with an open shift. */
const staff = shared(async (cleanUp) => {
  const shop = await startShop({ cleanUp, ports: { clock: time.clock }, practice: { checks: 'loose' } })
  const at = async (role: keyof typeof pins) => {
    const { id } = await shop.ok('user.save', { name: names[role], role, pin: pins[role] })
    const window = shop.window(role)
    await window.ok('session.unlock', { userId: id, pin: pins[role] })
    return { id, window }
  }
  const [cashier, manager] = [await at('cashier'), await at('manager')]
  await shop.ok('workspace.setLockAfter', { minutes: 0 })
  await shop.ok('shift.open', { sum: 500_00, requestId: newRequest() })
  return { shop, cashier, manager }
})

type Call = [name: Parameters<Window['call']>[0], input: object]
/** Makes a call that does this act, and nothing else that the table knows. */
const callOf: Record<Act, (shop: Shop) => Promise<Call>> = {
  priceChange: async (shop) => ['sale.complete', await saleOf(shop, { unitPrice: 90_00 })],
  discountAbove: async (shop) => [
    'sale.complete',
    await saleOf(shop, { discount: { kind: 'percent', basisPoints: 2_000 } }),
  ],
  belowStock: async (shop) => ['sale.complete', await saleOf(shop, { quantity: 99_00 })],
  creditNote: async (shop) => ['invoice.credit', await creditOf(shop, '05')],
  reprint: async (shop) => {
    const { invoiceId } = await shop.ok('sale.complete', await saleOf(shop, {}))
    await shop.settled()
    const { printId } = await shop.ok('receipt.print', { invoiceId, target: 'window' })
    await shop.ok('receipt.printed', { printId, outcome: 'printed' })
    return ['receipt.print', { invoiceId, target: 'window' }]
  },
  printOriginalAgain: async (shop) => {
    const { invoiceId } = await shop.ok('sale.complete', await saleOf(shop, {}))
    await shop.settled()
    for (let print = 1; print <= 3; print += 1) {
      const { printId } = await shop.ok('receipt.print', { invoiceId, target: 'window' })
      await shop.ok('receipt.printed', { printId, outcome: 'failed' })
    }
    return ['receipt.print', { invoiceId, target: 'window' }]
  },
  // Two codes of one sale are one act.
  usedCode: async (shop) => {
    codes += 1
    const tenders = ['A', 'B'].map((letter) => ({
      method: '06',
      amount: 50_00,
      reference: `TKN${letter}${String(codes).padStart(6, '0')}`,
    }))
    await shop.ok('sale.complete', { ...(await saleOf(shop, {})), tenders })
    const again = tenders.map((tender) => ({ ...tender, allowUsed: true }))
    return ['sale.complete', { ...(await saleOf(shop, {})), tenders: again }]
  },
  voidLine: async (shop) => {
    const { draft, less } = await openSaleOf(shop)
    return ['sale.void', { ...draft, ...less }]
  },
  voidSale: async (shop) => {
    const { draft, all } = await openSaleOf(shop)
    return ['sale.void', { ...draft, ...all }]
  },
  payOut: async (shop) => {
    await shop.ok('shift.addCash', { ...(await cashOf()), kind: 'payIn', amount: 50_000_00 })
    return ['shift.addCash', { ...(await cashOf()), kind: 'payOut', amount: 1_00 }]
  },
  noSale: async () => ['shift.addCash', { ...(await cashOf()), kind: 'noSale' }],
  cashAboveDrawer: async (shop) => {
    const amount = Math.max(0, await expectedIn(shop)) + 1_00
    return ['shift.addCash', { ...(await cashOf()), kind: 'payOut', amount }]
  },
  creditAboveLimit: async (shop) => {
    const debtor = { name: 'Njeri', creditLimit: 50_00, requestId: newRequest() }
    const { id } = await shop.ok('customer.save', debtor)
    const tenders = [{ method: '02', amount: 100_00 }]
    return ['sale.complete', { ...(await saleOf(shop, {})), tenders, buyer: { customerId: id } }]
  },
  training: async () => ['training.start', {}],
  closeWithDifference: async () => {
    const { number } = await cashOf()
    return ['shift.close', { number, sum: 40_000_00, note: 'Counted twice', requestId: newRequest() }]
  },
  otherItem: async () => ['item.other', otherItem()],
}
let codes = 0
const otherItem = (type: '2' | '3' = '2') => ({
  name: 'Umbrella',
  price: 450_00,
  taxType: 'B',
  itemClass: '5313160900',
  type,
  quantity: 200,
  requestId: newRequest(),
})
const saleOf = async (shop: Shop, line: object) => {
  const item = await shop.stocked({ onHand: 1_000, price: 100_00 })
  return {
    lines: [{ itemId: item.id, quantity: 100, ...line }],
    tenders: [{ method: '01', amount: 9_900_00 }],
    requestId: newRequest(),
  }
}
/** Three of an item were kept, and two of them are to go. */
const openSaleOf = async (shop: Shop, window: Window = shop) => {
  const { id: itemId } = await shop.stocked({ onHand: 1_000, price: 100_00 })
  const draft = { window: 'window-1', requestId: newRequest() }
  const of = (quantity: number, more: object = {}) => ({
    cart: { lines: [{ itemId, quantity }] },
    requestId: draft.requestId,
    paying: false,
    tenders: [],
    asked: null,
    ...more,
  })
  await window.ok('sale.keepDraft', { window: draft.window, draft: of(300) })
  const goods = [{ itemId, quantity: 200 }]
  return {
    draft,
    of,
    itemId,
    less: { goods, draft: of(100), voidId: newRequest() },
    all: { goods: [{ itemId, quantity: 300 }], draft: null, voidId: newRequest() },
  }
}
const creditOf = async (shop: Shop, refundBy: string) => {
  const { invoiceId } = await shop.ok('sale.complete', await saleOf(shop, {}))
  await shop.settled()
  return { id: invoiceId, reason: '06', refundBy, requestId: newRequest() }
}
const expectedIn = async (shop: Shop): Promise<number> => {
  const { report } = await shop.ok('shift.get', { number: (await cashOf()).number })
  return report?.drawer.expected ?? 0
}
const cashOf = async () => {
  const { open } = await staff().shop.ok('shift.state')
  return { number: open?.number ?? 0, reason: 'Test', requestId: newRequest() }
}

const failureOf = async (window: Window, [name, input]: Call, approval?: string): Promise<Failure | null> => {
  const reply = await window.call(name, input as never, approval)
  if (reply.ok && name === 'training.start') await window.ok('training.end')
  return reply.ok ? null : reply.error
}
const askedOf = (failure: Failure | null): ActAsked[] =>
  (failure?.data as { approval?: ActAsked[] } | undefined)?.approval ?? []
const approve = async (asked: ActAsked[], changes: object = {}) => {
  const { cashier, manager } = staff()
  const given = { userId: manager.id, pin: pins.manager, reason: 'Regular customer', acts: asked, ...changes }
  return (await cashier.window.ok('approval.give', given)).token
}
/** Every row that anybody stored in the profile, but for the sign-ins of the workspace. */
const rowsOf = ({ read, appId }: Shop) =>
  read(
    appId,
    `select (select count(*) from invoice), (select count(*) from cash_movement), (select count(*) from print),
      (select count(*) from shift_close), (select count(*) from approval), (select max(seq) from audit)`,
  )

test('each act is allowed, needs approval or is refused, as the table says for each role', async () => {
  const { shop, cashier, manager } = staff()
  for (const strict of [false, true]) {
    const { acts: table } = await shop.ok('settings.get')
    if (strict) {
      const change = { cashier: 'approval', manager: 'allowed', owner: 'allowed' } as const
      const none = { cashier: 'no', manager: 'no', owner: 'no' } as const
      const changed = { ...table, belowStock: change, reprint: change, creditNote: none }
      for (const act of ['noSale', 'voidLine', 'voidSale'] as const) changed[act] = change
      await shop.ok('settings.save', { acts: changed })
    }
    const { acts: present } = await shop.ok('settings.get')
    for (const act of acts) {
      if (act === 'closeWithDifference' && !strict) continue
      const found: Record<string, string> = {}
      for (const [role, window] of Object.entries({
        nobody: shop.window('locked'),
        cashier: cashier.window,
        manager: manager.window,
        owner: shop,
      })) {
        const call = await callOf[act](shop)
        const before = rowsOf(shop)
        const failure = await failureOf(window, call)
        // A count that is refused leaves a trace in the audit trail.
        if (failure && act !== 'closeWithDifference') expect(rowsOf(shop), `${act} ${role}`).toEqual(before)
        const asked = askedOf(failure)
        found[role] = failure === null ? 'allowed' : failure.reason === 'session.locked' ? 'locked' : 'no'
        if (asked.length > 0) {
          expect(
            asked.map((each) => each.act),
            role,
          ).toEqual([act])
          found[role] = 'approval'
          const token = await approve(asked)
          expect(await failureOf(window, call, token), `${act} ${role}`).toBeNull()
        }
        if (act === 'closeWithDifference')
          await shop.call('shift.open', { sum: 500_00, requestId: newRequest() })
      }
      expect(found, act).toEqual({ nobody: 'locked', ...present[act] })
    }
    await shop.ok('settings.save', { acts: table })
  }
})

test('goods leave a sale only by an approved void, which is counted at once', async () => {
  const { shop, cashier, manager } = staff()
  const { acts: table } = await shop.ok('settings.get')
  const change = { cashier: 'approval', manager: 'allowed', owner: 'allowed' } as const
  await shop.ok('settings.save', { acts: { ...table, voidLine: change, voidSale: change } })
  const counted = async () => {
    const { report } = await shop.ok('shift.get', { number: (await cashOf()).number })
    return report?.reductions
  }
  const before = await counted()
  const { draft, of, less, itemId } = await openSaleOf(shop, cashier.window)
  const { window, requestId } = draft
  const keep = (next: object | null): Call => ['sale.keepDraft', { window, draft: next }]
  const lines = [{ itemId, quantity: 100 }]
  const tenders = [{ method: '01', amount: 100_00 }]

  // None of these removes goods in secret. The window keeps a draft by itself, so that never asks anybody.
  const wanted = { reason: 'act.needsApproval' }
  for (const hidden of [of(100), null, { ...of(300), requestId: newRequest() }]) {
    const failure = await failureOf(cashier.window, keep(hidden))
    expect(failure).toMatchObject(wanted)
    expect(askedOf(failure)).toEqual([])
  }
  const acts = [{ act: 'voidLine', amount: 200_00, document: requestId }]
  for (const hidden of [
    ['sale.park', { cart: { lines }, requestId }],
    ['sale.complete', { lines, requestId, tenders }],
    ['sale.void', { ...draft, ...less }],
  ] as Call[])
    expect(await failureOf(cashier.window, hidden)).toMatchObject({ ...wanted, data: { approval: acts } })
  const bad: [input: object, field: string][] = [
    [{ goods: [{ itemId, quantity: 199 }] }, 'goods'],
    [{ goods: [] }, 'goods'],
    [{ goods: [{ itemId, quantity: -1 }] }, 'goods[0].quantity'],
    [{ draft: { ...of(100), requestId: newRequest() } }, 'draft.requestId'],
  ]
  for (const [input, field] of bad)
    expect(await cashier.window.fails('sale.void', { ...draft, ...less, ...input })).toMatchObject({ field })
  expect(await counted()).toEqual(before)

  const token = await approve(acts as ActAsked[])
  expect(await failureOf(cashier.window, ['sale.void', { ...draft, ...less }], token)).toBeNull()
  const lost = {
    count: (before?.voidedLines.count ?? 0) + 1,
    total: (before?.voidedLines.total ?? 0) + 200_00,
  }
  expect(await counted()).toMatchObject({ voidedLines: lost })
  // The response was lost: the same request again is answered, and counts once. Goods rung up again are another void.
  expect(await failureOf(cashier.window, ['sale.void', { ...draft, ...less }])).toBeNull()
  expect(await counted()).toMatchObject({ voidedLines: lost })
  const reused = { ...draft, ...less, goods: [{ itemId, quantity: 201 }] }
  expect(await cashier.window.fails('sale.void', reused)).toMatchObject({ field: 'voidId' })
  await cashier.window.ok(...(keep(of(300)) as [never, never]))
  expect(await failureOf(cashier.window, ['sale.void', { ...draft, ...less }])).toMatchObject(wanted)
  // A window that says it only just added them is not believed.
  const claimed = of(300, { added: { itemId, quantity: 200 } })
  await cashier.window.ok(...(keep(claimed) as [never, never]))
  expect(await failureOf(cashier.window, keep(of(100)))).toMatchObject(wanted)
  const more = { ...draft, ...less, voidId: newRequest() }
  expect(await failureOf(cashier.window, ['sale.void', more], await approve(acts as ActAsked[]))).toBeNull()
  // The line just added is corrected without anybody, once and by no more than was added.
  await cashier.window.ok(...(keep(of(500, { added: { itemId, quantity: 400 } })) as [never, never]))
  expect(await failureOf(cashier.window, keep(of(99)))).toMatchObject(wanted)
  expect(await failureOf(cashier.window, keep(of(100)))).toBeNull()
  expect(await failureOf(cashier.window, keep(of(99)))).toMatchObject(wanted)
  const { number } = await cashier.window.ok('sale.complete', { lines, requestId, tenders })
  const { entries } = await shop.ok('audit.list', { about: 'void', limit: 2 })
  expect(entries).toMatchObject([
    { who: 'Otieno', subject: number, amount: 400_00, detail: { became: 'completed' } },
    { who: 'Otieno', subject: requestId, amount: 200_00, detail: { became: 'open' } },
  ])
  expect(await cashier.window.fails('sale.void', { ...draft, ...less, voidId: newRequest() })).toMatchObject({
    reason: 'sale.requestReused',
  })

  // A manager drops a sale as ever, also one that a cashier rang up.
  const other = await openSaleOf(shop, cashier.window)
  expect(await failureOf(manager.window, ['sale.void', { ...other.draft, ...other.all }])).toBeNull()
  const dropped = (before?.voidedSales.count ?? 0) + 1
  expect(await counted()).toMatchObject({ voidedSales: { count: dropped } })
  await shop.ok('settings.save', { acts: table })
})

test('an approval is good once, for its act, amount, document and person, for two minutes', async () => {
  const { shop, cashier, manager } = staff()
  const price = (await callOf.priceChange(shop)) as [name: 'sale.complete', input: object]
  const asked = askedOf(await failureOf(cashier.window, price))
  expect(asked).toEqual([{ act: 'priceChange', amount: 10_00, document: expect.any(String) }])
  const [first] = asked as [ActAsked]
  const unusable = { code: '001', reason: 'approval.unusable', data: { approval: asked } }
  const before = rowsOf(shop)
  for (const other of [{ act: 'noSale' }, { amount: 10_01 }, { document: 'T1-1' }]) {
    const token = await approve([{ ...first, ...other } as ActAsked])
    expect(await failureOf(cashier.window, price, token), JSON.stringify(other)).toMatchObject(unusable)
  }
  expect(await failureOf(cashier.window, price, 'made-up')).toMatchObject(unusable)
  const old = await approve(asked)
  time.wait(120_001)
  expect(await failureOf(cashier.window, price, old)).toMatchObject(unusable)
  expect(rowsOf(shop)).toEqual(before)

  // Two windows at once, and once more.
  const token = await approve(asked)
  const again: Call = ['sale.complete', { ...price[1], requestId: newRequest() }]
  expect(await failureOf(cashier.window, price, token)).toBeNull()
  expect(await failureOf(cashier.window, price, token)).toBeNull()
  expect(await failureOf(cashier.window, again, token)).toMatchObject({ reason: 'approval.unusable' })
  const rows = shop.read(
    shop.appId,
    'select act, asker_name, approver_name, amount from approval order by id desc limit 1',
  )
  expect(rows).toEqual([
    { act: 'priceChange', asker_name: 'Otieno', approver_name: 'Achieng', amount: 10_00 },
  ])
  const { entries } = await shop.ok('audit.list', { about: 'approval', limit: 1 })
  expect(entries).toMatchObject([
    {
      kind: 'approved',
      who: 'Achieng',
      amount: 10_00,
      detail: { act: 'priceChange', asker: 'Otieno', reason: 'Regular customer' },
    },
  ])
  const { open } = await shop.ok('shift.state')
  const { report } = await shop.ok('shift.get', { number: open?.number ?? 0 })
  expect(report?.approvals).toContainEqual(
    expect.objectContaining({ act: 'priceChange', approver: 'Achieng' }),
  )

  // The cashier stayed signed in, and sold.
  const { sales } = await cashier.window.ok('sale.parked')
  expect(sales).toEqual([])

  const { people } = await cashier.window.ok('approval.people', { acts: asked })
  expect(people.map(({ name, role }) => [name, role]).toSorted()).toEqual([
    ['Achieng', 'manager'],
    ['Wanjiru', 'owner'],
  ])
  const given = { userId: manager.id, pin: pins.manager, reason: 'x', acts: asked }
  const wrong: [change: object, expected: Partial<Failure>][] = [
    [
      { userId: cashier.id, pin: pins.cashier },
      { reason: 'approval.own', field: 'userId' },
    ],
    [{ userId: 'nobody' }, { reason: 'session.unknownPerson', field: 'userId' }],
    [{ reason: '' }, { field: 'reason' }],
    [{ acts: [] }, { field: 'acts' }],
    [{ acts: [{ ...first, act: 'fly' }] }, { field: 'acts[0].act' }],
    [{ acts: [{ ...first, act: 'belowStock' }] }, { reason: 'approval.notTheirs', field: 'userId' }],
    [{ pin: '60418295' }, { reason: 'session.wrongPin', field: 'pin' }],
    [{ pin: '60418295' }, { reason: 'session.wrongPin' }],
    [{ pin: '60418295' }, { reason: 'session.lockedOut', field: 'pin' }],
    [{}, { reason: 'session.lockedOut' }],
  ]
  for (const [change, expected] of wrong)
    expect(
      await cashier.window.fails('approval.give', { ...given, ...change }),
      JSON.stringify(change),
    ).toMatchObject(expected)
  // The lock screen counts the same attempts.
  const unlock = { userId: manager.id, pin: pins.manager }
  expect(await shop.window('door').fails('session.unlock', unlock)).toMatchObject({
    reason: 'session.lockedOut',
  })
  time.wait(900_000)
  expect((await cashier.window.ok('approval.give', given)).token).toMatch(/^[\w-]{32}$/)
})

test('a refund above what the drawer should hold needs approval, and one passcode covers both acts', async () => {
  const { shop, cashier } = staff()
  const credit: Call = ['invoice.credit', await creditOf(shop, '01')]
  const expected = await expectedIn(shop)
  await shop.ok('shift.addCash', { ...(await cashOf()), kind: 'drop', amount: Math.max(1, expected - 50_00) })
  const asked = askedOf(await failureOf(cashier.window, credit))
  expect(asked.map(({ act, amount }) => [act, amount])).toEqual([
    ['creditNote', 100_00],
    ['cashAboveDrawer', 100_00],
  ])
  expect(await failureOf(cashier.window, credit, await approve(asked))).toBeNull()
})

test('a large difference without a manager closes to be reviewed, once', async () => {
  const { shop, cashier, manager } = staff()
  const { number } = await cashOf()
  const counted = { number, sum: 7_000_000_00, note: 'Counted twice', requestId: newRequest() }
  expect(await cashier.window.fails('shift.close', counted)).toMatchObject({
    reason: 'shift.differenceLarge',
    data: { approval: [{ act: 'closeWithDifference', document: String(number) }] },
  })
  await cashier.window.ok('shift.close', { ...counted, toReview: true })
  const newest = async () => (await shop.ok('shift.list', { limit: 1 })).shifts[0]
  expect(await newest()).toMatchObject({ number, review: { done: null } })
  expect(await cashier.window.fails('shift.review', { number })).toMatchObject({
    reason: 'session.notAllowed',
  })
  expect(await manager.window.fails('shift.review', { number: 99 })).toMatchObject({
    reason: 'shift.unknown',
  })
  await manager.window.ok('shift.review', { number })
  await manager.window.ok('shift.review', { number })
  expect(await newest()).toMatchObject({ review: { done: { by: 'Achieng' } } })
  expect(await manager.window.fails('shift.review', { number: 1 })).toMatchObject({
    reason: number === 1 ? undefined : 'shift.nothingToReview',
  })
  await shop.ok('audit.check')
  await shop.waitFor(async () => !(await shop.ok('audit.status')).running)
  expect((await shop.ok('audit.status')).last?.broken).toBeNull()
})

test('no passcode of an approval is in any file or line of the log', () => {
  const { shop } = staff()
  const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join()
  expect(bytes).toContain('Regular customer')
  for (const pin of [pins.manager, '60418295']) {
    expect(bytes).not.toContain(pin)
    expect(JSON.stringify(shop.log.lines)).not.toContain(pin)
  }
})

test('the table rejects what cannot be, and keeps what a later version added', async () => {
  const { shop } = staff()
  const { acts: table } = await shop.ok('settings.get')
  const save = (rights: object) => shop.fails('settings.save', { acts: { ...table, reprint: rights } })
  expect(await save({ cashier: 'allowed', manager: 'no', owner: 'allowed' })).toMatchObject({
    field: 'acts.reprint.manager',
  })
  expect(await save({ cashier: 'no', manager: 'allowed', owner: 'no' })).toMatchObject({
    field: 'acts.reprint.owner',
  })
  expect(await save({ cashier: 'no', manager: 'no', owner: 'approval' })).toMatchObject({
    field: 'acts.reprint.owner',
  })
})

test('a version that adds an act keeps what the owner chose for the others', async () => {
  const { acts: table } = await staff().shop.ok('settings.get')
  const db = openDb(':memory:')
  await migrate(db, profileMigrations)
  const { usedCode, ...earlier } = table
  const none = { cashier: 'no', manager: 'no', owner: 'no' } as const
  writeSetting(db, 'acts', { ...earlier, noSale: none })
  expect(createSettingsStore(db, 'Shop').get().acts).toEqual({ ...table, noSale: none })
  db.close()
})
