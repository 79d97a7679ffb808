/** The hub's screens in a browser: who gets in, and what nobody gets. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { contentSecurityPolicy, readPages } from '../../../core/http/pages.ts'
import { sessionMs } from '../../../core/hub/screens/accounts.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { bothPrograms, openFolder } from '../../support/postgres.ts'
import { repository } from '../../support/process.ts'
import { fillBranch } from './branchRows.ts'
import { openTestTill, startHub, type TestHub, type TestTill } from './openDoor.ts'

const programs = bothPrograms()[1]!
const password = 'maziwa lala mkate'
const amina = { uid: randomUUID(), name: 'Amina Otieno', role: 'owner' } as const

/** Built screens, with files that are none of the hub's. */
const somePages = () => {
  const folder = openFolder()
  onTestFinished(folder.remove)
  mkdirSync(join(folder.path, 'assets'))
  for (const name of ['hub.html', 'index.html', 'display.html', 'icon.svg', 'assets/hub-1.js'])
    writeFileSync(join(folder.path, name), `<p>${name}</p>`)
  return readPages(folder.path)
}

interface Asked {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** As it is; no JSON. */
  raw?: string
}
const send = (hub: TestHub, path: string, { method = 'GET', body, headers = {}, raw }: Asked = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: what the hub answers is looked at
  new Promise<{ status: number; headers: Record<string, unknown>; text: string; body: any }>(
    (resolve, reject) => {
      const text = raw ?? (body === undefined ? '' : JSON.stringify(body))
      const request = ask(
        {
          host: '127.0.0.1',
          port: hub.door.port,
          path,
          method,
          rejectUnauthorized: false,
          headers: {
            ...(text === '' ? {} : { 'content-type': 'application/json' }),
            ...(method === 'GET' ? {} : { origin: `https://127.0.0.1:${hub.door.port}` }),
            ...headers,
          },
        },
        (answer) => {
          let said = ''
          answer.setEncoding('utf8').on('data', (part) => {
            said += part
          })
          answer.on('end', () => {
            const json = /json/.test(String(answer.headers['content-type'])) ? JSON.parse(said) : null
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: said, body: json })
          })
        },
      )
      request.on('error', reject).end(text)
    },
  )
const signIn = (
  hub: TestHub,
  how: Partial<{ name: string; password: string; headers: Asked['headers'] }> = {},
) =>
  send(hub, '/screens/session', {
    method: 'POST',
    body: { name: how.name ?? amina.name, password: how.password ?? password },
    headers: how.headers ?? {},
  })
const cookieIn = ({ headers }: { headers: Record<string, unknown> }): string =>
  String((headers['set-cookie'] as string[])[0]).split(';')[0]!
const call = (hub: TestHub, cookie: string, name: string, input: unknown = {}, more: object = {}) =>
  send(hub, '/bridge/call', {
    method: 'POST',
    body: { name, input, appId: '00', ...more },
    headers: { cookie },
  })

const share = (hub: TestHub, person: { uid: string; name: string; role: string }, isActive = true) =>
  hub.hub.db
    .insertInto('shared')
    .values({
      ...{ uid: person.uid, kind: 'person', scope: 1, versions: '{}', authors: '{}', active: isActive },
      body: JSON.stringify({ name: person.name, role: person.role }),
    } as never)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ active: isActive }))
    .execute()
const setPassword = (till: TestTill, more: object = {}, by: object = amina) =>
  till.session().call({
    method: 'POST',
    path: '/screens',
    body: { by, name: amina.name, password, ...more },
  })
const openHubWithOwner = async (wishes: Parameters<typeof startHub>[1] = {}) => {
  const hub = await startHub(programs, { pages: somePages(), ...wishes })
  const till = await openTestTill({ branch: '00' })
  await till.pair(hub)
  await share(hub, amina)
  expect(await setPassword(till)).toMatchObject({ status: 200 })
  return { hub, till }
}

test('an owner signs in, looks at the tills, and ends one; the hub keeps the name', async () => {
  const { hub } = await openHubWithOwner()
  const other = await openTestTill({ branch: '00', name: 'T2' })
  await other.pair(hub)
  const entered = await signIn(hub, { name: ' amina OTIENO ' })
  expect(entered).toMatchObject({ status: 200, body: { name: amina.name, branches: ['00'] } })
  expect(String(entered.headers['set-cookie'])).toMatch(
    /^__Host-kaunta-\d+=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/,
  )
  const cookie = cookieIn(entered)
  expect(await send(hub, '/screens/session', { headers: { cookie } })).toMatchObject({
    status: 200,
    body: { name: amina.name },
  })
  const { body } = await call(hub, cookie, 'hub.tills')
  expect(body.data.tills.map(({ name }: { name: string }) => name)).toEqual(['T1', 'T2'])
  const ended = await call(hub, cookie, 'hub.revoke', { uid: other.link().origin })
  expect(ended.body.data.tills[1]).toMatchObject({
    state: 'revoked',
    revokedBy: { who: amina.name, till: null },
  })
  const { uid } = body.data.tills[0]
  expect((await call(hub, cookie, 'hub.nameDeputy', { uid })).body.data.tills[0]).toMatchObject({
    deputy: { heldAt: null },
  })
  const code = (await call(hub, cookie, 'hub.code')).body.data
  expect(code).toMatchObject({ code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) })
  const third = await openTestTill({ branch: '00', name: 'T3' })
  expect(await third.pair(hub, { code: code.code.replaceAll('-', '') })).toBe(null)
  const { tills } = (await call(hub, cookie, 'hub.tills')).body.data
  expect(tills.find(({ name }: { name: string }) => name === 'T3').letInBy).toEqual({
    who: amina.name,
    till: null,
  })
  expect((await call(hub, cookie, 'hub.report', { day: '20260102' })).body).toMatchObject({ ok: true })
  expect((await call(hub, cookie, 'hub.bestSellers', { day: '20260102' })).body).toEqual({
    ok: true,
    data: { goods: [] },
  })
  expect((await call(hub, cookie, 'hub.offers')).body).toEqual({
    ok: true,
    data: { offers: [], twins: [], letters: [] },
  })
})

test('a hub that another computer replaced lets nobody in, and changes nothing', async () => {
  const { hub, till } = await openHubWithOwner()
  const cookie = cookieIn(await signIn(hub))
  await hub.hub.heardOf({ epoch: Date.now(), computer: 'Back office', place: null })
  const replaced = { status: 403, body: { ok: false, error: { reason: 'hub.replaced' } } }
  expect(await call(hub, cookie, 'hub.revoke', { uid: till.link().origin })).toMatchObject(replaced)
  expect(await signIn(hub)).toMatchObject(replaced)
  expect(await send(hub, '/screens/session', { headers: { cookie } })).toMatchObject(replaced)
  expect(await hub.hub.db.selectFrom('origin').select('revoked_at').execute()).toEqual([{ revoked_at: null }])
})

test('an owner admits a till that waits', async () => {
  const hub = await startHub(programs, { pages: somePages(), wantsConfirmation: true })
  const [till, waits] = [await openTestTill({ branch: '00' }), await openTestTill({ branch: '00' })]
  await till.pair(hub)
  await hub.admin('confirm', { uid: till.link().origin, who: 'Owner' })
  await share(hub, amina)
  await setPassword(till)
  await waits.pair(hub)
  const cookie = cookieIn(await signIn(hub))
  const { origin: uid } = waits.link()
  const { tills } = (await call(hub, cookie, 'hub.confirm', { uid })).body.data
  expect(tills[1]).toMatchObject({ uid, state: 'active', confirmedBy: { who: amina.name, till: null } })
  expect(await waits.session().call({ method: 'GET', path: '/hello' })).toMatchObject({ status: 200 })
})

test('a session lasts twelve hours, also over a restart, and ends at the sign-out and with a new password', async () => {
  let later = 0
  const clock = { ...systemClock, now: () => systemClock.now() + later }
  const { hub, till } = await openHubWithOwner({ clock })
  const cookies = [cookieIn(await signIn(hub)), cookieIn(await signIn(hub))] as const
  const states = async (...all: string[]) =>
    Promise.all(all.map(async (cookie) => (await call(hub, cookie, 'hub.tills')).status))
  await hub.restart()
  expect(await states(...cookies)).toEqual([200, 200])
  const left = await send(hub, '/screens/end', { method: 'POST', headers: { cookie: cookies[0] } })
  expect(String(left.headers['set-cookie'])).toContain('Max-Age=0')
  expect(await states(...cookies)).toEqual([401, 200])
  later = sessionMs - 60_000
  expect(await states(...cookies)).toEqual([401, 200])
  later = sessionMs + 60_000
  expect(await states(...cookies)).toEqual([401, 401])
  const third = cookieIn(await signIn(hub))
  expect(await setPassword(till, { password: 'another long password' })).toMatchObject({ status: 200 })
  expect(await states(third)).toEqual([401])
  expect(await signIn(hub)).toMatchObject({ status: 422, body: { error: { reason: 'hub.wrongPassword' } } })
  expect(await signIn(hub, { password: 'another long password' })).toMatchObject({ status: 200 })
})

test('an account ends with its person, and with the till where its password was set', async () => {
  const { hub, till } = await openHubWithOwner()
  const cookie = cookieIn(await signIn(hub))
  await share(hub, amina, false)
  expect(await call(hub, cookie, 'hub.tills')).toMatchObject({ status: 401 })
  expect(await signIn(hub)).toMatchObject({ status: 422 })
  await share(hub, amina)
  expect(await call(hub, cookie, 'hub.tills')).toMatchObject({ status: 200 })
  const { origin: uid } = till.link()
  await hub.admin('revoke', { uid, who: 'Owner' })
  expect(await call(hub, cookie, 'hub.tills')).toMatchObject({ status: 401 })
  expect(await signIn(hub)).toMatchObject({ status: 422 })
})

test('only a known owner of the branch gets a password, which is long enough; a name is one person', async () => {
  const { hub, till } = await openHubWithOwner()
  const refused = async (more: object, by?: object) => {
    const outcome = await setPassword(till, more, by)
    return outcome.is === 'answered' ? (outcome.body as { error: { code: string } }).error?.code : outcome
  }
  const brian = { uid: randomUUID(), name: 'Brian', role: 'owner' }
  expect(await refused({}, { ...brian })).toBe('notAllowed')
  await share(hub, { ...brian, role: 'manager' })
  expect(await refused({ name: 'Brian' }, brian)).toBe('notAllowed')
  const carol = { uid: randomUUID(), name: 'Carol', role: 'owner' }
  await share(hub, carol)
  expect(await refused({ name: 'AMINA otieno' }, carol)).toBe('nameTaken')
  expect(await refused({ name: 'Carol', password: 'elevensigns' }, carol)).toMatchObject({ is: 'problem' })
  expect(await refused({ name: 'Carol', password: 'twelve signs' }, carol)).toBe(undefined)
  const view = await till.session().call({ method: 'GET', path: '/screens' })
  expect(view).toMatchObject({
    body: {
      addresses: [`https://127.0.0.1:${hub.door.port}/`],
      fingerprint: await fingerprintAt(hub),
      names: ['Amina Otieno', 'Carol'],
    },
  })
  await hub.restart()
  expect((view as { body: { fingerprint: string } }).body.fingerprint).toBe(await fingerprintAt(hub))
})

const fingerprintAt = (hub: TestHub) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port: hub.door.port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', reject)
  })

test('without a cookie nothing is told, and another site changes nothing', async () => {
  const { hub, till } = await openHubWithOwner()
  const cookie = cookieIn(await signIn(hub))
  const name = cookie.split('=')[0]
  for (const wrong of ['', `${name}=`, `${name}=${'a'.repeat(43)}`, `${cookie}x`, 'other=1'])
    for (const operation of ['hub.tills', 'hub.revoke', 'hub.report', 'nothing', 'sale.complete'])
      expect(await call(hub, wrong, operation), wrong).toMatchObject({
        status: 401,
        body: { ok: false, error: { reason: 'hub.signedOut' } },
      })
  const uid = till.link().origin
  const port = hub.door.port
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: `http://127.0.0.1:${port}` },
    { origin: `https://127.0.0.1:${port + 1}` },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const more = { method: 'POST', headers: { cookie, ...headers } }
    const body = { name: 'hub.revoke', input: { uid }, appId: '00' }
    expect(await send(hub, '/bridge/call', { ...more, body })).toMatchObject({ status: 403 })
    expect(await send(hub, '/screens/end', more)).toMatchObject({ status: 403 })
    expect(await signIn(hub, { headers })).toMatchObject({ status: 403 })
  }
  expect((await call(hub, cookie, 'hub.tills')).body.data.tills[0].state).toBe('active')
  // What a till may ask, a browser may not, and the other way round.
  const { headers } = await send(hub, '/hub/v1/tills', { headers: { cookie, 'x-kaunta-hub': '1' } })
  expect(headers).not.toHaveProperty('set-cookie')
  expect(await send(hub, '/hub/v1/tills', { headers: { cookie, 'x-kaunta-hub': '1' } })).toMatchObject({
    status: 401,
  })
  expect(await send(hub, '/hub/v1/admin/tills', { headers: { cookie, 'x-kaunta-hub': '1' } })).toMatchObject({
    status: 404,
  })
})

test('an account is for all branches of the taxpayer, and each call is about one', async () => {
  const { hub } = await openHubWithOwner()
  const there = await fillBranch(hub.hub.db, '01')
  const cookie = cookieIn(await signIn(hub))
  const here = await call(hub, cookie, 'hub.tills')
  expect(here.text).not.toContain(there.uids.till)
  for (const read of ['hub.offers', 'hub.report'])
    expect(
      (await call(hub, cookie, read, read === 'hub.report' ? { day: '20260102' } : {})).text,
    ).not.toContain(there.mark)
  const acts: [string, object][] = [
    ['hub.revoke', { uid: there.uids.till }],
    ['hub.confirm', { uid: there.uids.till }],
    ['hub.nameDeputy', { uid: there.uids.till }],
    ['hub.answerOffer', { uid: there.uids.wish, take: true, seen: { name: 1 } }],
    ['hub.answerTwins', { one: there.uids.person, other: there.uids.other, keep: null }],
    ['hub.registerLetter', { id: 1, name: 'Soap' }],
  ]
  for (const [name, input] of acts)
    expect((await call(hub, cookie, name, input)).body, name).toMatchObject({
      ok: false,
      error: { reason: 'hub.absent' },
    })
  expect((await call(hub, cookie, 'hub.tills', {}, { appId: '01' })).text).toContain(there.uids.till)
  for (const appId of ['02', '', undefined, 1, "00' or 1=1"])
    expect((await call(hub, cookie, 'hub.tills', {}, { appId })).body).toMatchObject({
      error: { reason: 'hub.absent' },
    })
})

test('what is no call of the screens is refused, and bad input names its field', async () => {
  const { hub } = await openHubWithOwner()
  const cookie = cookieIn(await signIn(hub))
  for (const name of [
    'sale.complete',
    'user.list',
    'hub.setPassword',
    'hub.pair',
    '__proto__',
    'toString',
    '',
  ])
    expect((await call(hub, cookie, name, {})).body, name).toMatchObject({ ok: false })
  expect((await call(hub, cookie, 'hub.report', { day: '20261340' })).body).toMatchObject({
    error: { reason: 'input.invalid', field: 'day' },
  })
  expect((await call(hub, cookie, 'hub.revoke', {})).body).toMatchObject({
    error: { reason: 'input.missing', field: 'uid' },
  })
  const post = { method: 'POST', headers: { cookie } }
  for (const raw of ['{', '[]', 'null', '{"name":1}', '"x"', '{"__proto__":{}}'])
    expect(await send(hub, '/bridge/call', { ...post, raw }), raw).toMatchObject({
      status: 400,
      body: { ok: false },
    })
  const large = JSON.stringify({ name: 'hub.tills', input: { x: 'x'.repeat(20_000) }, appId: '00' })
  expect(await send(hub, '/bridge/call', { ...post, raw: large })).toMatchObject({ status: 413 })
  expect(await signIn(hub, { name: 'x'.repeat(20_000) })).toMatchObject({ status: 413 })
  for (const body of [{}, { name: 1, password }, { name: 'a\0b', password }, { name: '\ud800', password }])
    expect(await send(hub, '/screens/session', { method: 'POST', body })).toMatchObject({ status: 400 })
})

test('only the pages of the hub are served, each with its policy', async () => {
  const { hub } = await openHubWithOwner()
  const page = await send(hub, '/')
  expect(page).toMatchObject({ status: 200, text: '<p>hub.html</p>' })
  expect(page.headers).toMatchObject({
    'content-security-policy': contentSecurityPolicy,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(contentSecurityPolicy).toContain("script-src 'self'; style-src 'self'")
  expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
  expect(await send(hub, '/assets/hub-1.js')).toMatchObject({ status: 200 })
  for (const path of [
    ...['/index.html', '/display.html', '/hub.html', '/bridge/events', '/bridge/session', '/api/v1/status'],
    ...['/assets/../hub/secrets.json', '/assets/%2e%2e/%2e%2e/package.json', '/..%2f..%2fetc/passwd'],
    ...['/assets/..%5c..%5cpackage.json', '//etc/passwd', '/assets/', '/%00', '/hub/door.json'],
  ])
    expect((await send(hub, path)).status, path).toBeOneOf([400, 404])
})

test('of a thousand wrong passwords few are tried; who is signed in looks on', async () => {
  let later = 0
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + later }
  const { hub } = await openHubWithOwner({ clock })
  const cookie = cookieIn(await signIn(hub))
  const statuses = new Map<number, number>()
  for (let n = 0; n < 1_000; n += 1) {
    const { status, headers } = await signIn(hub, { password: `wrong password ${n}` })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect([...statuses.keys()].toSorted()).toEqual([422, 429])
  expect(statuses.get(422)).toBeLessThan(15)
  expect(await call(hub, cookie, 'hub.tills')).toMatchObject({ status: 200 })
  // The right one waits too, and an unknown name is no way round.
  expect(await signIn(hub)).toMatchObject({ status: 429, body: { error: { reason: 'hub.tooMany' } } })
  later += 60_000
  expect(await signIn(hub)).toMatchObject({ status: 200 })
  const unknown: number[] = []
  for (let n = 0; n < 60; n += 1) unknown.push((await signIn(hub, { name: `Nobody ${n}` })).status)
  expect(unknown.filter((status) => status === 429).length).toBeGreaterThan(20)
})

test('no answer, log or table has a password, a cookie or what they are checked against', async () => {
  const { hub, till } = await openHubWithOwner()
  const cookie = cookieIn(await signIn(hub))
  const [, secret = ''] = cookie.split('=')
  await signIn(hub, { password: 'a wrong password' })
  await setPassword(till, { password: 'short' })
  const { verifier } = await hub.hub.db.selectFrom('screen_account').selectAll().executeTakeFirstOrThrow()
  const pepper = hub.secrets.kept.get('hub.screens') ?? ''
  expect(verifier).toMatch(/^scrypt\$/)
  expect(pepper.length).toBeGreaterThan(40)
  const answers = await Promise.all([
    send(hub, '/screens/session', { headers: { cookie } }),
    call(hub, cookie, 'hub.tills'),
    till.session().call({ method: 'GET', path: '/screens' }),
    hub.admin('tills'),
    hub.admin('state'),
  ])
  const tables = JSON.stringify([
    await hub.hub.db.selectFrom('screen_account').selectAll().execute(),
    await hub.hub.db.selectFrom('screen_session').selectAll().execute(),
  ])
  for (const text of [JSON.stringify(answers), hub.log.lines.join('\n'), tables])
    for (const hidden of [password, 'a wrong password', secret, pepper]) expect(text).not.toContain(hidden)
  expect(JSON.stringify(answers) + hub.log.lines.join('\n')).not.toContain(verifier)
})

test('every route of browsers is known here', () => {
  const folder = repository('core/hub')
  const source = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join()
  const all = [...source.matchAll(/app\.(get|post|put|patch|delete)(?:<.*?>)?\(\s*'(\/(?!hub\/v1)[^']*)'/gs)]
  expect(all.map(([, method = '', path]) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual([
    'GET /screens/session',
    'POST /bridge/call',
    'POST /screens/end',
    'POST /screens/session',
  ])
})
