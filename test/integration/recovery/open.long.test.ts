/** A till whose database file went wrong opens with everything it had, and says what happened. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { randomIds, systemClock } from '../../../core/platform/nodePorts.ts'
import { offThread } from '../../../core/platform/offThread.ts'
import { placesOf } from '../../../core/recovery/files.ts'
import { createRecovery } from '../../../core/recovery/recovery.ts'
import { segmentFile, segmentsIn } from '../../../db/journal/lines.ts'
import { expectInStep, openShop, type Shop } from '../../support/shop.ts'
import {
  asides,
  cutInHalf,
  dropLastLine,
  dump,
  leavesOf,
  overwrite,
  pageSize,
  powerCut,
  removeBackups,
  removeJournal,
  spoilPage,
  spoilText,
  tearLine,
  tillFile,
} from './spoil.ts'

/** A day: a copy in the middle, sales before and after it. */
const sellADay = async (): Promise<Shop> => {
  const shop = await openShop()
  const soap = await shop.goods()
  for (let count = 0; count < 4; count += 1) await shop.sell(soap)
  await shop.call('backup.make')
  for (let count = 0; count < 8; count += 1) await shop.sell(soap)
  await shop.settled()
  return shop
}

const findingOf = async (shop: Shop) => {
  const { findings } = await shop.call('backup.list')
  expect(findings).toHaveLength(1)
  return findings[0]!
}

const goOnSelling = async (shop: Shop): Promise<void> => {
  const before = shop.read<{ number: string }>('select number from invoice').map(({ number }) => number)
  const soap = await shop.goods()
  const { number } = await shop.sell(soap)
  expect(before).not.toContain(number)
  await shop.settled()
}

/** Sales that are in the log alone: when a log is put into the file depends on how long it has become. */
const sellIntoTheLog = async (shop: Shop): Promise<void> => {
  await shop.restart()
  await goOnSelling(shop)
}

/** The person has read what was reported; what happens next is reported alone. */
const dismiss = async (shop: Shop): Promise<void> =>
  void (await shop.call('backup.dismiss', { id: (await findingOf(shop)).id }))

describe('with the journal, nothing is missing', () => {
  const spoilings: [string, (file: string) => void, string][] = [
    ['a page of documents', (file) => spoilPage(file, leavesOf(file, 'invoice').at(-1)!), 'damaged'],
    ['the page of the schema', (file) => overwrite(file, 100, pageSize - 100), 'damaged'],
    [
      'a byte in the text of an index',
      (file) => overwrite(file, readFileSync(file).indexOf('upper(replace'), 1),
      'damaged',
    ],
    ['the header', (file) => overwrite(file, 0, 100, 0), 'damaged'],
    ['half of the file gone', cutInHalf, 'damaged'],
    ['no database at all', spoilText, 'damaged'],
    ['an empty file', (file) => writeFileSync(file, ''), 'missing'],
    ['no file', (file) => rmSync(file), 'missing'],
    ['no folder', (file) => rmSync(dirname(file), { recursive: true }), 'missing'],
  ]
  it('whatever became of the file', async () => {
    const shop = await sellADay()
    const file = tillFile(shop)
    for (const [index, [what, spoil, cause]] of spoilings.entries()) {
      await shop.close()
      const before = dump(file)
      spoil(file)
      await shop.open()
      const reported = { cause, complete: true, source: { kind: 'backup' }, numbers: null }
      expect(await findingOf(shop), what).toMatchObject(reported)
      expect(asides(shop), what).toHaveLength(index + 1)
      expect(dump(file), what).toEqual(before)
      expect(await shop.call('system.status'), what).toMatchObject({ incomplete: false })
      await goOnSelling(shop)
      await shop.restart()
      await dismiss(shop)
    }
    await expectInStep(shop)
  })

  it('without a copy, from the journal’s beginning', async () => {
    const shop = await sellADay()
    await shop.close()
    removeBackups(shop)
    const file = tillFile(shop)
    const before = dump(file)
    rmSync(file)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({
      cause: 'missing',
      complete: true,
      source: { kind: 'journal' },
    })
    expect(dump(file)).toEqual(before)
    await goOnSelling(shop)
    await expectInStep(shop)
  })

  it('whatever became of the log of a till that was in use', async () => {
    const other = await sellADay()
    await sellIntoTheLog(other)
    const shop = await sellADay()
    const file = tillFile(shop)
    const old = join(shop.dataDir, 'old.db')
    const withoutIndex = (from: string, to: string) => {
      copyFileSync(from, to)
      rmSync(`${file}-shm`, { force: true })
    }
    const spoilings: [string, object, () => void][] = [
      ['the log is gone', { cause: 'log' }, () => rmSync(`${file}-wal`)],
      ['the log of another till', {}, () => withoutIndex(`${tillFile(other)}-wal`, `${file}-wal`)],
      ['an older file beside a newer log', { cause: 'log' }, () => withoutIndex(old, file)],
    ]
    for (const [what, reported, spoil] of spoilings) {
      await shop.close()
      copyFileSync(file, old)
      await shop.open()
      await sellIntoTheLog(shop)
      const before = dump(file)
      await powerCut(shop)
      spoil()
      await shop.open()
      expect(dump(file), what).toEqual(before)
      expect(await findingOf(shop), what).toMatchObject({ ...reported, complete: true })
      await goOnSelling(shop)
      await dismiss(shop)
    }
    await expectInStep(shop)
    // Somebody puts an older copy in its place by hand.
    await shop.close()
    const before = dump(file)
    copyFileSync(old, file)
    await shop.open()
    expect(dump(file)).toEqual(before)
    await goOnSelling(shop)
    await expectInStep(shop)
  })

  const places = [0.6, 0.999]
  it.each(places)('the log is gone and a byte of the journal is damaged, at %d of it', async (place) => {
    const shop = await sellADay()
    await sellIntoTheLog(shop)
    const before = dump(tillFile(shop))
    await powerCut(shop)
    rmSync(`${tillFile(shop)}-wal`)
    const journal = placesOf(shop.dataDir, shop.appId).journal
    const files = segmentsIn(journal).map((segment) => segmentFile(journal, segment))
    const sizes = files.map(
      (file) => Math.max(0, readFileSync(file).indexOf('\n\0') + 1) || statSync(file).size,
    )
    let at = Math.floor(place * sizes.reduce((sum, size) => sum + size, 0))
    let index = 0
    for (; at >= sizes[index]!; index += 1) at -= sizes[index]!
    overwrite(files[index]!, at, 1, readFileSync(files[index]!)[at]! ^ 0x08)
    await shop.open()
    const { incomplete } = await shop.call('system.status')
    if (!incomplete) expect(dump(tillFile(shop))).toEqual(before)
    // The lines that the database needs are at the end.
    if (place < 0.9) expect(incomplete).toBe(false)
    await goOnSelling(shop)
  })
})

describe('without the journal', () => {
  it('a copy is made at once, from which the new one leads on', async () => {
    const shop = await sellADay()
    await shop.close()
    removeJournal(shop)
    removeBackups(shop)
    await shop.open()
    await expect.poll(async () => (await shop.call('backup.list')).files.length).toBe(1)
    await goOnSelling(shop)
    const before = dump(tillFile(shop))
    await shop.close()
    rmSync(tillFile(shop))
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: true, source: { kind: 'backup' } })
    expect(dump(tillFile(shop))).toEqual(before)
  })

  it('an older copy by hand: no number twice, and what was sent since is taken over', async () => {
    const shop = await sellADay()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.offline(true)
    const waiting = [await shop.sell(soap), await shop.sell(soap)]
    await shop.close()
    copyFileSync(tillFile(shop), join(shop.dataDir, 'old.db'))
    await shop.open()
    await shop.authority.offline(false)
    await shop.settled()
    const lost = await shop.sell(soap)
    await shop.settled()
    await shop.close()
    const sent = (await shop.authority.ledger()).sales.length
    copyFileSync(join(shop.dataDir, 'old.db'), tillFile(shop))
    removeJournal(shop)
    await shop.open()
    await shop.settled()
    expect((await shop.authority.ledger()).sales).toHaveLength(sent)
    for (const { invoiceId: id } of waiting)
      expect(shop.rowOf(id)).toMatchObject({ state: 'accepted', without_signature: 0 })
    await expect
      .poll(async () => (await findingOf(shop)).authority)
      .toEqual({ adopted: 2, gone: 1, others: 0 })
    const { number } = await shop.sell(soap)
    expect(Number(number.split('-')[1])).toBeGreaterThan(Number(lost.number.split('-')[1]))
    await shop.settled()
    const { sales } = await shop.authority.ledger()
    const numbers = sales.map(({ request }) => request['trdInvcNo'])
    expect(new Set(numbers).size).toBe(sales.length)
    expect(sales).toHaveLength(sent + 1)
  })

  const spoilings: [string, (file: string) => void][] = [
    ['a page of movements', (file) => spoilPage(file, leavesOf(file, 'movement')[0]!)],
    ['the page of the schema', (file) => overwrite(file, 100, pageSize - 100)],
    ['the header', (file) => overwrite(file, 0, 100, 0)],
  ]
  it.each(spoilings)('what can still be read of the file comes in: %s', async (_, spoil) => {
    const shop = await sellADay()
    const soap = await shop.goods()
    const njeri = { name: 'Njeri', creditLimit: 1_000_00, requestId: 'request-customer' }
    const id = (await shop.call('customer.save', njeri)).id as number
    const sellOnCredit = (requestId: string) =>
      shop.call('sale.complete', {
        lines: [{ itemId: soap.id, quantity: 100 }],
        tenders: [{ method: '02', amount: 116_00 }],
        ...{ buyer: { customerId: id }, requestId },
      })
    await sellOnCredit('request-credit-1')
    const { number } = await shop.call('shift.open', { sum: 0, requestId: 'request-shift' })
    await shop.call('backup.make')
    // The copy owes more, and knows neither the payment nor the second debt nor the money.
    await shop.call('account.pay', { customerId: id, method: '01', amount: 50_00, requestId: 'request-paid' })
    await sellOnCredit('request-credit-2')
    await shop.call('customer.save', { id, name: 'Njeri', phone: '0712345678' })
    // Nor does it know this customer, who pays for a sale of another till.
    const elsewhere = { name: 'Otieno', requestId: 'request-elsewhere' }
    const otieno = (await shop.call('customer.save', elsewhere)).id as number
    shop.tamper(`insert into hub_shares (id, branch) values (1, '00');
      insert into hub_account (customer, origin, owed) select uid, 'another till', 8000 from customer
      where id = ${otieno}`)
    const ahead = { customerId: otieno, method: '01', amount: 30_00, requestId: 'request-ahead' }
    await shop.call('account.pay', ahead)
    await shop.call('shift.addCash', {
      number,
      kind: 'drop',
      amount: 20_00,
      reason: 'Safe',
      requestId: 'request-cash',
    })
    await shop.settled()
    await shop.authority.offline(true)
    const waiting = await shop.sell(soap)
    await shop.close()
    const books = () =>
      ['invoice', 'customer_sale', 'account_entry', 'account_allocation', 'shift', 'cash_movement'].map(
        (table) =>
          shop.read(`select ${table === 'invoice' ? 'number, shift_id' : '*'} from ${table} order by 1`),
      )
    const before = books()
    spoil(tillFile(shop))
    removeJournal(shop)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: false, salvaged: 2, source: { kind: 'backup' } })
    expect(books()).toEqual(before)
    expect(await shop.call('account.get', { customerId: id })).toMatchObject({
      ...{ owed: 182_00, customer: { phone: '0712345678' } },
    })
    expect(shop.read('select name, ahead from customer where ahead <> 0')).toEqual([
      { name: 'Otieno', ahead: 30_00 },
    ])
    expect(shop.rowOf(waiting.invoiceId).state).not.toBe('accepted')
    await shop.authority.offline(false)
    await shop.settled()
    await goOnSelling(shop)
    const { sales } = await shop.authority.ledger()
    expect(new Set(sales.map(({ request }) => request['trdInvcNo'])).size).toBe(sales.length)
    expect(sales).toHaveLength((before[0]?.length ?? 0) + 1)
  })

  it('what was refused in the copy and has been sent since, again or in its place, comes in as it is now', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 0 })
    const [{ code }] = shop.read<{ code: string }>('select code from item') as [{ code: string }]
    const body = {
      transaction: { invcNo: 'POS-1' },
      receipt: {},
      lineItems: [
        {
          ...{ itemCd: code, itemClsCd: '5059690800', itemNm: 'Soap', qty: 1, prc: 116 },
          ...{ pkgUnitCd: 'NT', qtyUnitCd: 'U', taxTyCd: 'B', taxblAmt: 100, taxAmt: 16, totAmt: 116 },
        },
      ],
    }
    const { invoiceId } = await shop.sell(soap)
    const { id } = await shop.becomes(invoiceId, 'refused')
    expect(await shop.software('sale.submit', body)).toMatchObject({ ok: false })
    await shop.call('backup.make')
    await shop.call('stock.adjust', { kind: 'opening', lines: [{ itemId: soap.id, quantity: 1000 }] })
    await shop.call('queue.resend', { id })
    await shop.becomes(invoiceId, 'accepted')
    const answered = await shop.software('sale.submit', body)
    expect(answered).toMatchObject({ ok: true })
    await shop.settled()
    await shop.close()
    const reported = 'select id, number, superseded from invoice order by id'
    const states = "select id, state, authority_number from submission where kind <> 'stockMaster'"
    const before = { reported: shop.read(reported), states: shop.read(states) }
    spoilPage(tillFile(shop), leavesOf(tillFile(shop), 'movement')[0]!)
    removeJournal(shop)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: false, source: { kind: 'backup' } })
    expect({ reported: shop.read(reported), states: shop.read(states) }).toEqual(before)
    expect(await shop.software('sale.submit', body)).toMatchObject({ error: { code: '004' } })
  })

  it('what was learnt of suppliers and callers comes in too, but for the page that is spoilt', async () => {
    const shop = await openShop()
    const { id } = await shop.goods()
    await shop.goods({ name: 'Bread' })
    await shop.settled()
    const supplierItem = (code: string, item: number) =>
      `insert or replace into supplier_item (supplier_pin, supplier_code, item_id, linked_at) values ('P051222222B', '${code}', ${item}, 1);`
    await shop.close()
    shop.tamper(supplierItem('A', id))
    await shop.open()
    await shop.call('backup.make')
    await shop.close()
    shop.tamper(
      `${supplierItem('A', id + 1)} ${supplierItem('B', id)}
       insert into caller_body values ('item', 'SOAP', '{}', 1);
       insert into authority_only values ('A-7', 7);
       insert into idempotency values ('stock.transfer', 'key', 'print', '{}', 1);`,
    )
    const learnt = () =>
      ['supplier_item', 'caller_body', 'authority_only', 'idempotency'].map((table) =>
        shop.read(`select * from ${table}`),
      )
    const before = learnt()
    const [spoilt] = leavesOf(tillFile(shop), 'idempotency')
    spoilPage(tillFile(shop), leavesOf(tillFile(shop), 'movement')[0]!)
    spoilPage(tillFile(shop), spoilt!)
    removeJournal(shop)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: false, source: { kind: 'backup' } })
    expect(learnt()).toEqual([...before.slice(0, 3), []])
  })

  it('a file of an earlier version, which has not every table yet, gives what it has', async () => {
    const shop = await sellADay()
    await shop.close()
    shop.tamper('drop table authority_only')
    spoilPage(tillFile(shop), leavesOf(tillFile(shop), 'movement')[0]!)
    removeJournal(shop)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: false, salvaged: 8 })
  })

  it('a file of before items had uids leaves none without', async () => {
    const shop = await sellADay()
    await shop.close()
    shop.tamper("update item set uid = null; delete from kysely_migration where name >= '0062'")
    spoilPage(tillFile(shop), leavesOf(tillFile(shop), 'movement')[0]!)
    removeJournal(shop)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: false })
    expect(shop.read('select 1 from item')).not.toEqual([])
    expect(shop.read('select id from item where uid is null')).toEqual([])
  })

  it('a line of the journal is torn and the next is whole: it says from where on something may be missing', async () => {
    const shop = await sellADay()
    await shop.close()
    tearLine(shop)
    rmSync(tillFile(shop))
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({
      cause: 'missing',
      complete: false,
      text: expect.stringMatching(/^what follows transaction \d+ is damaged$/),
    })
    await goOnSelling(shop)
  })

  it('and without a copy, everything that can be read', async () => {
    const shop = await sellADay()
    await shop.close()
    removeBackups(shop)
    removeJournal(shop)
    const before = shop.read<{ number: string }>('select number from invoice order by id')
    overwrite(tillFile(shop), 0, 100, 0)
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({ complete: false, salvaged: before.length })
    expect(await shop.call('system.status')).toMatchObject({ incomplete: true })
    await goOnSelling(shop)
    await expectInStep(shop)
  })

  it('nothing at all: it does not begin anew unnoticed', async () => {
    const shop = await sellADay()
    const last = shop.read<{ number: string }>('select number from invoice order by id desc limit 1')[0]!
    await shop.close()
    for (const remove of [removeBackups, removeJournal]) remove(shop)
    rmSync(tillFile(shop))
    await shop.open()
    expect(await findingOf(shop)).toMatchObject({
      cause: 'missing',
      complete: false,
      source: { kind: 'nothing' },
    })
    await shop.call('device.initialize', {}).catch(() => undefined)
    const soap = await shop.goods()
    const { number } = await shop.sell(soap)
    expect(Number(number.split('-')[1])).toBeGreaterThan(Number(last.number.split('-')[1]))
  })
})

describe('damage while the till is open', () => {
  it('is found by reading all of it, reported at once, and repaired at the next start', async () => {
    const shop = await sellADay()
    await shop.restart()
    const before = dump(tillFile(shop))
    const places = placesOf(shop.dataDir, shop.appId)
    const by = { places, numbers: undefined, clock: systemClock, ids: randomIds, log: shop.log, offThread }
    const recovery = createRecovery({ ...by, changed: () => undefined })
    expect(await recovery.watch.look()).toBeNull()
    // In the file, below the pages that the open connection has in its memory.
    spoilPage(tillFile(shop), leavesOf(tillFile(shop), 'attempt')[0]!)
    expect(await recovery.watch.look()).toMatch(/\S/)
    expect(await recovery.watch.look()).toMatch(/\S/)
    expect(await findingOf(shop)).toMatchObject({ cause: 'running', complete: true })
    await shop.restart()
    expect(dump(tillFile(shop))).toEqual(before)
    expect(await findingOf(shop)).toMatchObject({ cause: 'damaged', complete: true })
    await goOnSelling(shop)
    await expectInStep(shop)
  })
})

describe('what is not damage', () => {
  it('a database of a newer Kaunta is left as it is', async () => {
    const shop = await sellADay()
    await shop.close()
    shop.tamper("insert into kysely_migration (name, timestamp) values ('9999_later', '2030')")
    const before = dump(tillFile(shop))
    await expect(shop.open()).rejects.toThrow(/newer Kaunta.*nothing was changed/)
    expect(dump(tillFile(shop))).toEqual(before)
    expect(asides(shop)).toEqual([])
  })

  it('a till that was refused finds its log where the refusal left it', async () => {
    const shop = await sellADay()
    shop.tamper("insert into kysely_migration (name, timestamp) values ('9999_later', '2030')")
    await powerCut(shop)
    // The last transaction is in the database alone.
    dropLastLine(shop)
    await expect(shop.open()).rejects.toThrow(/newer Kaunta/)
    shop.tamper("delete from kysely_migration where name = '9999_later'")
    await shop.open()
    expect((await shop.call('backup.list')).findings).toEqual([])
    expect(asides(shop)).toEqual([])
    await goOnSelling(shop)
  })

  it('a file that cannot be opened is left as it is, and said so', async () => {
    const shop = await sellADay()
    await shop.close()
    const file = tillFile(shop)
    rmSync(file)
    mkdirSync(file)
    await expect(shop.open()).rejects.toThrow(/cannot be opened.*Nothing was changed/)
    expect(asides(shop)).toEqual([])
  })

  it('one profile that cannot be opened does not keep the others from opening', async () => {
    const shop = await sellADay()
    await shop.call('profile.createPractice', { name: 'Practice', demoShop: false })
    await shop.close()
    rmSync(tillFile(shop))
    mkdirSync(tillFile(shop))
    await shop.open()
    const { profiles } = await shop.call('profile.list')
    expect(profiles.map(({ name }) => name)).toEqual(['Practice'])
    await shop.call('profile.switch', { id: profiles[0]!.id })
    const { unopened } = await shop.call('backup.list')
    expect(unopened).toEqual([{ name: 'Mfano Traders', text: expect.stringMatching(/cannot be opened/) }])
  })
})
