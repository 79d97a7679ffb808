/** Two requests of one moment, where each would do no harm alone. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { claim } from '../../../core/hub/claims.ts'
import { readBackup } from '../../../core/hub/copies/backup.ts'
import { typedCode } from '../../../core/hub/copies/recoveryCode.ts'
import { branchSaleOf } from '../../../core/hub/documents.ts'
import { ingest } from '../../../core/hub/ingest.ts'
import { createScreenAccounts } from '../../../core/hub/screens/accounts.ts'
import { createSigners } from '../../../core/hub/signers.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { saleNamed } from '../../../db/hub/credits.ts'
import { activateDevice, delegate, keepDevice } from '../../../db/hub/devices.ts'
import { stampHub } from '../../../db/hub/door.ts'
import type { HubDb } from '../../../db/hub/postgres.ts'
import { asReport } from '../../../db/hub/roles.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { openFolder, ownPrograms } from '../../support/postgres.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'
import { memoryLog, memorySecrets, openTestTill, startHub, type TestHub } from './openDoor.ts'

const programs = ownPrograms()
const later = { timeout: 15_000 }

/** What is held reaches a place, and continues once it may. */
const createGate = () => {
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    reached: reached.promise,
    open: open.resolve,
    pass: async () => {
      reached.resolve()
      await open.promise
    },
  }
}

const openStolen = async (hub: TestHub) => {
  const stolen = await openTestTill({ branch: '00' })
  const code = hub.code()
  expect(await stolen.pair(hub, { code })).toBeNull()
  const end = async () =>
    expect(await hub.admin('revoke', { uid: stolen.link().origin, who: 'Brian' })).toMatchObject({
      status: 200,
    })
  return { stolen, code, end }
}
const amina = { uid: randomUUID(), name: 'Amina', role: 'owner' } as const
const shareOwner = ({ hub }: TestHub) => {
  const { uid, name, role } = amina
  const row = { uid, kind: 'person', scope: 1, versions: '{}', authors: '{}', active: true }
  return hub.db
    .insertInto('shared')
    .values({ ...row, body: JSON.stringify({ name, role }) } as never)
    .execute()
}

test('a password that a till sets while an owner ends it lets nobody in', async () => {
  const secrets = memorySecrets()
  const hub = await startHub(programs, { secrets })
  const { stolen, end } = await openStolen(hub)
  await shareOwner(hub)
  const gate = createGate()
  const { get } = secrets
  secrets.get = async (name) => {
    if (name === 'hub.screens') await gate.pass()
    return get(name)
  }
  const password = 'maziwa lala mkate'
  const body = { by: amina, name: amina.name, password }
  const setting = stolen.session().call({ method: 'POST', path: '/screens', body })
  await gate.reached
  await end()
  gate.open()
  expect(await setting).toMatchObject({ is: 'problem', detail: '403 revoked' })
  const signingIn = createScreenAccounts(hub.hub).signIn({ name: amina.name, password, address: '10.0.0.9' })
  await expect(signingIn).rejects.toThrow('The name or the password is wrong')
})

test('a till that an owner ends while it asks for a code gets none', async () => {
  const hub = await startHub(programs)
  const { stolen, end } = await openStolen(hub)
  await shareOwner(hub)
  const gate = createGate()
  const { db } = hub.hub
  const selectFrom = db.selectFrom.bind(db) as (table: string) => object
  const slowly = (query: object): object =>
    new Proxy(query, {
      get: (of, name) => {
        const value = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        if (name !== 'execute') return (...args: unknown[]) => slowly(value.apply(of, args))
        return async () => {
          const rows = await value.apply(of)
          await gate.pass()
          return rows
        }
      },
    })
  Object.assign(db, {
    selectFrom: (table: string) => (table === 'shared' ? slowly : Object)(selectFrom(table)),
  })
  const asking = stolen.session().call({ method: 'POST', path: '/code', body: { by: amina } })
  await gate.reached
  Object.assign(db, { selectFrom })
  await end()
  gate.open()
  expect(await asking).toMatchObject({ is: 'problem', detail: '403 revoked' })
  expect(hub.door.codes.shown()).toBeNull()
})

test('a till that was ended does not come in again by the code that let it in', async () => {
  const hub = await startHub(programs)
  const { stolen, code, end } = await openStolen(hub)
  await end()
  expect(await stolen.pair(hub, { code })).toBe('codeEnded')
})

test('an owner prints the recovery code that opens a backup of the same moment', async () => {
  const secrets = memorySecrets()
  const hub = await startHub(programs, { environment: 'sandbox', secrets })
  const folder = openFolder()
  onTestFinished(folder.remove)
  const gate = createGate()
  const { get, set } = secrets
  let looks = 0
  secrets.get = async (name) => {
    if (name === 'hub.recovery') looks += 1
    return get(name)
  }
  secrets.set = async (name, value) => {
    if (name === 'hub.recovery') await gate.pass()
    await set(name, value)
  }
  const printing = hub.admin('recovery', {})
  const copying = hub.hub.copies.make('manual', folder.path)
  await gate.reached
  // The other one looks now, or waits until the code is made.
  await vi.waitFor(() => expect(looks).toBe(2), 1_000).catch(() => undefined)
  gate.open()
  const { code } = (await printing).body as { code: string }
  for (const file of [await copying, await hub.hub.copies.make('manual', folder.path)])
    await readBackup({ file, code: typedCode(code) })
})

test('a signer that could not be opened is tried again, also if PostgreSQL is away at that moment', async () => {
  const { db, ...hub } = await openTestHubDb(programs)
  await stampHub(db, { id: randomUUID(), environment: 'sandbox', made_at: 1 })
  const till = await hub.addOrigin(await hub.addBranch())
  const unit = { environment: 'sandbox', authorityUrl: 'http://127.0.0.1:9', dialect: 'legacy' }
  const of = {
    taxpayerPin: 'P051000001K',
    branchId: '00',
    serial: 'KAU-1',
    tokenUrl: null,
    apigeeAppId: null,
  }
  const connection = JSON.stringify({ name: 'Shop', ...unit, ...of })
  await keepDevice(db, { branch: till.branch, app: randomUUID(), origin: till.id, connection, handed_at: 1 })
  await activateDevice(db, { branch: till.branch, origin: till.id, now: 1 })
  await delegate(db, till.uid, { since: 0, now: 1 })
  const folder = openFolder()
  onTestFinished(folder.remove)
  // A file is where the signer wants its folder.
  writeFileSync(join(folder.path, 'signers'), '')
  const log = memoryLog()
  let isAway = false
  const flaky = new Proxy(db, {
    get: (target, name) => {
      if (isAway && name === 'selectFrom')
        throw new Error('terminating connection due to administrator command')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as HubDb
  const ports = { ...nodePorts(folder.path, log), secrets: memorySecrets() }
  const signers = createSigners({ folder: folder.path, db: flaky, ports, told: () => undefined })
  onTestFinished(signers.close)
  const tries = () => log.lines.filter((line) => line.includes('could not be opened')).length
  await signers.look()
  expect(tries()).toBe(1)
  isAway = true
  await vi.waitFor(() => expect(log.lines.join()).toContain('could not look which branches'), later)
  isAway = false
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(1), later)
})

const noteOf = (
  of: { id: number; originalId: number; originalUid: string | null; total: number },
  method: string,
) => ({
  row: {
    ...{
      id: of.id,
      kind: 'creditNote',
      number: `N-${of.id}`,
      trader_number: null,
      source: 'till',
      superseded: 0,
    },
    ...{ original_id: of.originalId, original_uid: of.originalUid, reason: '06', sold_at: 1_790_000_000_500 },
    ...{
      day: '20260131',
      author_id: 'a',
      author_name: 'Ben',
      buyer_pin: null,
      buyer_name: null,
      shift_id: 1,
    },
    ...{ payment_method: method, total: of.total, taxable: of.total, tax: 0, discount: 0, change: 0 },
  },
  lines: [
    {
      ...{ invoice_id: of.id, position: 1, item_id: null, item_code: 'C1', name: 'Soap', quantity: 100 },
      ...{ unit_price: of.total, discount: 0, total: of.total, taxable: of.total, tax: 0, tax_type: 'B' },
    },
  ],
  tenders: [
    {
      ...{ invoice_id: of.id, position: 1, method, amount: of.total },
      ...{ reference: null, tender_id: null, tender_name: null },
    },
  ],
})

const openTwoTills = async () => {
  const hub = await openTestHubDb(programs)
  const branch = await hub.addBranch()
  const [one, two] = [await hub.addOrigin(branch), await hub.addOrigin(branch)]
  const send = async (to: typeof one, facts: object[]) =>
    expect(await ingest(hub, to, { protocol: 1, facts } as never)).toMatchObject({ status: 200 })
  /** Nobody gets past that table until `open` is called. */
  const lock = async (table: string, mode: string) => {
    const gate = createGate()
    const holding = hub
      .another()
      .transaction()
      .execute(async (tx) => {
        await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(tx)
        await gate.pass()
      })
    await gate.reached
    return { open: gate.open, holding }
  }
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(hub.db)
      expect(rows.length).toBeGreaterThanOrEqual(count)
    }, later)
  return { hub, branch, one, two, send, lock, waiting }
}

test('a payment at one till and a credit note at another till at once both count for the debt', async () => {
  const { hub, branch, one, two, send, lock, waiting } = await openTwoTills()
  const { db } = hub
  const customer = randomUUID()
  const uids = { items: {}, customers: { 1: customer } }
  const a = makeTrail('A')
  a.sell(makeGoods(1), { method: 'credit' })
  a.add({
    kind: 'soldOnCredit',
    rowId: 1,
    uids,
    rows: { row: { invoice_id: 1, customer_id: 1, credit: 116_00 } },
  })
  await send(one, a.facts)
  const uid = randomUUID()
  const claimed = {
    uid,
    branch,
    sale_origin: one.id,
    sale_id: 1,
    holder: two.id,
    who: 'Ben',
    at: 1,
    less_owed: 0,
  }
  await db
    .insertInto('credit')
    .values({ ...claimed, number: null, note_id: null, body: '{}', state: 'claimed' } as never)
    .execute()
  const paid = a.add({
    ...{ kind: 'accountPaid', rowId: 1, uids },
    rows: {
      row: { customer_id: 1, amount: 50_00, day: '20260131', method: 'cash' },
      parts: [{ invoice_id: 1, amount: 50_00 }],
    },
  })
  const b = makeTrail('B')
  const note = noteOf({ id: 1, originalId: -1, originalUid: `${one.uid}/1`, total: 30_00 }, 'credit')
  b.add({
    ...{ kind: 'creditNote', subject: 'N-1', rowId: 1, rows: note as never },
    uids: { items: {}, customers: {}, claim: uid } as never,
  })
  // The first request has summed, and stays open.
  const { open, holding } = await lock('fact', 'share')
  const first = send(one, [paid])
  await waiting(1)
  const second = send(two, b.facts)
  await waiting(2)
  open()
  await Promise.all([holding, first, second])
  expect(await db.selectFrom('account').select('owed').where('origin', '=', one.id).execute()).toEqual([
    { owed: 116_00 - 50_00 - 30_00 },
  ])
})

test('a till gets no claim while the credit note of the till that sold comes in', async () => {
  const { hub, branch, one, two, send, lock, waiting } = await openTwoTills()
  const { db } = hub
  const a = makeTrail('A')
  const sold = a.sell(makeGoods(1))
  Object.assign(sold.rows as object, { submissions: [{ payload: '{}' }] })
  await send(one, a.facts)
  const sale = { till: one.uid, id: 1 }
  // The second till has looked at the sale, and plans.
  const version = await asReport(
    db,
    branch,
    async (tx) => (await branchSaleOf(tx, branch, (await saleNamed(tx, branch, sale))!))!.version,
  )
  const lines = [{ position: 1, item: null, quantity: 100, total: 116_00, taxable: 100_00 }]
  const credit = { total: 116_00, tenders: [], lines }
  const asked = { what: 'credit' as const, who: 'Ben', sale, version, credit }
  const own = randomUUID()
  expect(await claim(hub, one, { ...asked, request: own }, 1)).toEqual({ outcome: 'granted' })
  const note = a.add({
    ...{ kind: 'creditNote', subject: 'N-2', rowId: 2 },
    rows: noteOf({ id: 2, originalId: 1, originalUid: null, total: 116_00 }, 'cash') as never,
    uids: { items: {}, customers: {}, claim: own } as never,
  })
  // It stands between its looks at the credit notes of the sale and at the claims.
  const { open, holding } = await lock('alias', 'access exclusive')
  const claiming = claim(hub, two, { ...asked, request: randomUUID() }, 2)
  await waiting(1)
  const coming = send(one, [note])
  await Promise.race([coming, waiting(2)])
  open()
  await Promise.all([holding, coming])
  expect(await claiming).toEqual({ outcome: 'changed' })
})
