/** Whatever somebody changes behind the till's back in what the audit trail covers is found, and named. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type AuditFinding, breakText, createAuditCheck } from '../../../core/audit/verifyChain.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Shop, shared, startShop } from '../operations/shop.ts'

type Database = ReturnType<typeof openDb>

const covered = [
  'audit',
  'invoice',
  'invoice_line',
  'invoice_tender',
  'signature',
  'stock_record',
  'movement',
] as const
/** Columns that may change. */
const mutable = ['superseded']

const verify = (db: Database, expected: object = {}): AuditFinding => {
  const finding = createAuditCheck(expected).advance(db, () => false)
  if (!finding) throw new Error('not read to its end')
  return finding
}
const saysOf = (db: Database): string => {
  const { broken } = verify(db)
  return broken ? breakText(broken) : 'whole'
}

/** A morning of a shop: sales, credit notes, stock, a refusal that is withdrawn, settings. */
const workMorning = async (shop: Shop): Promise<void> => {
  const goods = await shop.stocked({ name: 'Chai ☕ ya asubuhi', onHand: 500_00 })
  const tea = await shop.stocked({ name: 'Kikombe', onHand: 500_00 })
  for (let n = 1; n <= 10; n += 1) {
    await shop.sell([
      { item: goods, quantity: n * 100 },
      { item: tea, quantity: 100 },
    ])
  }
  await shop.settled()
  await shop.ok('invoice.credit', { id: 3, reason: '01' })
  await shop.ok('settings.save', { deadlineHours: 12 })
  const body = { method: '01', amount: 116_00, reference: 'M-PESA QWERTY' }
  await shop.sell([{ item: goods, quantity: 100 }], { tenders: [body] })
  await shop.settled()
}

const shop = shared(async (cleanUp) => {
  const started = await startShop({ cleanUp })
  await workMorning(started)
  return started
})

/** A copy in which everything can be changed. */
const openCopy = (): Database & { done(): void } => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'till.db')
  const source = join(shop().dataDir, 'apps', shop().appId, 'till.db')
  copyFileSync(source, file)
  copyFileSync(`${source}-wal`, `${file}-wal`)
  const db = openDb(file)
  db.raw.pragma('foreign_keys = off')
  db.raw.pragma('ignore_check_constraints = on')
  const triggers = db.raw
    .prepare("select name from sqlite_master where type = 'trigger'")
    .pluck()
    .all() as string[]
  for (const name of triggers) db.raw.exec(`drop trigger ${name}`)
  return Object.assign(db, {
    done: () => {
      db.close()
      folder.remove()
    },
  })
}

/** Returns the audit finding for a change, which is then rolled back; null if the database rejects the change. */
const after = (db: Database, change: () => void): string | null => {
  db.raw.exec('begin')
  try {
    change()
    return saysOf(db)
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_CONSTRAINT')) return null
    throw error
  } finally {
    db.raw.exec('rollback')
  }
}

/** Every other value that one flipped bit of each byte makes. */
const flips = (value: string | number | null): (Buffer | number)[] => {
  if (value === null) return [0]
  if (typeof value !== 'string') return [0, 7, 20].map((bit) => Number(value) ^ (1 << bit))
  const bytes = Buffer.from(value)
  if (bytes.length === 0) return [Buffer.from('x')]
  return [...bytes.keys()].map((place) => {
    const flipped = Buffer.from(bytes)
    flipped[place] = (flipped[place] ?? 0) ^ 0x04
    return flipped
  })
}

it('is whole after an ordinary morning, and says so of a backup too', async () => {
  const db = openCopy()
  expect(saysOf(db)).toBe('whole')
  const { records } = verify(db, { appId: shop().appId, environment: 'sandbox' })
  const kinds = db.raw.prepare('select distinct kind from audit').pluck().all()
  expect(kinds).toEqual(
    expect.arrayContaining(['begun', 'device', 'stockRecord', 'sale', 'signed', 'creditNote', 'settings']),
  )
  expect(verify(db, { appId: 'another', environment: 'sandbox' }).broken?.fault).toBe('notOurs')
  expect(records).toBeGreaterThan(40)
  db.done()
  const { name } = await shop().ok('backup.make')
  const copy = openDb(join(shop().dataDir, 'backups', shop().appId, name))
  expect(saysOf(copy)).toBe('whole')
  copy.close()
})

it.each(covered)('finds every changed byte of %s', (table) => {
  const db = openCopy()
  const columns = (db.raw.pragma(`table_info(${table})`) as { name: string; type: string }[]).filter(
    ({ name }) => !mutable.includes(name),
  )
  const keys =
    table === 'invoice_line' || table === 'invoice_tender' ? ['invoice_id', 'position'] : [columns[0]?.name]
  const where = keys.map((key) => `${key} = ?`).join(' and ')
  const rows = db.raw.prepare(`select * from ${table}`).all() as Record<string, string | number | null>[]
  expect(rows.length).toBeGreaterThan(0)
  let flipped = 0
  for (const row of rows) {
    for (const { name, type } of columns) {
      for (const value of flips(row[name] ?? null)) {
        const given = type === 'TEXT' ? 'cast(? as text)' : '?'
        const said = after(db, () => {
          db.raw
            .prepare(`update ${table} set ${name} = ${given} where ${where}`)
            .run(value, ...keys.map((key) => row[key ?? '']))
        })
        if (said === null) continue
        flipped += 1
        expect(said, `${table}.${name} ${row[name]} → ${value}`).not.toBe('whole')
      }
    }
  }
  expect(flipped).toBeGreaterThan(rows.length * 3)
  db.done()
})

it('names what was changed', () => {
  const db = openCopy()
  const run = (sql: string) => after(db, () => db.raw.exec(sql))
  const seqOf = (kind: string, number: string) =>
    db.raw.prepare('select seq from audit where kind = ? and subject = ?').pluck().get(kind, number)
  const last = db.raw.prepare('select max(seq) from audit').pluck().get() as number
  const ofSale = `Of record ${seqOf('sale', 'T1-2')} (sale T1-2) the document itself`
  expect(run('update invoice set total = total - 1 where id = 2')).toBe(`${ofSale} was changed.`)
  expect(run("update invoice_line set name = 'Maji' where invoice_id = 2 and position = 1")).toBe(
    `${ofSale} was changed.`,
  )
  expect(run('delete from invoice_line where invoice_id = 2 and position = 2')).toBe(`${ofSale} was changed.`)
  expect(run('delete from invoice where id = 2')).toBe(`${ofSale} is missing.`)
  expect(run("update signature set signature = 'AAAAAAAAAAAAAAAA' where invoice_id = 2")).toBe(
    `Of record ${seqOf('signed', 'T1-2')} (signed T1-2) the signature itself was changed.`,
  )
  expect(run('delete from signature where invoice_id = 2')).toContain('the signature itself is missing')
  expect(run('delete from movement where stock_record_id = 4')).toContain(
    'the stock record itself was changed',
  )
  expect(run("update audit set who = 'Nobody' where seq = 7")).toMatch(/^Record 7 \(.+\) was changed\.$/)
  expect(run('delete from audit where seq = 7')).toBe('Record 7 is missing.')
  expect(run(`delete from audit where seq > ${last - 3}`)).toBe(
    `The trail was cut: rows from ${last - 2} on are missing.`,
  )
  expect(
    run(
      `update audit set seq = -1 where seq = 7; update audit set seq = 7 where seq = 8; update audit set seq = 8 where seq = -1`,
    ),
  ).toMatch(/^Record 7 /)
  expect(
    run(`insert into audit (at, kind, subject, row_id, who, content, hash)
      select at, kind, subject, row_id, who, content, hash from audit where seq = 7`),
  ).toMatch(new RegExp(`^Record ${last + 1} `))
  db.done()
})

it('finds what has no record, also where the end of the trail was taken off with care', () => {
  const db = openCopy()
  const run = (sql: string) => after(db, () => db.raw.exec(sql))
  const forget = "delete from sqlite_sequence where name = 'audit'"
  expect(
    run(`insert into invoice select 999, kind, 'T1-999', trader_number, source, superseded, original_id, reason, sold_at, day,
      author_id, author_name, buyer_pin, buyer_name, payment_method, total, taxable, tax, discount, tendered, change,
      line_count, tax_rates, 'other', body_hash, caller_body, null, null from invoice where id = 1`),
  ).toMatch(/^The document T1-999 is in no record up to \d+\.$/)
  expect(
    run(`${forget}; delete from audit where seq >= (select max(seq) from audit where kind = 'sale')`),
  ).toContain('is in no record up to')
  expect(
    run(
      'delete from signature where invoice_id = 12; insert into signature select 11, authority_number + 50, receipt_number, total_receipt_number, internal_data, signature, signed_at, scu_id, mrc_no, entered_by, stored_at from signature where invoice_id = 1 on conflict do nothing',
    ),
  ).not.toBe('whole')
  const { records, hash } = verify(db)
  const head = { seq: records, hash: hash.slice(0, 16) }
  expect(verify(db, { head }).broken).toBeNull()
  expect(verify(db, { head: { seq: records - 1, hash: hash.slice(0, 16) } }).broken?.fault).toBe(
    'headMissing',
  )
  expect(verify(db, { head: { ...head, seq: records + 1 } }).broken?.fault).toBe('cutAtEnd')
  db.done()
})
