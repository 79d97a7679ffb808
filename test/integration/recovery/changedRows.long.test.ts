/** Bytes that change inside rows are found within a day; what copy and journal prove is put back, and what was there is kept. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { placesOf } from '../../../core/recovery/files.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { dump, leavesOf, pageSize, tillFile } from './spoil.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Its first comparison of the day is due at once. */
const hurried = (dueMs = 50) => ({
  clock: {
    ...systemClock,
    after: (ms: number, act: () => void) => systemClock.after(ms === 1_800_000 ? dueMs : ms, act),
  },
})

/** The content of a document, as its row stores it. */
const packedOf = (shop: Shop, number: string): Buffer =>
  shop.read<{ packed: Buffer }>(
    `select packed from submission join invoice on invoice.id = invoice_id where number = '${number}'`,
  )[0]!.packed

/** Changes one bit at the end of a text or of bytes where they stand in a row of that table, and nowhere else. */
const flip = (file: string, table: string, text: string | Buffer): void => {
  const bytes = readFileSync(file)
  for (const page of leavesOf(file, table)) {
    const at = bytes.subarray((page - 1) * pageSize, page * pageSize).indexOf(text)
    if (at === -1) continue
    const place = (page - 1) * pageSize + at + text.length - 1
    bytes[place] = bytes[place]! ^ 0x01
    writeFileSync(file, bytes)
    return
  }
  expect.unreachable(`${text} is in no row of ${table}`)
}

const day = async (ports: ReturnType<typeof hurried>): Promise<Shop> => {
  const shop = await openShop({ ports })
  const soap = await shop.goods()
  for (let count = 0; count < 4; count += 1) await shop.sell(soap)
  await shop.settled()
  await shop.call('backup.make')
  for (let count = 0; count < 4; count += 1) await shop.sell(soap)
  await shop.settled()
  return shop
}

const changed = async (shop: Shop) => {
  await expect
    .poll(async () => (await shop.call('backup.list')).findings.map(({ cause }) => cause), {
      timeout: 15_000,
    })
    .toEqual(['changed'])
  const { findings } = await shop.call('backup.list')
  return findings[0]!
}

const rowsOf = (file: string): Record<string, unknown[]> => {
  const { audit, ...rows } = dump(file)
  return { ...rows, audit: audit!.filter((row) => !String(row).includes('repaired')) }
}

it('whichever rows they are in, indexed or protected or of the trail itself', async () => {
  const shop = await day(hurried())
  await shop.close()
  const file = tillFile(shop)
  const before = rowsOf(file)
  flip(file, 'item', 'Soap')
  flip(file, 'invoice', 'T1-3')
  flip(file, 'invoice_line', 'Soap')
  flip(file, 'submission', packedOf(shop, 'T1-2'))
  flip(file, 'attempt', '"resultCd":"000')
  flip(file, 'audit', 'T1-4')
  flip(file, 'signature', 'KRACU0100000001')
  expect(rowsOf(file)).not.toEqual(before)
  await shop.open()
  const finding = await changed(shop)
  expect(finding).toMatchObject({ changes: 7, complete: true })
  expect(finding.text).toContain('item 1: name')
  expect(rowsOf(file)).toEqual(before)
  const raw = new Sqlite(file, { readonly: true })
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
  raw.close()
  // The changed rows are kept.
  const { damaged } = placesOf(shop.dataDir, shop.appId)
  const [aside] = readdirSync(damaged)
  const kept = readFileSync(join(damaged, aside!, 'rows.json'), 'utf8')
  expect(kept).toContain('"name": "Soaq"')
  // The journal does it again on any copy.
  await shop.sell(await shop.goods({ name: 'Bread' }))
  await shop.settled()
  await shop.close()
  const now = rowsOf(file)
  for (const tail of ['', '-wal', '-shm']) writeFileSync(`${file}${tail}`, '')
  await shop.open()
  expect(rowsOf(file)).toEqual(now)
})

it('a waiting document is put back and sent as it was', async () => {
  const shop = await day(hurried(3_600_000))
  const soap = await shop.goods({ name: 'Candle' })
  await shop.settled()
  await shop.authority.offline(true)
  const { invoiceId, number } = await shop.sell(soap)
  await shop.close()
  flip(tillFile(shop), 'submission', packedOf(shop, number))
  await shop.authority.offline(false)
  await shop.open()
  await shop.becomes(invoiceId, 'accepted')
  await changed(shop)
  const { sales } = await shop.authority.ledger()
  expect(sales.at(-1)?.request['trdInvcNo']).toBe(number)
})

it('restores a row that is gone, and only reports one that the journal does not have', async () => {
  const shop = await day(hurried())
  await shop.close()
  const file = tillFile(shop)
  const before = rowsOf(file)
  shop.tamper(`delete from print; delete from submission_dependency where submission_id = 6;
    delete from setting where name = 'audit.finding'; delete from counter where name = 'till.sale';
    insert into authority_only values ('T1-99', 99)`)
  await shop.open()
  const finding = await changed(shop)
  expect(finding).toMatchObject({ complete: false })
  expect(finding.text).toContain('authority_only T1-99: added')
  expect(shop.read("select next from counter where name = 'till.sale'")).toEqual([{ next: 9 }])
  expect(shop.read('select * from authority_only')).toHaveLength(1)
  expect({ ...rowsOf(file), authority_only: [] }).toEqual(before)
})

it('where nothing has changed nothing is said and nothing is left behind', async () => {
  const shop = await day(hurried())
  await shop.close()
  const folder = join(shop.dataDir, 'apps', shop.appId)
  const compared = () => shop.log.lines.filter(({ message }) => message.includes('compared with its copies'))
  // The first start's comparison may have met a till without a copy, or its end.
  const earlier = compared().length
  await shop.open()
  await expect.poll(() => compared().length, { timeout: 15_000 }).toBeGreaterThan(earlier)
  for (const { fields } of compared()) expect(fields).toMatchObject({ rows: 0 })
  expect((await shop.call('backup.list')).findings).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('compare'))).toEqual([])
})
