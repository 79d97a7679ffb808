/** A day of the branch: the sums of its tills, what is not signed yet, and who was not heard of since. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ShiftReport } from '../../../core/contract/shift.ts'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { checkHub } from '../../../core/hub/copies/check.ts'
import { migrateHub } from '../../../db/hub/migrate.ts'
import { hubMigrations } from '../../../db/hub/migrations/index.ts'
import { openHubDb } from '../../../db/hub/postgres.ts'
import { cashSums, documentSums } from '../../../db/hub/reports.ts'
import { bothPrograms, freshDatabase } from '../../support/postgres.ts'
import { openShop, type Shop, salePaths } from '../../support/shop.ts'
import { openBranch } from './branch.ts'
import { startHub, type TestHub } from './openDoor.ts'

const link = { beatMs: 200, retryMs: 20, retryCapMs: 100, waitMs: 1_000 }
const openLinked = async (hub: TestHub, branchId: string): Promise<Shop> => {
  const shop = await openShop({ timing: { link } as never, branchId })
  // Nothing is signed meanwhile, so that what waits does not change under the test.
  await shop.authority.offline(true)
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
  return shop
}
const inStep = (shop: Shop) =>
  vi.waitFor(
    async () => expect((await shop.call('hub.state')).link).toMatchObject({ waiting: 0, problem: null }),
    { timeout: 30_000, interval: 20 },
  )

describe.each(bothPrograms().slice(1))('on PostgreSQL $version', (programs) => {
  test('it is the sum of the tills of the branch, to the cent, and names who is missing', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const [first, second, elsewhere] = [
      await openLinked(hub, '00'),
      await openLinked(hub, '00'),
      await openLinked(hub, '01'),
    ]
    await first.call('shift.open', { sum: 500_00, requestId: 'opening-1' })
    const soap = await first.goods({ price: 116_01 })
    await first.sell(soap, 3)
    const { invoiceId } = await first.sell(soap)
    await first.call('invoice.credit', { id: invoiceId, reason: '06' })
    await second.sell(await second.goods({ name: 'Bread', taxType: 'C', price: 70_05 }), 2)
    await elsewhere.sell(await elsewhere.goods())
    for (const shop of [first, second, elsewhere]) await inStep(shop)

    const day = toWireDate(Date.now())
    const { report, html } = await first.call('hub.report', { day })
    const days = await Promise.all(
      [first, second].map(async (shop) => (await shop.call('report.day', { day })).report),
    )
    const sum = (of: (report: (typeof days)[number]) => number) =>
      days.reduce((total, each) => total + of(each), 0)
    expect(report).toMatchObject({
      branch: '00',
      sales: { count: sum((each) => each.sales.documents), total: sum((each) => each.sales.total) },
      creditNotes: {
        count: sum((each) => each.creditNotes.documents),
        total: sum((each) => each.creditNotes.total),
      },
      total: sum((each) => each.all.total),
      taxable: sum((each) => each.all.taxable),
      tax: sum((each) => each.all.tax),
      rejected: { count: 0 },
    })
    expect(report.taxes.map(({ taxType }) => taxType)).toEqual(['B', 'C'])
    expect(report.taxes.reduce((total, { tax }) => total + tax, 0)).toBe(report.tax)
    const paid = report.payments.reduce((total, way) => total + way.paid + way.refunded, 0)
    expect(paid).toBe(report.total)
    expect(report.sellers.reduce((total, seller) => total + seller.total, 0)).toBe(report.total)
    expect(report.tills).toMatchObject([
      { name: 'T1', sales: { count: 2 }, creditNotes: { count: 1 }, unsigned: { count: 3 }, complete: true },
      { name: 'T2', sales: { count: 1 }, complete: true },
    ])
    expect(report.shifts).toMatchObject([{ till: 'T1', number: 1, closedAt: null }])
    expect(html).toContain('BRANCH REPORT OF THE DAY')
    expect(html).toContain('All tills of the branch are in.')

    // The second till is switched off: it may have sold since.
    await second.close()
    const { db } = hub.hub
    // What it said last may still be on its way into the database.
    const later = await vi.waitFor(async () => {
      await db
        .updateTable('origin')
        .set({ seen_at: Date.now() - 600_000 })
        .where('name', '=', 'T2')
        .execute()
      const heard = await first.call('hub.report', { day, language: 'sw' })
      expect(heard.report.tills.map(({ complete }) => complete)).toEqual([true, false])
      return heard
    })
    expect(later.html).toContain('HAIJAKAMILIKA')
    const printed = await first.call('hub.printReport', { day, target: 'window' })
    expect(printed.html).toContain('NOT COMPLETE')
    await second.open()
    await inStep(second)
  })

  test('best sellers: goods of all tills by their price, less credit notes, without other branches and earlier days', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const [first, second, elsewhere] = [
      await openLinked(hub, '00'),
      await openLinked(hub, '00'),
      await openLinked(hub, '01'),
    ]
    const soap = await first.goods({ name: 'Soap', price: 116_01, stock: 50 })
    await first.sell(soap, 3)
    const { invoiceId } = await first.sell(soap, 2)
    await first.call('invoice.credit', { id: invoiceId, reason: '06' })
    await inStep(first)
    const [same] = await vi.waitFor(() => {
      const found = second.read<{ id: number }>("select id from item where name = 'Soap'")
      expect(found).toHaveLength(1)
      return found
    })
    await second.sell({ id: same!.id, price: soap.price }, 4)
    await second.sell(await second.goods({ name: 'Bread', price: 900_00, stock: 50 }))
    await elsewhere.sell(await elsewhere.goods({ name: 'Milk', price: 5_000_00, stock: 50 }))
    // The shop has another name for it now.
    await first.call('item.save', { id: soap.id, name: 'Soap bar', taxType: 'B', price: soap.price })
    for (const shop of [first, second, elsewhere]) await inStep(shop)

    const day = toWireDate(Date.now())
    const best = (days: number, of = day) => first.call('hub.bestSellers', { day: of, days })
    const goods = [
      { name: 'Bread', quantity: 100, total: 900_00 },
      { name: 'Soap bar', quantity: 700, total: 7 * 116_01 },
    ]
    await vi.waitFor(async () => expect((await best(1)).goods).toEqual(goods))
    const { db } = hub.hub
    for (const table of ['invoice_line', 'invoice'] as const)
      await sql`update ${sql.table(table)} set day = day - 6`.execute(db)
    expect((await best(1)).goods).toEqual([])
    expect((await best(6)).goods).toEqual([])
    expect((await best(7)).goods).toEqual(goods)
    // A person decides that the two are one.
    await sql`insert into alias select bread.uid, soap.uid from shared bread, shared soap
      where bread.body ->> 'name' = 'Bread' and soap.body ->> 'name' = 'Soap bar'`.execute(db)
    const one = { name: 'Soap bar', quantity: 800, total: 900_00 + 7 * 116_01 }
    expect((await best(7)).goods).toEqual([one])
    await sql`delete from alias`.execute(db)
    await sql`update invoice set state = 'withdrawn' where number like 'T2-%'`.execute(db)
    expect((await best(7)).goods).toEqual([{ name: 'Soap bar', quantity: 300, total: 3 * 116_01 }])
  })

  test('it is the sum of the Z reports of its tills: change, rounding, debts, cancelled sales, and cash that moved', async () => {
    const { hub, tills: shops } = await openBranch(programs, 2)
    const { authority } = shops[0]!
    const zs: ShiftReport[] = []
    for (const [index, shop] of shops.entries()) {
      await shop.call('settings.save', { roundCash: true })
      await shop.call('shift.open', { sum: 500_00, requestId: 'opening-1' })
      const requestId = () => `report-${randomUUID()}`
      const soap = await shop.goods({ name: `Soap ${index}`, price: 116_40 + index * 10, stock: 50 })
      const sell = (more: object, quantity = 1) =>
        shop.call('sale.complete', {
          lines: [{ itemId: soap.id, quantity: quantity * 100 }],
          requestId: requestId(),
          ...more,
        } as never)
      const { id: customerId = 0 } = await shop.call('customer.save', {
        name: `Njoroge ${index}`,
        creditLimit: 1000_00,
        requestId: requestId(),
      })
      const first = await sell({ tenders: [{ method: '01', amount: 200_00 }] })
      await sell({ tenders: [{ method: '01', amount: 150_00 }] })
      await shop.call('invoice.changePayment', {
        id: first.invoiceId,
        tenders: [{ method: '01', amount: 130_00 }],
        requestId: requestId(),
      } as never)
      await sell(
        {
          tenders: [
            { method: '06', amount: 50_00 },
            { method: '01', amount: 300_00 },
          ],
        },
        2,
      )
      const onCredit = await sell({ tenders: [{ method: '02', amount: soap.price }], buyer: { customerId } })
      const taken = await sell({ tenders: [{ method: '01', amount: 120_00 }] })
      await shop.call('invoice.credit', { id: taken.invoiceId, reason: '06', requestId: requestId() })
      expect(onCredit.invoiceId).toBeGreaterThan(0)
      await shop.call('account.pay', {
        customerId: customerId as number,
        amount: 60_00,
        method: '01',
        requestId: requestId(),
      })
      await shop.settled()
      await authority.faults({ kind: 'refuse', code: '910', text: 'No', times: 1, paths: salePaths })
      const wrong = await sell({ tenders: [{ method: '01', amount: 500_00 }] }, 3)
      const { id } = await shop.becomes(wrong.invoiceId, 'refused')
      await authority.faults()
      await shop.call('queue.withdraw', { id, reason: 'rung up twice' })
      await shop.becomes(wrong.invoiceId, 'withdrawn')
      const cash = { number: 1, reason: 'Bank' }
      await shop.call('shift.addCash', { ...cash, kind: 'payIn', amount: 70_00, requestId: requestId() })
      await shop.call('shift.addCash', { ...cash, kind: 'payOut', amount: 15_00, requestId: requestId() })
      await shop.call('shift.addCash', { ...cash, kind: 'drop', amount: 100_00, requestId: requestId() })
      await shop.call('shift.addCash', { ...cash, kind: 'noSale', requestId: requestId() })
      await shop.settled()
      const { expected } = (await shop.call('shift.get', { number: 1 })).report!.drawer
      await shop.call('shift.close', { number: 1, sum: expected, requestId: requestId() })
      zs.push((await shop.call('shift.get', { number: 1 })).report!)
    }
    for (const shop of shops) await inStep(shop)
    expect((await checkHub(hub.hub.db)).wrong).toEqual([])
    const { report, html } = await shops[0]!.call('hub.report', { day: toWireDate(Date.now()) })
    const sum = (of: (z: (typeof zs)[number]) => number) => zs.reduce((total, z) => total + of(z), 0)
    expect(sum((z) => z.states.withdrawn)).toBe(2)
    expect(sum((z) => z.rounding)).not.toBe(0)
    expect(report).toMatchObject({
      sales: { count: sum((z) => z.sales.documents), total: sum((z) => z.sales.total) },
      creditNotes: { count: sum((z) => z.creditNotes.documents), total: sum((z) => z.creditNotes.total) },
      total: sum((z) => z.all.total),
      taxable: sum((z) => z.all.taxable),
      tax: sum((z) => z.all.tax),
      rounding: sum((z) => z.rounding),
      cancelled: { count: sum((z) => z.states.withdrawn), total: sum((z) => z.withdrawnTotal) },
      cash: {
        payIn: { count: 2, total: sum((z) => z.drawer.payIn.total) },
        payOut: { count: 2, total: sum((z) => z.drawer.payOut.total) },
        drop: { count: 2, total: sum((z) => z.drawer.drop.total) },
      },
    })
    const ways = (
      all: { method: string | null; tender: string | null; paid: number; refunded: number }[],
    ) => {
      const found = new Map<string, [paid: number, refunded: number]>()
      for (const { method, tender, paid, refunded } of all) {
        const [before, back] = found.get(`${method} ${tender}`) ?? [0, 0]
        found.set(`${method} ${tender}`, [before + paid, back + refunded])
      }
      return Object.fromEntries(found)
    }
    const ofZs = zs.flatMap((z) => z.payments).map((way) => ({ ...way, tender: way.tender ?? null }))
    expect(ways(report.payments)).toEqual(ways(ofZs))
    expect(report.onAccount).toEqual([
      { method: 'cash', tender: null, count: 2, total: sum((z) => z.onAccount[0]?.total ?? 0) },
    ])
    expect(report.shifts.map(({ expected, counted }) => [expected, counted])).toEqual(
      zs.map(({ drawer }) => [drawer.expected, drawer.expected]),
    )
    for (const text of [
      'Rounding of cash',
      'Paid on account',
      'Paid in',
      'Paid out',
      'To the safe',
      'Cancelled',
    ])
      expect(html.toLowerCase()).toContain(text.toLowerCase())
  })

  test('a hub of before knows change, taxes and cash that moved from its facts', async () => {
    const { url, drop } = await freshDatabase(programs)
    const db = openHubDb(url, () => undefined, 2)
    onTestFinished(async () => {
      await db.destroy()
      await drop()
    })
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    const steps = Object.entries(hubMigrations).filter(([name]) => name < '0015')
    // The roles are of the newest form.
    await expect(migrateHub(db, Object.fromEntries(steps))).rejects.toThrow()
    await sql`insert into branch (pin, code) values ('P051000001K', '00')`.execute(db)
    await sql`insert into origin (uid, kind, name, branch, made_at) values (${randomUUID()}, 'till', 'T1', 1, 1)`.execute(
      db,
    )
    const at = Date.UTC(2026, 0, 2, 22)
    const facts: [kind: string, row: object][] = [
      ['sale', { change: 83_60 }],
      [
        'accountPaid',
        { kind: 'paid', day: '20260102', method: 'mobileMoney', amount: 60_00, tender_name: 'Till' },
      ],
      ['cashIn', { kind: 'payIn', moved_at: at, amount: 70_00 }],
      ['cashOut', { kind: 'drop', moved_at: at, amount: 100_00 }],
      ['cashIn', { kind: 'payIn', moved_at: at, amount: 'much' }],
      ['cashIn', { kind: 'payIn', moved_at: at, amount: 1, note: 'a\0b' }],
      ['drawerOpened', { kind: 'noSale', moved_at: at, amount: 0 }],
    ]
    for (const [index, [kind, row]] of facts.entries())
      await sql`insert into fact (origin, seq, v, at, kind, subject, row_id, who, content, hash, rows, uids)
        values (1, ${index + 1}, 1, 1, ${kind}, '', ${index + 1}, '', '', '', ${JSON.stringify({ row })}, '{}')`.execute(
        db,
      )
    await sql`insert into invoice (branch, origin, id, seq, day, kind, number, source, sold_at, author_id, author_name,
      method, total, taxable, tax, discount) values (1, 1, 1, 1, '2026-01-02', 'sale', '1', 'till', 1, '', '', 'cash', 1, 1, 1, 0)`.execute(
      db,
    )
    for (const [index, is] of [10_00, 33_60].entries())
      await sql`insert into fact (origin, seq, v, at, kind, subject, who, content, hash, uids) values (1, ${20 + index}, 1, 1,
        'paymentChanged', '2', '', ${JSON.stringify({ amount: 1, ways: ['"change":[1,2]}'], change: [5_00, is] })}, '', '{}')`.execute(
        db,
      )
    await sql`insert into invoice (branch, origin, id, seq, day, kind, number, source, sold_at, author_id, author_name,
      method, total, taxable, tax, discount) values (1, 1, 2, 19, '2026-01-02', 'sale', '2', 'till', 1, '', '', 'cash', 1, 1, 1, 0)`.execute(
      db,
    )
    for (const [position, [letter, total, tax]] of (
      [
        ['B', 116_00, 16_00],
        ['A', 50_00, 0],
        ['B', 58_00, 8_00],
      ] as const
    ).entries())
      await sql`insert into invoice_line (branch, day, origin, invoice_id, position, code, name, quantity, unit_price,
        discount, total, taxable, tax, tax_type) values (1, '2026-01-02', 1, 1, ${position}, '', '', 1, 1, 0, ${total},
        ${total - tax}, ${tax}, ${letter})`.execute(db)
    await migrateHub(db)
    expect(await documentSums(db, { branch: 1, day: '2026-01-02' })).toMatchObject([
      {
        change: 83_60 + 33_60,
        ...{ A_total: 50_00, A_taxable: 50_00, A_tax: 0 },
        ...{ B_total: 174_00, B_taxable: 150_00, B_tax: 24_00, C_total: null },
      },
    ])
    expect(await cashSums(db, { branch: 1, day: '2026-01-02' })).toEqual([
      { kind: 'onAccount', method: 'mobileMoney', tender_name: 'Till', count: 1, total: 60_00 },
    ])
    // At one o'clock of the night in Nairobi it is the next day.
    expect(await cashSums(db, { branch: 1, day: '2026-01-03' })).toMatchObject([
      { kind: 'drop', total: 100_00 },
      { kind: 'payIn', total: 70_00 },
    ])
  })
})
