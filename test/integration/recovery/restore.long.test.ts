/** A copy is put in the place of the database: nothing after it is lost, nothing is sent twice, and a power cut does no harm. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { beginSwap, finishSwap, placesOf, swapIn } from '../../../core/recovery/files.ts'
import { expectInStep, openShop, type Shop, stockPaths } from '../../support/shop.ts'
import { asides, dump, overwrite, tillFile } from './spoil.ts'

const sellSome = async (shop: Shop, count: number) => {
  const soap = await shop.goods()
  const sold = []
  for (let turn = 0; turn < count; turn += 1) sold.push(await shop.sell(soap))
  return sold
}

const newestCopy = async (shop: Shop) => {
  const { files, folder } = await shop.call('backup.list')
  return { copy: { place: 'own' as const, name: files[0]!.name }, file: join(folder, files[0]!.name) }
}

const shopWithCopy = async (): Promise<Shop> => {
  const shop = await openShop()
  await sellSome(shop, 3)
  await shop.settled()
  await shop.call('backup.make')
  return shop
}

describe('while the journal leads to the present', () => {
  it('shows the content of a copy, restores it, and everything since comes back', async () => {
    const shop = await shopWithCopy()
    const since = await sellSome(shop, 4)
    await shop.settled()
    const { copy } = await newestCopy(shop)
    const described = await shop.call('backup.describe', { copy })
    expect(described).toMatchObject({ sales: 3, creditNotes: 0, lastNumber: 'T1-3', complete: true })
    expect(described.changes).toBeGreaterThan(4)
    const before = dump(tillFile(shop))
    const finding = await shop.call('backup.restore', { copy, pin: '471362' })
    expect(finding).toMatchObject({ cause: 'restored', complete: true, numbers: null, salvaged: 0 })
    const trail =
      "select subject, json_extract(content, '$.cause') as cause from audit where kind = 'restored'"
    expect(shop.read(trail)).toEqual([{ subject: finding.id, cause: 'restored' }])
    expect(dump(tillFile(shop))).toEqual(before)
    expect(asides(shop)).toEqual([expect.arrayContaining(['till.db', 'finding.json'])])
    expect(shop.rowOf(since[0]!.invoiceId).state).toBe('accepted')
    const [next] = await sellSome(shop, 1)
    expect(next!.number).toBe('T1-8')
    await shop.settled()
    await expectInStep(shop)
    await shop.restart()
    const { findings } = await shop.call('backup.list')
    expect(findings).toEqual([finding])
    await shop.call('backup.dismiss', { id: finding.id })
    expect((await shop.call('backup.list')).findings).toEqual([])
  })

  it('asks for the PIN again, and changes nothing with a wrong one or a copy that is none', async () => {
    const shop = await shopWithCopy()
    const { copy, file } = await newestCopy(shop)
    expect(await shop.reply('backup.restore', { copy, pin: '746192' })).toMatchObject({
      error: { reason: 'session.wrongPin' },
    })
    const spoilt = join(shop.dataDir, 'spoilt.db')
    copyFileSync(file, spoilt)
    overwrite(spoilt, 4096 * 3, 4096 * 20)
    const of = (path: string) => ({ copy: { place: 'file' as const, path } })
    expect(await shop.reply('backup.describe', of(spoilt))).toMatchObject({
      error: { reason: 'backup.damaged' },
    })
    expect(await shop.reply('backup.restore', { ...of(spoilt), pin: '471362' })).toMatchObject({
      error: { reason: 'backup.damaged' },
    })
    expect(await shop.reply('backup.describe', of(join(shop.dataDir, 'workspace.db')))).toMatchObject({
      error: { reason: 'backup.notOurs' },
    })
    expect(await shop.reply('backup.describe', of(join(shop.dataDir, 'none.db')))).toMatchObject({
      error: { reason: 'backup.notThere' },
    })
    const gone = { place: 'own' as const, name: '../../workspace.db' }
    expect(await shop.reply('backup.describe', { copy: gone })).toMatchObject({
      error: { reason: 'backup.notThere' },
    })
    expect(asides(shop)).toEqual([])
    await sellSome(shop, 1)
    await shop.settled()
    await expectInStep(shop)
  })

  it('does not take the copy of another device', async () => {
    const shop = await shopWithCopy()
    const { file } = await newestCopy(shop)
    const other = await openShop({ authority: shop.authority, branchId: '01' })
    expect(await other.reply('backup.describe', { copy: { place: 'file', path: file } })).toMatchObject({
      error: { reason: 'backup.notOurs' },
    })
  })
})

describe('on another computer, with the copy alone', () => {
  it('uses no number twice and takes over what was sent since', async () => {
    const old = await openShop()
    const soap = await old.goods()
    await sellSome(old, 3)
    await old.settled()
    await old.authority.offline(true)
    const waiting = [await old.sell(soap), await old.sell(soap)]
    await old.call('backup.make')
    const { file } = await newestCopy(old)
    await old.authority.offline(false)
    await old.settled()
    const lost = await sellSome(old, 2)
    const lostLabels = await old.call('label.giveBarcodes', { itemIds: [soap.id] })
    await old.settled()
    const body = (invcNo: string) => ({
      transaction: { invcNo },
      receipt: {},
      lineItems: [
        {
          ...{ itemCd: 'KE2NTNO0000001', itemClsCd: '5059690800', itemNm: 'Soap', qty: 1, prc: 116 },
          ...{ pkgUnitCd: 'NT', qtyUnitCd: 'U', taxTyCd: 'B', taxblAmt: 100, taxAmt: 16, totAmt: 116 },
        },
      ],
    })
    const answered = await old.software('sale.submit', body('POS-1'))
    expect(answered).toMatchObject({ ok: true })
    await old.settled()
    const { sales, stockRecords } = await old.authority.ledger()
    await old.close()

    const shop = await openShop({ authority: old.authority, initialised: false })
    const kept = old.secrets.get(`app.${old.appId}.cmcKey`)
    if (kept) shop.secrets.set(`app.${shop.appId}.cmcKey`, kept)
    const copy = { place: 'file' as const, path: file }
    expect(await shop.call('backup.describe', { copy })).toMatchObject({
      sales: 5,
      waiting: expect.any(Number),
      complete: false,
    })
    expect(await shop.call('backup.restore', { copy, pin: '471362' })).toMatchObject({
      complete: false,
      numbers: { from: 6, to: 10_005 },
    })
    await expect
      .poll(async () => (await shop.call('backup.list')).findings[0]?.authority)
      .toEqual({ adopted: 2, gone: 2, others: 1 })
    await shop.settled()
    for (const { invoiceId } of waiting)
      expect(shop.rowOf(invoiceId)).toMatchObject({ state: 'accepted', without_signature: 0 })
    const after = await shop.authority.ledger()
    expect(after.sales).toHaveLength(sales.length)
    expect(after.stockRecords).toHaveLength(stockRecords.length)
    // A program that does not know what became of its sale sends it again: it gets the signature it had.
    expect(await shop.software('sale.submit', body('POS-1'))).toEqual(answered)
    const [next] = await sellSome(shop, 1)
    expect(lost.map(({ number }) => number)).not.toContain(next!.number)
    await shop.settled()
    const { sales: last } = await shop.authority.ledger()
    expect(last).toHaveLength(sales.length + 1)
    expect(new Set(last.map(({ request }) => request['trdInvcNo'])).size).toBe(last.length)
    // The paper of an order of the lost computer is with its supplier.
    const lines = [{ itemId: soap.id, quantity: 100 }]
    const order = { requestId: 'the first order', supplierName: 'Bidco', lines }
    expect(await shop.call('order.make', order)).toMatchObject({ number: 10_001 })
    // So are labels of the lost computer on goods.
    const labels = await shop.call('label.giveBarcodes', { itemIds: [soap.id] })
    expect(labels.items[0]?.barcode).not.toBe(lostLabels.items[0]?.barcode)
    await shop.call('audit.check')
    await expect.poll(async () => (await shop.call('audit.status')).running).toBe(false)
    expect(await shop.call('audit.status')).toMatchObject({ last: { broken: null } })
  })
})

describe('the power goes while a copy is put in place', () => {
  /** Prepares the swap of a copy, and everything up to a step. */
  const steps: [string, (places: ReturnType<typeof placesOf>, aside: string) => void][] = [
    ['before its marker', () => undefined],
    ['after its marker', (places, aside) => beginSwap(places, swapOf(aside))],
    [
      'after a part of the old one went aside',
      (places, aside) => {
        beginSwap(places, swapOf(aside))
        mkdirSync(join(places.damaged, aside), { recursive: true })
        renameSync(places.file, join(places.damaged, aside, 'till.db'))
      },
    ],
    [
      'after all of the old one went aside',
      (places, aside) => {
        beginSwap(places, swapOf(aside))
        mkdirSync(join(places.damaged, aside), { recursive: true })
        for (const name of readdirSync(join(places.file, '..')).filter((each) =>
          /^till\.db(-wal|-shm|\.state)?$/.test(each),
        ))
          renameSync(join(places.file, '..', name), join(places.damaged, aside, name))
      },
    ],
    [
      'after the copy has its place',
      (places, aside) => {
        beginSwap(places, swapOf(aside))
        mkdirSync(join(places.damaged, aside), { recursive: true })
        renameSync(places.file, join(places.damaged, aside, 'till.db'))
        renameSync(places.incoming, places.file)
      },
    ],
    ['after everything', (places, aside) => swapIn(places, swapOf(aside))],
  ]
  const swapOf = (aside: string) => ({ aside, journalToo: false, finding: {} })

  it.each(steps)('%s', async (step, until) => {
    const shop = await shopWithCopy()
    const { file } = await newestCopy(shop)
    await sellSome(shop, 2)
    await shop.settled()
    await shop.close()
    const before = dump(tillFile(shop))
    const places = placesOf(shop.dataDir, shop.appId)
    copyFileSync(file, places.incoming)
    until(places, 'aside')
    await shop.open()
    expect(dump(tillFile(shop))).toEqual(before)
    expect(existsSync(places.incoming)).toBe(false)
    expect(existsSync(join(places.damaged, 'aside', 'till.db'))).toBe(step !== 'before its marker')
    await sellSome(shop, 1)
    await shop.settled()
    await expectInStep(shop)
    expect(finishSwap(places)).toBe(false)
  })
})

describe('an older database, put back by hand', () => {
  it.each([
    { name: 'of as much', quantity: 1, faults: [] },
    {
      name: 'whose first try is lost',
      quantity: 3,
      faults: [{ kind: 'cutBefore', paths: stockPaths, times: 1 }],
    },
  ])('does not take a new stock record $name for one that is gone', async ({ quantity, faults }) => {
    let passed = 0
    const clock = { ...systemClock, now: () => systemClock.now() + passed }
    const shop = await openShop({ ports: { clock } })
    const soap = await shop.goods()
    await shop.settled()
    await shop.close()
    shop.copyAside()
    await shop.open()
    await shop.sell(soap, 1)
    await shop.settled()
    await shop.close()
    shop.copyBack({ withJournal: false })
    passed += 20_000
    await shop.open()
    await shop.authority.faults(...faults)
    const { invoiceId } = await shop.sell(soap, quantity)
    await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
    expect((await shop.authority.ledger()).stockRecords).toHaveLength(3)
  })
})
