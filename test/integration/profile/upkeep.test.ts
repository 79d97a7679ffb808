/** Upkeep prunes data of a profile's database, and every query still gets its answer. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, test } from 'vitest'
import type { Clock } from '../../../core/base/ports.ts'
import { pruneReceipts } from '../../../core/printing/printers/systemPrinter.ts'
import { createUpkeep } from '../../../core/profile/upkeep.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { isIntact, whole } from '../../../db/profile/payloads.ts'
import { type Submission, submission } from '../../../db/profile/submissions.ts'
import { beginning, packPayloads, pruneBodies } from '../../../db/profile/upkeep.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import { openShop, type Shop, salePaths } from '../../support/shop.ts'
import { tillFile } from '../recovery/spoil.ts'

const later = Number.MAX_SAFE_INTEGER

const opened = (shop: Shop) => {
  const db = openDb(tillFile(shop))
  onTestFinished(() => void (db.raw.open && db.close()))
  return db
}

it('bodies of settled tries leave their hash and what they came to; those of open ones stay', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  const { invoiceId } = await shop.sell(soap)
  await shop.settled()
  await shop.authority.faults({ kind: 'refuse', code: '001', text: 'No', paths: salePaths })
  const refused = await shop.becomes((await shop.sell(soap)).invoiceId, 'refused')
  await shop.close()
  const db = opened(shop)
  const tries = () =>
    shop.read<{ request: string; submission_id: number }>('select * from attempt order by id')
  const before = tries()
  // In small steps, and not what is younger.
  expect(pruneBodies(db, { place: beginning, before: 0, limit: 3 })).toEqual({ next: null, pruned: 0 })
  let sum = 0
  for (let place: typeof beginning | null = beginning; place; ) {
    const { next, pruned } = pruneBodies(db, { place, before: later, limit: 3 })
    sum += pruned
    place = next
  }
  const after = tries()
  expect(sum).toBe(before.filter((row) => row.submission_id !== refused.id).length)
  const { id } = shop.rowOf(invoiceId)
  for (const [index, row] of after.entries()) {
    const was = before[index]!
    const isOpen = row.submission_id === refused.id
    expect(row).toEqual(isOpen ? was : { ...was, request: '', response: null, body_hash: expect.any(String) })
  }
  db.close()
  await shop.open()
  const { attempts } = await shop.call('queue.get', { id })
  expect(attempts[0]).toMatchObject({
    request: '',
    response: null,
    outcome: 'accepted',
    bodyHash: expect.any(String),
  })
})

it('a compressed document is printed, credited, found by its buyer and shown as before', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.call('customer.save', { pin: 'A123456789B', name: 'Amani' } as never)
  const buyer = { buyerPin: 'A123456789B', buyerName: 'Amani "A" Ltd' }
  const { invoiceId } = await shop.call('sale.complete', {
    lines: [{ itemId: soap.id, quantity: 200 }],
    tenders: [{ method: '01', amount: 23_200 }],
    requestId: 'packed-sale',
    buyer: { pin: buyer.buyerPin, name: buyer.buyerName },
  } as never)
  await shop.settled()
  const shown = async () => ({
    receipt: await shop.call('receipt.preview', { invoiceId }),
    list: await shop.call('invoice.list', { text: buyer.buyerPin }),
    row: await shop.call('queue.get', { id: shop.rowOf(invoiceId).id }),
  })
  const before = await shown()
  const rows = shop.rows()
  await shop.close()
  // As an earlier version kept them.
  const raw = shop.read<Submission>("select * from submission where kind = 'sale'")[0]!
  expect(raw.packed!.length + raw.payload.length).toBeLessThan(whole(raw).payload.length / 1.5)
  shop.unpack()
  const db = opened(shop)
  expect(packPayloads(db, { before: 0, limit: 100 })).toBe(0)
  expect(packPayloads(db, { before: later, limit: 100 })).toBeGreaterThan(2)
  expect(packPayloads(db, { before: later, limit: 100 })).toBe(0)
  for (const { id, payload } of rows) {
    const row = submission(db, id)!
    expect(row.payload).toBe(payload)
    expect(isIntact(row)).toBe(true)
  }
  const sale = shop.read<Submission>("select * from submission where kind = 'sale'")[0]!
  expect(sale.packed!.length + sale.payload.length).toBeLessThan(whole(sale).payload.length / 1.5)
  db.close()
  await shop.open()
  expect(await shown()).toEqual(before)
  await shop.call('invoice.credit', { id: invoiceId, reason: '01', requestId: 'packed-credit' } as never)
  await shop.settled()
  expect((await shop.authority.ledger()).sales).toHaveLength(2)
})

it('nothing goes before a copy was made after an upgrade', async () => {
  const folder = temporaryFolder()
  const shop = await openShop()
  await shop.sell(await shop.goods())
  await shop.settled()
  await shop.close()
  const db = opened(shop)
  onTestFinished(() => folder.remove())
  const waiting: (() => void)[] = []
  const clock: Clock = {
    now: () => Date.now() + 1e12,
    monotonic: () => performance.now(),
    uptime: () => null,
    bootId: () => null,
    after: (_, act) => {
      waiting.push(act)
      return () => undefined
    },
  }
  const kept = () => shop.read<{ n: number }>("select count(*) n from attempt where request <> ''")[0]!.n
  const next = async () => {
    waiting.shift()?.()
    await expect.poll(() => waiting.length).toBe(1)
  }
  let copies = 0
  const upkeep = createUpkeep({
    db,
    schema: 'new',
    days: () => 30,
    copy: async () => {
      copies += 1
      if (copies === 1) throw new Error('No room')
    },
    clock,
    log: memoryLog(),
  })
  upkeep.start()
  const before = kept()
  expect(before).toBeGreaterThan(2)
  await next()
  expect([copies, kept()]).toEqual([1, before])
  for (let step = 0; step < 4; step += 1) await next()
  expect([copies, kept()]).toEqual([2, 0])
  await next()
  expect(copies).toBe(2)
  upkeep.stop()
})

test('of the receipts as PDF the newest are kept, and nothing else is touched', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const receipts = join(folder.path, 'receipts')
  mkdirSync(receipts)
  for (let day = 10; day < 20; day += 1)
    writeFileSync(join(receipts, `T1-${99 - day}-202611${day}101010000.pdf`), '')
  writeFileSync(join(receipts, 'notes.pdf'), '')
  await pruneReceipts(receipts, 3)
  expect(readdirSync(receipts).sort()).toEqual([
    'T1-80-20261119101010000.pdf',
    'T1-81-20261118101010000.pdf',
    'T1-82-20261117101010000.pdf',
    'notes.pdf',
  ])
})
