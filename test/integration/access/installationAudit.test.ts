/** The audit trail of the installation: people, sign-ins, locks, keys, profiles and the switch for other software. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { runAuditCommand } from '../../../core/cli/auditCommand.ts'
import { switchable } from '../../../core/http/restSwitch.ts'
import { randomIds } from '../../../core/platform/nodePorts.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { workspaceMigrations } from '../../../db/workspace/migrations/index.ts'
import { ask, memoryLog, startTestServer } from '../../support/server.ts'
import { startShop, type Till, type TillOptions } from '../operations/shop.ts'

interface Row {
  seq: number
  kind: string
  subject: string
  who: string
  content: string
}

const rowsOf = (till: Till): Row[] => till.readWorkspace<Row>('select * from audit order by seq')
const contentOf = ({ content }: Row): Record<string, unknown> => JSON.parse(content)
const ownerPin = '471362'

/** A shop with its owner at window-1, and a cashier. */
const start = async (options: TillOptions = {}) => {
  const shop = await startShop(options)
  const cashier = await shop.ok('user.save', { name: 'Otieno', role: 'cashier', pin: '6284' })
  const { people } = await shop.ok('user.list')
  const owner = people.find(({ role }) => role === 'owner')!
  /** The rows that an act adds: kind, subject and person. */
  const added = async (act: () => Promise<unknown>): Promise<Row[]> => {
    const before = rowsOf(shop).length
    await act()
    return rowsOf(shop).slice(before)
  }
  return { shop, owner, cashier, added }
}

const reported = (rows: Row[]) => rows.map(({ kind, subject, who }) => [kind, subject, who])

test('each act has its row, with who did it, and no PIN and no key is in it', async () => {
  const rest = switchable({ log: memoryLog(), ids: randomIds })
  const { shop, owner, cashier, added } = await start({ rest })
  const other = shop.window('other')
  const save = { id: cashier.id, name: 'Otieno', role: 'cashier' as const }
  expect(reported(rowsOf(shop)).slice(1)).toEqual([
    ['profileMade', 'Mfano Traders', 'start'],
    ['keyMade', expect.stringMatching(/^[\w-]{4}$/), 'start'],
    ['personMade', 'Wanjiru', 'nobody'],
    ['signedIn', 'Wanjiru', owner.id],
    ['personMade', 'Otieno', owner.id],
  ])
  const unlock = () => other.ok('session.unlock', { userId: cashier.id, pin: '6284' })
  expect(reported(await added(unlock))).toEqual([['signedIn', 'Otieno', cashier.id]])
  expect(reported(await added(() => other.ok('session.lock')))).toEqual([['locked', 'Otieno', cashier.id]])
  expect(reported(await added(() => other.ok('session.lock')))).toEqual([])

  await unlock()
  const raised = await added(() =>
    shop.ok('user.save', { ...save, name: 'Otieno O.', role: 'manager', pin: '593826' }),
  )
  expect(reported(raised)).toEqual([
    ['personChanged', 'Otieno', owner.id],
    ['pinSet', 'Otieno', owner.id],
    ['locked', 'Otieno', 'Kaunta'],
  ])
  expect(contentOf(raised[0]!)).toEqual({
    id: cashier.id,
    name: ['Otieno', 'Otieno O.'],
    role: ['cashier', 'manager'],
  })
  expect(
    reported(await added(() => shop.ok('user.save', { ...save, name: 'Otieno O.', role: 'manager' }))),
  ).toEqual([])
  const dismiss = (active: boolean) => () =>
    shop.ok('user.save', { ...save, name: 'Otieno O.', role: 'manager', active })
  expect(reported(await added(dismiss(false)))).toEqual([['personDismissed', 'Otieno O.', owner.id]])
  expect(reported(await added(dismiss(true)))).toEqual([['personBack', 'Otieno O.', owner.id]])

  const made = await added(() => shop.ok('apiKey.mint', { name: 'Odoo' }))
  expect(reported(made)).toEqual([['keyMade', expect.any(String), owner.id]])
  expect(contentOf(made[0]!)).toMatchObject({ called: 'Odoo' })
  const adopt = () => shop.ok('apiKey.adopt', { key: 'pos_test_0123456789abcdefghijkl' })
  expect(reported(await added(adopt))).toEqual([['keyAdopted', 'ijkl', owner.id]])
  const revoke = () => shop.ok('apiKey.revoke', { id: String(contentOf(made[0]!)['id']) })
  expect(reported(await added(revoke))).toEqual([['keyRevoked', made[0]!.subject, owner.id]])
  expect(reported(await added(revoke))).toEqual([])

  let practice = ''
  const make = async () => {
    practice = (await shop.ok('profile.createPractice', { name: 'Practice' })).id
  }
  expect(reported(await added(make))).toEqual([['profileMade', 'Practice', owner.id]])
  const into = (id: string) => () => shop.ok('profile.switch', { id })
  expect(reported(await added(into(practice)))).toEqual([['profileSwitched', 'Practice', owner.id]])
  expect(reported(await added(into(practice)))).toEqual([])

  const turn = (on: boolean) => () => shop.ok('rest.set', { on, port: 18_484 })
  const [on] = await added(turn(true))
  expect(contentOf(on!)).toEqual({ on: true, port: 18_484 })
  expect(reported(await added(turn(false)))).toEqual([['restSwitched', '18484', owner.id]])

  const text = JSON.stringify(rowsOf(shop))
  for (const secret of ['pos_test_', shop.apiKey]) expect(text).not.toContain(secret)
  // Four figures of a PIN may be part of a hash.
  const values = text.split(/[^\w-]+/)
  for (const pin of [ownerPin, '6284', '593826']) expect(values).not.toContain(pin)
})

test('sessions over REST are written down, and how they end; a refresh is none', async () => {
  const { shop, cashier, owner, added } = await start()
  await using server = await startTestServer(shop.host())
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await ask(`${server.url}/api/v1/session${path}`, { method, body, headers })
    return answer.json()['data'] as { accessToken: string; refreshToken: string }
  }
  const signIn = () => send('POST', '', { user: 'Otieno', pin: '6284' })
  let session = { accessToken: '', refreshToken: '' }
  const opened = await added(async () => {
    session = await signIn()
    const { refreshToken } = session
    session = await send('POST', '/refresh', { refreshToken })
  })
  expect(reported(opened)).toEqual([['signedIn', 'Otieno', cashier.id]])
  expect(contentOf(opened[0]!)).toEqual({ id: cashier.id, door: 'rest' })
  const signOut = () => send('DELETE', '', undefined, { authorization: `Bearer ${session.accessToken}` })
  expect(reported(await added(signOut))).toEqual([['signedOut', 'Otieno', cashier.id]])

  const { refreshToken } = await signIn()
  await send('POST', '/refresh', { refreshToken })
  const twice = await added(() => send('POST', '/refresh', { refreshToken }))
  expect(twice.map(contentOf)).toEqual([{ id: cashier.id, door: 'rest', because: 'tokenReused' }])

  await signIn()
  const dismissed = { id: cashier.id, name: 'Otieno', role: 'cashier' as const, active: false }
  expect(reported(await added(() => shop.ok('user.save', dismissed)))).toEqual([
    ['personDismissed', 'Otieno', owner.id],
    ['signedOut', 'Otieno', owner.id],
  ])
})

test('wrong PINs are one row with a count, once the right one comes', async () => {
  const { shop, cashier, added } = await start()
  const other = shop.window('other')
  const rows = await added(async () => {
    for (let tries = 0; tries < 2; tries += 1)
      await other.fails('session.unlock', { userId: cashier.id, pin: '9999' })
    await other.ok('session.unlock', { userId: cashier.id, pin: '6284' })
  })
  expect(reported(rows)).toEqual([
    ['wrongPins', 'Otieno', 'nobody'],
    ['signedIn', 'Otieno', cashier.id],
  ])
  expect(contentOf(rows[0]!)).toMatchObject({ id: cashier.id, door: 'window', count: 2 })
})

test('both trails are shown in one list, newest first, page by page, with names', async () => {
  const { shop, cashier } = await start()
  const soap = await shop.stocked({ onHand: 10_00 })
  await shop.sell([{ item: soap, quantity: 100 }])
  await shop.settled()
  await shop.window('other').ok('session.unlock', { userId: cashier.id, pin: '6284' })
  const whole = await shop.ok('audit.list', { limit: 500 })
  expect(whole.nextCursor).toBeUndefined()
  expect(whole.entries[0]).toMatchObject({
    trail: 'installation',
    kind: 'signedIn',
    by: 'person',
    who: 'Otieno',
  })
  const find = (kind: string) => whole.entries.find((entry) => entry.kind === kind)
  expect(find('sale')).toMatchObject({
    trail: 'profile',
    subject: 'T1-1',
    by: 'person',
    who: 'Wanjiru',
    detail: {},
  })
  expect(find('personMade')).toMatchObject({ subject: 'Otieno', who: 'Wanjiru', detail: { role: 'cashier' } })
  expect(find('profileMade')).toMatchObject({ by: 'start', who: '' })
  const ids = whole.entries.map(({ trail, seq }) => `${trail} ${seq}`)
  expect(new Set(ids).size).toBe(ids.length)
  const count = (till: Till) =>
    till.read<{ n: number }>(
      shop.appId,
      "select count(*) as n from audit where kind not in ('signed', 'stockRecord')",
    )[0]!.n + rowsOf(till).length
  expect(ids).toHaveLength(count(shop))
  const times = whole.entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => b - a))

  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await shop.ok('audit.list', { limit: 3, ...(cursor ? { cursor } : {}) })
    paged.push(...page.entries.map(({ trail, seq }) => `${trail} ${seq}`))
    cursor = page.nextCursor
  } while (cursor)
  expect(paged).toEqual(ids)
  expect(await shop.fails('audit.list', { cursor: 'x' })).toMatchObject({ field: 'cursor' })
  expect(await shop.window('other').fails('audit.list')).toMatchObject({ reason: 'session.notAllowed' })
})

describe('a trail that was changed behind the till’s back', () => {
  const spoil = (till: Till, sql: string): void => {
    const db = new Sqlite(join(till.dataDir, 'workspace.db'))
    db.exec(`drop trigger audit_is_final; drop trigger audit_stays; ${sql}`)
    db.close()
  }
  const ownVerdict = (till: Till) =>
    runAuditCommand(till.dataDir, {}).find(({ file }) => file === join(till.dataDir, 'workspace.db'))!

  test.each([
    ["update audit set who = 'nobody' where seq = 5", 'rowChanged', 5],
    ["update audit set content = '{}' where seq = 3", 'rowChanged', 3],
    ['delete from audit where seq = 4', 'rowMissing', 4],
    ['delete from audit where seq > 5', 'cutAtEnd', 6],
    ['delete from audit', 'cutAtEnd', 1],
  ])('%s is found by the command and by the till', async (sql, fault, seq) => {
    const { shop } = await start()
    await shop.ok('apiKey.mint')
    expect(ownVerdict(shop)).toMatchObject({ broken: null, records: rowsOf(shop).length })
    spoil(shop, sql)
    expect(ownVerdict(shop).broken).toMatchObject({ fault, seq })
    await shop.ok('audit.check')
    await shop.waitFor(async () => {
      const { running, installation } = await shop.ok('audit.status')
      return !running && !installation.running && installation.last !== null
    })
    const { last, installation } = await shop.ok('audit.status')
    expect(last?.broken).toBeNull()
    expect(installation.last?.broken).toMatchObject({ fault, seq })
  })

  test('is refused by the database itself', async () => {
    const { shop } = await start()
    const db = new Sqlite(join(shop.dataDir, 'workspace.db'))
    expect(() => db.exec("update audit set who = 'x' where seq = 2")).toThrow('never changes')
    expect(() => db.exec('delete from audit where seq = 2')).toThrow('never shortened')
    db.close()
  })
})

test('an installation of before gets its trail, which begins with the people that were there', async () => {
  const { shop, owner, cashier } = await start()
  const file = join(shop.dataDir, 'before.db')
  const { '0001_initial': initial, '0002_corrections': corrections } = workspaceMigrations
  const before = openDb(file)
  await migrate(before, { '0001_initial': initial, '0002_corrections': corrections })
  before.raw.exec(`attach '${join(shop.dataDir, 'workspace.db')}' as now;
    insert into user (id, name, role, pin_hash, demo, active, failed_attempts, created_at)
      select id, name, role, pin_hash, demo, active, 3 * (name = 'Otieno'), created_at from now.user;
    insert into app select * from now.app;
    insert into api_key select id, app_id, hash, last_four, created_at, created_by, last_used_on, revoked_at,
      revoked_by from now.api_key;
    insert into setting select * from now.setting where name <> 'audit.finding';
    insert into pin_try (who, left_ms) values ('${cashier.id}', 800000);`)
  before.close()
  await shop.host().close()
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(shop.dataDir, `workspace.db${ending}`), { force: true })
  rmSync(join(shop.dataDir, 'backups', 'workspace'), { recursive: true, force: true })
  const moved = openDb(file)
  await moved.backup(join(shop.dataDir, 'workspace.db'))
  moved.close()
  expect(runAuditCommand(shop.dataDir, {}).map((verdict) => verdict.file)).not.toContain(
    join(shop.dataDir, 'workspace.db'),
  )
  await shop.restart()
  const state = await shop.window('later').ok('workspace.state')
  expect(state.people.map(({ name, triesLeft }) => [name, triesLeft?.tries])).toEqual([
    ['Wanjiru', undefined],
    ['Otieno', 1],
  ])
  const after = new Sqlite(join(shop.dataDir, 'workspace.db'), { readonly: true })
  const [begun] = after.prepare('select * from audit').all() as Row[]
  expect(begun).toMatchObject({ kind: 'begun', who: 'Kaunta' })
  expect(contentOf(begun!)['people']).toMatchObject([{ id: owner.id }, { id: cashier.id, role: 'cashier' }])
  // A shop that was there before locks no window by itself until it says so.
  expect(after.prepare("select value from setting where name = 'lockAfterMinutes'").get()).toEqual({
    value: '0',
  })
  after.close()
  await shop.window('later').ok('session.unlock', { userId: owner.id, pin: ownerPin })
  const verdicts = runAuditCommand(shop.dataDir, {})
  expect(verdicts.map(({ broken }) => broken)).toEqual([null, null])
})
