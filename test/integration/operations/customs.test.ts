/** Entries of customs, in both dialects: the authority's ledger equals ours to the hundredth. */

import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import type { OutputOf } from '../../../core/contract/index.ts'
import { readerOf } from '../../../db/engine/readOnly.ts'
import { expectEqualStock, openShop, type Shop, stockPaths, taxpayer } from '../../support/shop.ts'

const updates = { paths: ['updateImportItem'], times: 1 }

interface Theirs {
  imports: Record<string, unknown>[]
  stockRecords: { request: Record<string, unknown> }[]
}
const theirs = (shop: Shop) => shop.authority.control<Theirs>('GET', 'ledger')

const itemNamed = async (shop: Shop, name: string, type: '2' | '3' = '2') =>
  (await shop.call('item.save', { name, type, taxType: 'B', price: 50_000, itemClass: '5059690800' })).id

const entries = async (shop: Shop): Promise<OutputOf<'customs.list'>['entries']> =>
  (await shop.call('customs.list', { filter: 'all' })).entries.toReversed()

describe.each(['legacy', 'gateway'] as const)('%s', (dialect) => {
  test('entries are approved and rejected once each, and the goods come in with what they cost', async () => {
    const shop = await openShop({ dialect })
    const batteries = await itemNamed(shop, 'Dry cell batteries')
    const lamps = await itemNamed(shop, 'Lamp')
    await shop.settled()
    expect(await shop.call('customs.fetch')).toEqual({ fetched: true })
    const [first, second, third] = (await entries(shop)).map(({ id }) => id) as [number, number, number]
    const pulled = shop.read('select * from customs_entry')
    expect(pulled).toHaveLength(3)
    expect((await entries(shop)).map(({ state, cost }) => [state, cost])).toEqual(
      Array(3).fill(['waiting', 238_096_00]),
    )
    expect(await shop.call('customs.get', { id: first })).toMatchObject({
      item: null,
      suggested: { id: batteries },
      units: 100,
    })

    // The response to the approval is lost, and the till is closed before the goods are told.
    await shop.authority.faults({ kind: 'cutAfter', ...updates }, { kind: 'drop', paths: stockPaths })
    const approval = { requestId: 'approve-1', entryId: first, itemId: batteries, units: 2400 }
    await shop.call('customs.approve', approval)
    const rowOf = (id: number) => shop.rows(`customs_entry_id = ${id}`)
    await expect.poll(() => rowOf(first)[0]?.state, { timeout: 5_000 }).toBe('accepted')
    await shop.close()
    await shop.authority.faults()
    await shop.open()
    await expectEqualStock(shop)
    // The authority gets the goods after the approval.
    const needs = `select child.kind, need from submission_dependency
      join submission child on child.id = submission_id where depends_on = ${rowOf(first)[0]!.id}`
    expect(shop.read(needs)).toEqual([{ kind: 'stockRecord', need: 'settled' }])
    // 200 cases of 24 for 238,096.00.
    expect(shop.read(`select on_hand, last_cost, average_cost from item where id = ${batteries}`)).toEqual([
      { on_hand: 480_000, last_cost: 4960, average_cost: 4960 },
    ])
    const again = await shop.call('customs.approve', approval)
    expect(again).toMatchObject({ entry: { state: 'approved', told: 'accepted' }, item: { id: batteries } })
    expect(await shop.reply('customs.approve', { ...approval, requestId: 'approve-2' })).toMatchObject({
      error: { code: '004', reason: 'customs.done' },
    })
    expect(await shop.reply('customs.approve', { ...approval, units: 100 })).toMatchObject({ ok: false })

    // A service has no stock; a rejection brings none.
    const delivery = await itemNamed(shop, 'Transport', '3')
    const rejection = { requestId: 'reject-1', entryId: second, itemId: lamps, reason: 'Not ours' }
    expect(
      await shop.reply('customs.approve', { ...approval, ...rejection, itemId: delivery }),
    ).toMatchObject({ error: { reason: 'stock.service' } })
    // The authority refuses the rejection, and a manager cancels it: the entry waits again.
    await shop.authority.faults({ kind: 'refuse', code: '910', text: 'Not now', ...updates })
    await shop.call('customs.reject', rejection)
    await shop.settled()
    await shop.call('queue.withdraw', { id: rowOf(second)[0]!.id, reason: 'Asked customs' })
    expect((await shop.call('customs.get', { id: second })).entry.state).toBe('waiting')
    await shop.call('customs.reject', { ...rejection, requestId: 'reject-2' })
    await expectEqualStock(shop)

    // The authority refuses the third approval: its goods are told, and a manager resends it.
    await shop.authority.faults({ kind: 'refuse', code: '910', text: 'Not now', ...updates })
    await shop.call('customs.approve', {
      requestId: 'approve-3',
      entryId: third,
      itemId: lamps,
      units: 100,
      unitCost: 1_300_00,
    })
    await expectEqualStock(shop)
    expect((await shop.call('customs.get', { id: third })).entry).toMatchObject({
      state: 'approved',
      told: 'refused',
    })
    const { causes } = await shop.call('queue.causes')
    expect(causes).toMatchObject([
      { said: { text: 'Not now' }, act: 'resend', documents: [{ kind: 'customsEntry' }] },
    ])
    await shop.call('queue.resend', { id: causes[0]!.documents[0]!.id })
    await expectEqualStock(shop)
    expect(shop.read(`select on_hand, last_cost from item where id = ${lamps}`)).toEqual([
      { on_hand: 20_000, last_cost: 1_300_00 },
    ])
    const { imports, stockRecords } = await theirs(shop)
    expect(imports).toMatchObject([
      { imptItemSttsCd: '3', remark: 'Approved' },
      { imptItemSttsCd: '4', remark: 'Not ours' },
      { imptItemSttsCd: '3', remark: 'Approved' },
    ])
    expect(stockRecords.map(({ request }) => [request['sarTyCd'], request['totAmt']])).toEqual([
      ['01', 238_096],
      ['01', 260_000],
    ])

    // The dates get another form, and the authority says what we decided. What was pulled stays.
    const more = { tin: taxpayer, task: '2300004' }
    await shop.authority.control('POST', 'imports', { ...more, body: { dclNo: '23NBOIM9', qty: 10 } })
    const elsewhere = { itemSeq: 2, dclNo: '23NBOIM9', imptItemSttsCd: '3' }
    await shop.authority.control('POST', 'imports', { ...more, body: elsewhere })
    await shop.call('customs.fetch')
    const all = shop.read('select * from customs_entry')
    await shop.authority.control('PUT', 'settings', { dclDe: 'yyyyMMdd' })
    await shop.call('customs.fetch')
    expect(shop.read('select * from customs_entry')).toEqual(all)
    expect(all.slice(0, 3)).toEqual(pulled)
    expect((await entries(shop)).map(({ state }) => state)).toEqual([
      'approved',
      'rejected',
      'approved',
      'waiting',
      'elsewhere',
    ])
    const known = await shop.call('customs.get', { id: third + 1 })
    expect(known).toMatchObject({ item: { id: batteries }, units: 2400, entry: { quantity: 1000 } })
    const other = { requestId: 'approve-4', entryId: third + 2, itemId: batteries, units: 2400 }
    expect(await shop.reply('customs.approve', other)).toMatchObject({
      error: { reason: 'customs.elsewhere' },
    })
    await shop.call('customs.approve', { ...other, entryId: third + 1 })
    await expectEqualStock(shop)
    expect((await theirs(shop)).imports[3]).toMatchObject({ imptItemSttsCd: '3' })

    // A manager cancels a refused approval: the entry waits again, its goods stay. Approved again, no goods come twice.
    await shop.authority.control('POST', 'imports', { ...more, body: { dclNo: '23NBOIM7', qty: 5 } })
    await shop.call('customs.fetch')
    const last = (await entries(shop)).at(-1)!.id
    await shop.authority.faults({ kind: 'refuse', code: '910', text: 'Not now', ...updates })
    const decided = { entryId: last, itemId: lamps, units: 100, unitCost: 900_00 }
    await shop.call('customs.approve', { requestId: 'approve-5', ...decided })
    await shop.settled()
    await shop.call('queue.withdraw', { id: rowOf(last)[0]!.id, reason: 'Asked customs' })
    expect(await shop.call('customs.get', { id: last })).toMatchObject({
      ...{ entry: { state: 'waiting' }, item: { id: lamps }, decision: null },
      deliveryId: expect.any(Number),
    })
    const otherItem = { requestId: 'approve-7', ...decided, itemId: batteries }
    expect(await shop.reply('customs.approve', otherItem)).toMatchObject({
      error: { reason: 'customs.goodsIn', field: 'itemId' },
    })
    await shop.call('customs.approve', { requestId: 'approve-6', ...decided })
    expect(shop.read(`select on_hand from item where id = ${lamps}`)).toEqual([{ on_hand: 20_500 }])
    await expectEqualStock(shop)

    // A cashier sees no costs, and what was decided cannot be changed unseen.
    const { id } = await shop.call('user.save', { name: 'Otieno', role: 'cashier', pin: '6093' })
    await shop.call('session.unlock', { userId: id, pin: '6093' })
    const seen = [
      await shop.call('customs.list', { filter: 'all' }),
      await shop.call('customs.get', { id: third }),
    ]
    // A moment may have the same digits further on.
    for (const answer of seen) expect(JSON.stringify(answer)).not.toMatch(/\b(23809600|1840|1294)/)
    expect(await shop.reply('customs.reject', { ...rejection, requestId: 'reject-3' })).toMatchObject({
      ok: false,
    })
    await shop.close()
    const db = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
    const check = () => createAuditCheck().advance(readerOf(db), () => false)?.broken ?? null
    expect(check()).toBeNull()
    const change = "update customs_decision set author_name = 'Other'"
    expect(() => db.exec(change)).toThrow('never changes')
    db.exec(`begin; insert into repair (aside) values ('x'); ${change}`)
    expect(check()).toMatchObject({ fault: 'cashChanged' })
    db.close()
  })
})
