/** Goods between two branches of one taxpayer, in both dialects: both ledgers at the authority equal ours to the hundredth. */

import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import { readerOf } from '../../../db/engine/readOnly.ts'
import { expectEqualStock, openShop, type Shop, startAuthority, stockPaths } from '../../support/shop.ts'

type Branch = Shop & { branchId: string }

const expectEqualLedgers = async (...branches: Branch[]) => {
  for (const shop of branches) await expectEqualStock(shop, shop.branchId)
}

const expectSoundTrail = (shop: Shop) => {
  const db = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  expect(createAuditCheck().advance(readerOf(db), () => false)?.broken ?? null).toBeNull()
  for (const table of ['transfer', 'transfer_line', 'arrival_decision'])
    expect(() => db.exec(`update ${table} set id = id + 1`), table).toThrow('never changes')
  db.exec("begin; insert into repair (aside) values ('x'); update transfer_line set quantity = quantity + 1")
  expect(createAuditCheck().advance(readerOf(db), () => false)?.broken).toMatchObject({
    fault: 'cashChanged',
  })
  db.close()
}

const onHand = (shop: Shop) =>
  Object.fromEntries(
    shop
      .read<{ name: string; on_hand: number }>('select name, on_hand from item')
      .map((row) => [row.name, row.on_hand]),
  )

test.each(['legacy', 'gateway'] as const)(
  '%s: goods leave one branch and arrive at another with a difference, over crashes and lost answers',
  async (dialect) => {
    const authority = await startAuthority({ dialect, checks: 'strict' })
    const head: Branch = { ...(await openShop({ authority, dialect })), branchId: '00' }
    await head.call('settings.save', { blockBelowStock: true })
    const barcode = '6161100000024'
    const soap = await head.goods({ name: 'Soap', stock: 40 })
    const sugar = await head.goods({ name: 'Sugar', barcode, price: 3_333, quantityUnit: 'KG', stock: 9 })
    const nails = await head.goods({ name: 'Nails', stock: 30 })
    await head.settled()
    const branch: Branch = {
      ...(await openShop({ authority, dialect, branchId: '01' })),
      branchId: '01',
    }
    await branch.goods({ name: 'Soap', stock: 2 })
    await branch.goods({ name: 'Sukari', barcode, quantityUnit: 'KG', stock: 0 })
    const misumari = await branch.goods({ name: 'Misumari', stock: 0 })
    await expectEqualLedgers(head, branch)

    // Out: the till is killed before the authority has it.
    const goods: InputOf<'transfer.send'> = {
      requestId: 'transfer-out-1',
      branchId: '01',
      lines: [
        { itemId: soap.id, quantity: 10_00 },
        { itemId: sugar.id, quantity: 5_55 },
        { itemId: nails.id, quantity: 12_00 },
      ],
      remark: 'Kamau drives',
    }
    expect(await head.reply('transfer.send', { ...goods, branchId: '00' })).toMatchObject({
      error: { reason: 'transfer.noBranch', field: 'branchId' },
    })
    const tooMany = [{ itemId: nails.id, quantity: 30_01 }]
    expect(await head.reply('transfer.send', { ...goods, lines: tooMany })).toMatchObject({
      error: { reason: 'transfer.belowStock', field: 'lines[0].quantity' },
    })
    await authority.faults({ kind: 'drop', paths: stockPaths })
    const sent = await head.call('transfer.send', goods)
    expect(sent).toMatchObject({ number: 1, branch: { id: '01', name: 'Branch 01' }, state: 'waiting' })
    expect(onHand(head)).toEqual({ Soap: 30_00, Sugar: 3_45, Nails: 18_00 })
    await head.close()
    await authority.faults({ kind: 'cutAfter', paths: stockPaths, times: 1 })
    await head.open()
    expect((await head.call('transfer.send', goods)).id).toBe(sent.id)
    expect(await head.reply('transfer.send', { ...goods, remark: 'x' })).toMatchObject({ ok: false })
    await expectEqualLedgers(head, branch)
    expect(await head.call('transfer.list', { direction: 'out' })).toMatchObject({
      transfers: [{ id: sent.id, state: 'accepted', lines: 3, differences: 0 }],
    })
    const record = (await authority.ledger()).stockRecords.at(-1)!.request
    expect(record).toMatchObject({ sarTyCd: '13', custBhfId: '01', remark: '#1 Kamau drives' })

    // In: found at the authority, counted, and booked in once.
    expect(await branch.call('transfer.fetch')).toEqual({ fetched: true })
    const { arrivals } = await branch.call('transfer.arrivals')
    expect(arrivals).toMatchObject([
      { from: { id: '00' }, remark: '#1 Kamau drives', lines: 3, state: 'open' },
    ])
    const { id: arrivalId } = arrivals[0]!
    const { lines } = await branch.call('transfer.arrival', { id: arrivalId })
    expect(lines.map(({ name, quantity, item }) => [name, quantity, item?.name])).toEqual([
      ['Soap', 10_00, 'Soap'],
      ['Sugar', 5_55, 'Sukari'],
      ['Nails', 12_00, undefined],
    ])
    const soapThere = lines[0]!.item!.id
    const arriving = async () =>
      (await branch.call('stock.levels', { itemId: soapThere })).levels[0]?.arriving
    expect(await arriving()).toBe(10_00)
    const counted: InputOf<'transfer.receive'> = {
      requestId: 'transfer-in-1',
      arrivalId,
      lines: lines.map(({ item }, index) => ({
        itemId: item?.id ?? misumari.id,
        received: [8_00, 5_55, 0][index] ?? 0,
      })),
    }
    await authority.faults({ kind: 'drop', paths: stockPaths })
    const received = await branch.call('transfer.receive', counted)
    expect(received).toMatchObject({ arrivalNumber: arrivals[0]!.number, differences: 2, state: 'waiting' })
    await branch.close()
    await authority.faults()
    await branch.open()
    expect((await branch.call('transfer.receive', counted)).id).toBe(received.id)
    const again = { ...counted, requestId: 'transfer-in-2' }
    expect(await branch.reply('transfer.receive', again)).toMatchObject({
      error: { code: '004', reason: 'transfer.done' },
    })
    await branch.call('transfer.fetch')
    expect((await branch.call('transfer.arrivals')).arrivals).toEqual([])
    expect(await branch.reply('transfer.dismiss', { arrivalId, reason: 'x' })).toMatchObject({ ok: false })
    expect(await arriving()).toBe(0)
    expect(onHand(branch)).toEqual({ Soap: 10_00, Sukari: 5_55, Misumari: 0 })
    await expectEqualLedgers(head, branch)
    expect(await branch.call('transfer.list', { direction: 'in', differing: true })).toMatchObject({
      transfers: [{ id: received.id, state: 'accepted', differences: 2 }],
    })

    // The chosen item is remembered; nothing came at all, so nothing is sent.
    await head.call('transfer.send', {
      requestId: 'transfer-out-2',
      branchId: '01',
      lines: [{ itemId: nails.id, quantity: 1_00 }],
    })
    await head.settled()
    await branch.call('transfer.fetch')
    const [second] = (await branch.call('transfer.arrivals')).arrivals
    const shown = await branch.call('transfer.arrival', { id: second!.id })
    expect(shown.lines[0]!.item?.name).toBe('Misumari')
    await branch.call('transfer.dismiss', { arrivalId: second!.id, reason: 'Fell off' })
    expect(await branch.call('transfer.arrival', { id: second!.id })).toMatchObject({
      arrival: { state: 'dismissed' },
      dismissal: { reason: 'Fell off', by: 'Wanjiru' },
    })
    const nothing = {
      requestId: 'transfer-in-3',
      arrivalId: second!.id,
      lines: [{ itemId: misumari.id, received: 0 }],
    }
    expect(await branch.reply('transfer.receive', nothing)).toMatchObject({
      error: { reason: 'transfer.dismissed' },
    })
    await branch.call('transfer.takeUp', { arrivalId: second!.id })
    expect(await branch.call('transfer.receive', nothing)).toMatchObject({ state: null, differences: 1 })

    // Not every authority lists what is sent: then it is entered by hand.
    const entered = await branch.call('transfer.enter', {
      requestId: 'transfer-in-4',
      branchId: '00',
      lines: [{ itemId: misumari.id, quantity: 3_00 }],
    })
    expect(entered).toMatchObject({ direction: 'in', differences: 0, goods: [{ expected: null }] })
    await expectEqualLedgers(head, branch)
    // The authority lists the same goods later: Kaunta says which transfer they are.
    await head.call('transfer.send', {
      requestId: 'transfer-out-3',
      branchId: '01',
      lines: [{ itemId: nails.id, quantity: 3_00 }],
    })
    await head.settled()
    await branch.call('transfer.fetch')
    const [late] = (await branch.call('transfer.arrivals')).arrivals
    const byHand = { id: entered.id, number: entered.number, at: entered.at }
    expect((await branch.call('transfer.arrival', { id: late!.id })).byHand).toEqual(byHand)
    await branch.call('transfer.dismiss', { arrivalId: late!.id, reason: 'Entered by hand' })
    expect((await branch.call('transfer.arrival', { id: arrivalId })).byHand).toBeNull()
    const inbound = (await authority.ledger()).stockRecords.at(-2)!.request
    expect(inbound).toMatchObject({ sarTyCd: '04', custBhfId: '00' })
    const { html } = await branch.call('transfer.print', {
      id: received.id,
      language: 'en',
      target: 'window',
    })
    expect(html).toContain('DIFFERENCES FROM WHAT WAS SENT')
    expect(html).toContain('Missing 2 pc')
    for (const shop of [head, branch]) await shop.close()
    expectSoundTrail(branch)
  },
)
