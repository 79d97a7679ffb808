/** The command `audit`, and the check that a running till makes of itself. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createAudit, profileTrail } from '../../../core/audit/dailyCheck.ts'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import { readAuditFlags } from '../../../core/cli/auditCommand.ts'
import { FlagsError } from '../../../core/cli/gatewayFlags.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { beginAudit } from '../../../db/profile/audit.ts'
import { insertInvoice } from '../../../db/profile/invoices.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { storedSignature, storeSignature } from '../../../db/profile/signatures.ts'
import { cpuMs, slowness } from '../../support/loopWatch.ts'
import { repository } from '../../support/process.ts'
import { memoryLog } from '../../support/server.ts'
import { bundleOf } from '../../support/tillBundle.ts'
import { type Shop, startShop } from '../operations/shop.ts'

/** As from a shell: what it prints, what it complains of and how it ends. */
const run = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [
    repository(bundleOf('core/cli/audit.ts')),
    ...args,
  ]).then(
    (done) => ({ code: 0, ...done }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  )
  return { code, out: stdout.trim(), err: stderr.trim() }
}

const openShop = async (): Promise<Shop> => {
  const shop = await startShop()
  const tea = await shop.stocked({ onHand: 100_00 })
  for (let n = 0; n < 5; n += 1) await shop.sell([{ item: tea, quantity: 100 }])
  await shop.settled()
  return shop
}

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('reads a running till, a backup and a copy, and names where a copy was changed', async () => {
  const shop = await openShop()
  const { head, installation } = await shop.ok('audit.status')
  const own = `${installation.head?.seq} records, whole; head ${installation.head?.seq}-${installation.head?.hash}`
  const file = join(shop.dataDir, 'apps', shop.appId, 'till.db')
  const whole = `${head?.seq} records, whole; head ${head?.seq}-${head?.hash}`
  expect(await run('--data', shop.dataDir)).toEqual({
    code: 0,
    out: `${join(shop.dataDir, 'workspace.db')}: ${own}\n${file}: ${whole}`,
    err: '',
  })
  const { name } = await shop.ok('backup.make')
  const backup = join(shop.dataDir, 'backups', shop.appId, name)
  const bytes = readFileSync(backup)
  const printed = `${head?.seq}-${head?.hash.slice(0, 16)}`
  expect(await run('--file', backup, '--head', printed)).toEqual({
    code: 0,
    out: `${backup}: ${whole}`,
    err: '',
  })
  expect(readFileSync(backup).equals(bytes)).toBe(true)

  expect(await run('--file', backup, '--head', `${head?.seq}-0123456789abcdef`)).toEqual({
    code: 1,
    out: `${backup}: Record ${head?.seq} is not the one that was reached before.`,
    err: '',
  })

  const folder = emptyFolder()
  cpSync(shop.dataDir, folder, { recursive: true })
  const copy = join(folder, 'apps', shop.appId, 'till.db')
  const raw = new Sqlite(copy)
  raw.exec('drop trigger invoice_is_final; update invoice set total = total - 100 where id = 4')
  raw.close()
  expect(await run('--data', folder, '--app', shop.appId)).toEqual({
    code: 1,
    out: expect.stringMatching(/Of record \d+ \(sale T1-4\) the document itself was changed\.$/),
    err: '',
  })
})

it('says what it needs when it cannot begin', async () => {
  expect(await run('--data', '/nowhere')).toEqual({
    code: 1,
    out: '',
    err: 'kaunta: There is no shop in /nowhere; name its folder with --data',
  })
  expect(await run('--file', '/nowhere')).toMatchObject({ code: 1, err: 'kaunta: There is no file /nowhere' })
  expect((await run('--file', 'a', '--data', 'b')).code).toBe(2)
  expect(() => readAuditFlags(['--head', '12'])).toThrow(FlagsError)
  expect(() => readAuditFlags(['--head', '12-0123456789abcdef'])).toThrow('--head: also give --app or --file')
  expect(readAuditFlags(['--app', 'x', '--head', '12-0123456789abcdef'])).toEqual({
    app: 'x',
    head: { seq: 12, hash: '0123456789abcdef' },
  })
})

it('is checked when a manager asks, and the finding is kept and shown', async () => {
  const shop = await openShop()
  const finding = async () => {
    await shop.ok('audit.check')
    await shop.waitFor(async () => {
      const { running, last } = await shop.ok('audit.status')
      return !running && last !== null
    })
    return (await shop.ok('audit.status')).last
  }
  const { head } = await shop.ok('audit.status')
  expect(await finding()).toMatchObject({ records: head?.seq, hash: head?.hash, broken: null })
  const raw = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  raw.exec(
    "drop trigger signature_is_final; update signature set signature = 'AAAAAAAAAAAAAAAA' where invoice_id = 2",
  )
  raw.close()
  await shop.ok('audit.check')
  await shop.waitFor(async () => (await shop.ok('audit.status')).last?.broken !== null)
  expect((await shop.ok('audit.status')).last?.broken).toMatchObject({
    fault: 'signatureChanged',
    kind: 'signed',
    subject: 'T1-2',
  })
  await shop.restart()
  expect((await shop.call('audit.status')).ok).toBe(false)
  await shop.ok('session.unlock', {
    userId: (await shop.ok('workspace.state')).people[0]?.id ?? '',
    pin: '471362',
  })
  expect((await shop.ok('audit.status')).last?.broken?.fault).toBe('signatureChanged')
})

const owner = { appId: 'a', environment: 'sandbox', taxpayerPin: 'P051000001K', branchId: '00' }

/** A database with so many sales of so many lines, and a clock that a test moves. */
const bigShop = async (sales: number, lines: number) => {
  const folder = emptyFolder()
  const db = openDb(join(folder, 'till.db'))
  onTestFinished(() => db.close())
  await migrate(db, profileMigrations)
  beginAudit(db, { ...owner, at: 1 })
  const line = {
    item_id: null,
    item_code: 'I',
    name: 'Sukari',
    item_class: '1',
    item_type: '2',
    barcode: null,
  }
  const amounts = { quantity: 100, unit_price: 100, discount: 0, total: 100, taxable: 100, tax: 0 }
  db.transaction(() => {
    for (let n = 1; n <= sales; n += 1) {
      insertInvoice(
        db,
        {
          ...{
            kind: 'sale',
            number: `T1-${n}`,
            trader_number: null,
            source: 'till',
            original_id: null,
            shift_id: null,
          },
          ...{ reason: null, sold_at: n, day: '20261120', author_id: 'u', author_name: 'Amina' },
          ...{
            buyer_pin: null,
            buyer_name: null,
            payment_method: '01',
            total: 100 * lines,
            taxable: 100 * lines,
          },
          ...{ tax: 0, discount: 0, tendered: 100 * lines, change: 0, line_count: lines, tax_rates: '{}' },
          ...{ request_id: `r${n}`, body_hash: null, caller_body: null },
        },
        {
          lines: Array.from({ length: lines }, () => ({
            ...line,
            ...amounts,
            ...{ package_unit: 'NT', quantity_unit: 'U', tax_type: 'A' as const },
          })),
          who: 'Amina',
        },
      )
    }
  })
  return db
}

/** The authority has the document and returned no signature. */
const unsigned = {
  ...{ invoice_id: 7, authority_number: 7, receipt_number: null, total_receipt_number: null },
  ...{ internal_data: null, signature: null, signed_at: null, scu_id: 'S', mrc_no: 'M', entered_by: null },
  stored_at: 5,
}

it('continues slice by slice, each short, while the till sells', async () => {
  const db = await bigShop(400, 20)
  let due: (() => void) | undefined
  let turns = 0
  let longest = 0
  const audit = createAudit({
    db,
    trail: profileTrail(db, owner),
    clock: {
      ...systemClock,
      now: () => 1,
      monotonic: () => performance.now(),
      after: (_, happen) => {
        due = happen
        return () => undefined
      },
    },
    log: memoryLog(),
    changed: () => undefined,
  })
  audit.start()
  due?.()
  while (audit.state().running) {
    const begun = cpuMs()
    due?.()
    longest = Math.max(longest, cpuMs() - begun)
    turns += 1
    // Rows written meanwhile are read too.
    if (turns === 1) storeSignature(db, unsigned)
  }
  expect(turns).toBeGreaterThan(1)
  expect(longest / slowness()).toBeLessThan(60)
  expect(audit.state().last).toMatchObject({ records: 402, broken: null })
  audit.stop()
})
it('follows a signature that could not be had and was entered by hand', async () => {
  const db = await bigShop(8, 1)
  storeSignature(db, unsigned)
  const entered = { ...unsigned, signature: 'ABCDEFGHIJKLMNOP', entered_by: 'Wanjiru', stored_at: 6 }
  storeSignature(db, entered)
  storeSignature(db, { ...entered, signature: 'PPPPPPPPPPPPPPPP', entered_by: 'Another' })
  const rows = db.raw
    .prepare("select kind, subject, who, content from audit where row_id = 7 and kind <> 'sale'")
    .all()
  expect(rows).toEqual([
    { kind: 'unsigned', subject: 'T1-7', who: 'Authority', content: expect.any(String) },
    { kind: 'signatureEntered', subject: 'T1-7', who: 'Wanjiru', content: storedSignature(db, 7) },
  ])
  const check = () => createAuditCheck().advance(db, () => false)?.broken?.fault ?? null
  expect(check()).toBeNull()
  db.raw.exec('drop trigger signature_is_final; update signature set signature = null')
  expect(check()).toBe('signatureChanged')
})
