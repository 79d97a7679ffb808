/** Keys of other software: what each opens, how it ends, and what is kept of it. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeys } from '../../../core/access/apiKeys.ts'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { randomIds } from '../../../core/platform/nodePorts.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { apiKeyById, insertApiKey } from '../../../db/workspace/apiKeys.ts'
import { workspaceMigrations } from '../../../db/workspace/migrations/index.ts'
import { insertProfile } from '../../../db/workspace/queries.ts'
import { movableClock } from '../../support/clock.ts'
import { connectionTo, startAuthority } from '../operations/shop.ts'
import { startSoftware } from './software.ts'

const keyed = (key: string) => ({ 'x-api-key': key })

test('a key is made at the window, shown once, listed by its end, and revoked permanently', async () => {
  const shop = await startSoftware()
  const { key, apiKey } = await shop.ok('apiKey.mint')
  expect(key).toMatch(/^svc_test_[\w-]{43}$/)
  expect(apiKey).toMatchObject({ lastFour: key.slice(-4), lastUsedOn: null, revokedAt: null })
  expect((await shop.send('GET', '/items', undefined, keyed(key))).resultCd).toBe('000')
  const listed = (await shop.ok('apiKey.list')).keys
  expect(listed).toHaveLength(2)
  expect(listed[0]).toEqual({ ...apiKey, lastUsedOn: toWireDate(Date.now()) })
  expect(JSON.stringify(listed)).not.toContain(key.slice(0, -4))

  expect((await shop.ok('apiKey.revoke', { id: apiKey.id })).revokedAt).toEqual(expect.any(Number))
  const refused = await shop.send('GET', '/items', undefined, keyed(key))
  expect(refused).toMatchObject({ status: 401, resultCd: '001' })
  expect((await shop.send('GET', '/items')).resultCd).toBe('000')

  const { user } = (await shop.ok('workspace.state')).session!
  expect(shop.readWorkspace('select created_by, revoked_by from api_key order by created_at desc')).toEqual([
    { created_by: user.id, revoked_by: user.id },
    { created_by: 'start', revoked_by: null },
  ])
  expect(await shop.fails('apiKey.revoke', { id: 'nobody' })).toMatchObject({ code: '003', field: 'id' })
})

test('a key opens its own app and no other, whatever else the request says', async () => {
  const shop = await startSoftware()
  const production = await startAuthority()
  const live = connectionTo(production, { name: 'Live', environment: 'production' })
  const { id, apiKey } = await shop.host().createProfile({ kind: 'device', connection: live })
  expect(apiKey).toMatch(/^svc_live_/)
  const liveHeaders = keyed(apiKey)
  expect((await shop.send('POST', '/initialize', {}, liveHeaders)).resultCd).toBe('000')
  const soap = { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' }
  expect((await shop.send('POST', '/items/goods', soap, liveHeaders)).resultCd).toBe('000')
  expect(shop.read(id, 'select code from item')).toEqual([{ code: 'SOAP' }])
  expect(shop.read(shop.appId, 'select code from item')).toEqual([])
  expect((await production.ledger()).sales).toEqual([])

  // Only its own profile shows, makes and revokes a key.
  const [liveKey] = shop.readWorkspace<{ id: string }>(`select id from api_key where app_id = '${id}'`)
  expect((await shop.ok('apiKey.list')).keys).toHaveLength(1)
  expect(await shop.fails('apiKey.revoke', { id: liveKey!.id })).toMatchObject({ reason: 'apiKey.unknown' })
  await shop.ok('profile.switch', { id })
  expect((await shop.ok('apiKey.mint')).key).toMatch(/^svc_live_/)
  await shop.ok('apiKey.revoke', { id: liveKey!.id })
  expect((await shop.send('GET', '/items', undefined, liveHeaders)).resultCd).toBe('001')
})

test('a key of an earlier prefix is taken in, and then works like any other', async () => {
  const shop = await startSoftware()
  const old = 'pos_test_0123456789abcdefghij'
  expect((await shop.send('GET', '/items', undefined, keyed(old))).resultCd).toBe('001')
  const adopted = await shop.ok('apiKey.adopt', { key: ` ${old} ` })
  expect(adopted).toMatchObject({ lastFour: 'ghij', revokedAt: null })
  expect((await shop.send('GET', '/items', undefined, keyed(old))).resultCd).toBe('000')
  expect(await shop.fails('apiKey.adopt', { key: old })).toMatchObject({ reason: 'apiKey.known' })
  await shop.ok('apiKey.revoke', { id: adopted.id })
  expect((await shop.send('GET', '/items', undefined, keyed(old))).resultCd).toBe('001')
  expect(await shop.fails('apiKey.adopt', { key: old })).toMatchObject({ reason: 'apiKey.revoked' })
  expect(await shop.fails('apiKey.adopt', { key: `svc_live_${'x'.repeat(32)}` })).toMatchObject({
    reason: 'apiKey.otherEnvironment',
  })
  for (const key of ['short', 'with a space in its middle ..', `nul\0${'x'.repeat(30)}`]) {
    const { code, field, message } = await shop.fails('apiKey.adopt', { key })
    expect([code, field]).toEqual(['003', 'key'])
    expect(message).not.toContain(key)
  }
})

test('a key beside the name of another app is a mix-up, and one beside an empty credential is a key', async () => {
  const { send, apiKey, appId } = await startSoftware()
  const asked = (headers: Record<string, string>) =>
    send('GET', '/items', undefined, { ...keyed(apiKey), ...headers })
  expect((await asked({ 'x-service-app-id': appId })).resultCd).toBe('000')
  expect(await asked({ 'x-service-app-id': '00000000-0000-4000-8000-000000000000' })).toMatchObject({
    status: 400,
    resultCd: '003',
    resultMsg: expect.stringContaining('X-Service-App-Id'),
    body: { reason: 'credential.otherApp', field: 'X-Service-App-Id' },
  })
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz'])
    expect((await asked({ authorization })).resultCd, authorization).toBe('000')
  expect(await asked({ authorization: 'Bearer a.b.c' })).toMatchObject({
    resultCd: '003',
    body: { reason: 'credential.two' },
  })
})

describe('verification', () => {
  const profile = { id: 'app', environment: 'sandbox' as const }
  const openKeys = async () => {
    const { clock, move } = movableClock()
    const db = openDb(':memory:')
    await migrate(db, workspaceMigrations)
    insertProfile(db, {
      ...profile,
      name: 'Sandbox',
      practice: 1,
      authority_url: '',
      dialect: 'legacy',
      taxpayer_pin: '',
      branch_id: '00',
      device_serial: '',
      token_url: null,
      apigee_app_id: null,
      created_at: 0,
    })
    const open = () => createKeys({ db, clock, ids: randomIds })
    return { db, move, open, keys: open() }
  }

  test('distinguishes keys whose hashes begin alike', async () => {
    const { db, keys, open } = await openKeys()
    const wrong = 'a-key-that-nobody-has-been-given'
    const hash = createHash('sha256').update(wrong).digest('hex')
    const twin = hash.slice(0, 63) + (hash.endsWith('0') ? '1' : '0')
    const row = { id: 'twin', app_id: profile.id, last_four: 'twin', created_at: 0, created_by: 'start' }
    insertApiKey(db, { ...row, hash: twin })
    expect(keys.verify(wrong)).toBeNull()
    insertApiKey(db, { ...row, id: 'own', hash })
    expect(open().verify(wrong)).toEqual({ appId: profile.id, keyId: 'own', lastFour: 'twin', keyName: null })
  })

  test('compares digests of one length, whatever is sent', async () => {
    const { db, keys } = await openKeys()
    const { key, row } = keys.mint(profile, { by: 'start' })
    expect(row.hash).toMatch(/^[0-9a-f]{64}$/)
    // A comparison in constant time throws for two lengths.
    for (const wrong of [
      '',
      'x',
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      'é'.repeat(40),
      'x'.repeat(100_000),
    ])
      expect(keys.verify(wrong)).toBeNull()
    expect(keys.verify(key)).toEqual({
      appId: profile.id,
      keyId: row.id,
      lastFour: key.slice(-4),
      keyName: null,
    })
    expect(() =>
      db.raw.exec(
        "insert into api_key select 'short', app_id, 'ab', last_four, 0, 'start', null, null, null, null from api_key",
      ),
    ).toThrow(/CHECK/)
  })

  test('opens its app on a disk that cannot be written, and tries to write once a day', async () => {
    const { db, move, open } = await openKeys()
    const { key, row } = open().mint(profile, { by: 'start' })
    db.raw.pragma('query_only = on')
    const keys = open()
    for (let times = 0; times < 3; times += 1) expect(keys.verify(key)).toMatchObject({ keyId: row.id })
    db.raw.pragma('query_only = off')
    keys.verify(key)
    expect(apiKeyById(db, row.id)?.last_used_on).toBeNull()
    move(24 * 3_600_000)
    keys.verify(key)
    expect(apiKeyById(db, row.id)?.last_used_on).not.toBeNull()
  })

  test('writes down the day of use once a day, and a wrong key writes nothing', async () => {
    const { db, keys, move } = await openKeys()
    const { key, row } = keys.mint(profile, { by: 'start' })
    const changes = () => db.raw.prepare('select total_changes() as n').get() as { n: number }
    keys.verify(key)
    const before = changes()
    keys.verify(key)
    keys.verify(`${key}x`)
    expect(changes()).toEqual(before)
    move(86_400_000)
    keys.verify(key)
    expect(keys.list(profile.id)).toMatchObject([
      { id: row.id, last_used_on: toWireDate(Date.now() + 86_400_000) },
    ])
  })

  test('what a key opens is fixed in the database itself', async () => {
    const { db, keys } = await openKeys()
    const { row } = keys.mint(profile, { by: 'start' })
    expect(() => db.raw.exec("update api_key set app_id = 'other'")).toThrow(/never changes/)
    keys.revoke(profile.id, row.id, 'owner')
    expect(() => db.raw.exec('update api_key set revoked_at = null, revoked_by = null')).toThrow(/revoked/)
    expect(keys.revoke(profile.id, row.id, 'somebody else')?.revoked_by).toBe('owner')
  })
})
