/** What a till reads of its trail for a hub. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { factLimit, fact as factSchema } from '../../../core/contract/hub/wire.ts'
import { readFacts, trailHash } from '../../../core/link/outbox.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { auditHead, chained, noHash } from '../../../db/profile/audit.ts'
import { beginShares, forgetChanged, noteChanged, updateShares } from '../../../db/profile/shared.ts'
import { fits } from '../../../db/profile/trailRows.ts'
import { shared, startShop } from '../operations/shop.ts'
import { workMorning } from './morning.ts'

const shop = shared(async (cleanUp) => {
  const started = await startShop({ cleanUp })
  await workMorning(started)
  return started
})
const till = shared(async (cleanUp) => {
  const db = openDb(join(shop().dataDir, 'apps', shop().appId, 'till.db'))
  cleanUp(async () => db.close())
  return db
})

const readAll = (limit?: number) => {
  const parts: ReturnType<typeof readFacts>[] = []
  for (;;) {
    const part = readFacts(till(), parts.at(-1)?.at(-1)?.seq ?? 0, limit)
    if (part.length === 0) return parts
    parts.push(part)
  }
}

test('facts are the whole trail in order, and their rows give its digests', () => {
  const facts = readAll().flat()
  expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1))
  expect(facts.length).toBe(auditHead(till())?.seq)
  let before = noHash
  for (const fact of facts) {
    // As the wire carries it.
    const came = factSchema.parse(JSON.parse(JSON.stringify(fact)))
    expect(came).toEqual(fact)
    expect(chained(before, { ...came, row_id: came.rowId } as never)).toBe(fact.hash)
    expect([came.kind, fits(came.kind, came.rows, came.content)]).not.toContain(false)
    before = fact.hash
  }
  const digested = facts
    .filter(({ kind, rows, content }) => fits(kind, rows, content))
    .map(({ kind }) => kind)
  expect([...new Set(digested)].toSorted()).toEqual(
    [
      ...['sale', 'creditNote', 'stockRecord', 'signed', 'shiftOpened', 'shiftClosed', 'cashIn', 'cashOut'],
      ...['soldOnCredit', 'accountPaid', 'trainingSale', 'proforma', 'delivered', 'countStarted'],
      ...['countBooked', 'transferSent', 'transferReceived', 'customsApproved', 'ordered', 'approved'],
    ].toSorted(),
  )
})

test('a document brings what the queue owes the authority, unpacked', () => {
  const sale = readAll()
    .flat()
    .find(({ kind }) => kind === 'sale')
  const [submission] = sale?.rows?.submissions ?? []
  expect(submission).toMatchObject({ kind: 'sale', lane: 'sales', invoice_id: sale?.rowId })
  expect(JSON.parse(String(submission?.['payload']))).toMatchObject({ kind: 'sale', lines: [{ itemId: 1 }] })
})

test('a row that was changed on disk no longer gives its digest', () => {
  const sale = readAll()
    .flat()
    .find(({ kind }) => kind === 'sale')
  expect(sale?.rows && fits('sale', sale.rows, sale.content)).toBe(true)
  const rows = structuredClone(sale?.rows)
  if (rows) rows.row['total'] = Number(rows.row['total']) - 1
  expect(rows && fits('sale', rows, sale?.content ?? '')).toBe(false)
  expect(fits('sale', null, sale?.content ?? '')).toBe(false)
})

test('a fact waits until each item of before the pairing has a wish', () => {
  const db = till()
  const all = readAll().flat()
  const sold = all.find(({ rows }) => rows?.lines?.some((line) => line['item_id'] === 1))
  expect(sold?.uids.items[1]).toBe(db.raw.prepare('select uid from item where id = 1').pluck().get())
  beginShares(db, 'P051000001K 00')
  expect(readFacts(db, 0)).toEqual([])
  updateShares(db, { item_after: null })
  noteChanged(db, { kind: 'item', key: '1', who: null, why: 'joining' })
  expect(readFacts(db, 0)).toEqual([])
  forgetChanged(db, 'item', '1')
  noteChanged(db, { kind: 'item', key: '1', who: null, why: null })
  expect(readAll().flat()).toEqual(all)
  db.raw.exec('delete from hub_shares; delete from hub_changed')
})

test('a request is bounded in number and in bytes, and one larger fact goes alone', () => {
  const parts = readAll(7)
  expect(parts.slice(0, -1).every(({ length }) => length === 7)).toBe(true)
  const db = till()
  const big = 'x'.repeat(factLimit.bytes * 0.6)
  const at = auditHead(db)?.seq ?? 0
  for (const content of [big, big, big.repeat(3), 'small'])
    db.run({
      sql: "insert into audit values ((select max(seq) + 1 from audit), 1, 'report', '', null, '', ?, ?)",
      parameters: [content, noHash],
    } as never)
  const seqs = (after: number) => readFacts(db, after).map(({ seq }) => seq)
  expect([seqs(at), seqs(at + 1), seqs(at + 2), seqs(at + 3)]).toEqual([
    [at + 1],
    [at + 2],
    [at + 3],
    [at + 4],
  ])
  expect([trailHash(db, 0), trailHash(db, at + 4), trailHash(db, at + 5)]).toEqual([noHash, noHash, null])
})
