/** The diagnostics file: its content, and that it names no person. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openLog } from '../../../core/platform/log.ts'
import { repository, runProcess } from '../../support/process.ts'
import { bundleOf } from '../../support/tillBundle.ts'
import { saleOf, startSoftware } from '../rest/software.ts'
import { startTill } from './shop.ts'

const gateway = bundleOf('core/cli/gateway.ts')

/** Put into every free text there is; no word of a message. */
const canaries = {
  shop: 'Zebedayo Emporium',
  person: 'Wambuikamau',
  item: 'Kitungulicha',
  customer: 'Achienganyango',
  street: 'Kirinyagabarabara',
  phone: '0722998877',
  email: 'mteja@duka.example',
  pin: 'A123456789B',
  remark: 'Sirikubwa',
  cashier: 'Mwangiotieno',
  amount: '98765.43',
}

const everythingIn = (content: string) =>
  Object.entries(canaries).filter(([, text]) =>
    content.toLowerCase().includes(text.toLowerCase().slice(0, 8)),
  )

const contentOf = (file: string) => gunzipSync(readFileSync(file)).toString()

/** A shop with a canary in every text that a person or the authority writes. */
const startCanaryShop = async () => {
  const shop = await startSoftware()
  await shop.ok('settings.save', {
    shop: {
      tradeName: canaries.shop,
      address: canaries.street,
      city: canaries.street,
      phone: canaries.phone,
      headerMessage: canaries.remark,
      footerMessage: canaries.remark,
    },
    tillName: canaries.person,
    backupFolder: join(shop.dataDir, 'backups', canaries.person),
  })
  await shop.ok('user.save', { name: canaries.person, role: 'manager', pin: '628417' })
  await shop.ok('customer.save', {
    pin: canaries.pin,
    name: canaries.customer,
    phone: canaries.phone,
    email: canaries.email,
    address: canaries.street,
  })
  const item = await shop.stocked({ name: canaries.item, onHand: 500 })
  await shop.sell([{ item, quantity: 100 }])
  const sale = saleOf('CANARY-1', { itemNm: canaries.item, itemCd: 'CANARY' })
  Object.assign(sale.transaction, {
    custTin: canaries.pin,
    custNm: canaries.customer,
    remark: canaries.remark,
    regrNm: canaries.cashier,
  })
  await shop.post('/sales-with-items', sale)
  // The authority names people, goods and amounts in what it refuses.
  const text = `Item ${canaries.item} of ${canaries.customer} (${canaries.pin}, ${canaries.phone}, ${canaries.email}) total ${canaries.amount} exceeds limit`
  await shop.authority.control('POST', 'faults', { kind: 'refuse', code: '910', text, times: 1 })
  await shop.sell([{ item, quantity: 100 }])
  await shop.waitFor(
    async () => shop.read(shop.appId, "select 1 from submission where state = 'refused'").length > 0,
  )
  await shop.ok('backup.make')
  writeFileSync(join(shop.dataDir, 'backups', shop.appId, `${canaries.person}.db`), '')
  const log = openLog({ file: join(shop.dataDir, 'logs', 'kaunta.log') })
  const cause = new Error(`at ${canaries.street}`)
  log.error(
    {
      err: new Error(`${canaries.customer} owes ${canaries.amount}`, { cause }),
      operation: 'sale.complete',
      id: 'abc123',
      user: canaries.person,
    },
    'an operation failed unexpectedly',
  )
  return shop
}

test('it describes the state of the till, and names no person', async () => {
  const shop = await startCanaryShop()
  const { file, content, bytes } = await shop.ok('diagnostics.make')
  expect(statSync(file).size).toBe(bytes)
  expect(contentOf(file)).toBe(content)
  expect(everythingIn(content)).toEqual([])
  expect(content).not.toMatch(/[AP]\d{9}[A-Z]/)
  expect(content).not.toContain(shop.dataDir)
  const reported = JSON.parse(content)
  expect(reported.readme.join(' ')).toContain('Not in it')
  expect(reported.program).toMatchObject({ kaunta: expect.any(String), node: process.versions.node })
  expect(reported.disk.freeBytes).toBeGreaterThan(0)
  expect(reported.workspace).toMatchObject({ check: { problems: 0 }, journalMode: 'wal' })
  const [profile] = reported.profiles
  expect(profile).toMatchObject({
    initialised: true,
    environment: 'sandbox',
    dialect: 'legacy',
    database: { check: { problems: 0 }, sqlite: expect.stringMatching(/^3\./) },
    backups: { files: [{ bytes: expect.any(Number) }, { bytes: expect.any(Number) }], others: 1 },
    settings: { paper: '80mm' },
  })
  expect(profile.queue.counts).toContainEqual({ lane: 'sales', state: 'refused', count: 1 })
  expect(profile.queue.troubled).toContainEqual(
    expect.objectContaining({
      kind: 'sale',
      state: 'refused',
      code: '910',
      remedy: expect.any(String),
    }),
  )
  expect(profile.queue.failedTries[0]).toMatchObject({ action: 'send', code: '910', httpStatus: 200 })
  expect(reported.log.at(-1)).toMatchObject({
    level: 'error',
    message: 'an operation failed unexpectedly',
    operation: 'sale.complete',
    id: 'abc123',
    error: { name: 'Error', at: expect.any(Array), cause: { name: 'Error' } },
  })

  // The command says the same beside the running till.
  const out = join(shop.dataDir, 'out.json.gz')
  const made = await runProcess(gateway, ['diagnostics', '--data', shop.dataDir, '--out', out])
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(made.output)).toEqual({ file: out, bytes: statSync(out).size })
  expect(everythingIn(contentOf(out))).toEqual([])
  expect(JSON.parse(contentOf(out)).profiles[0].queue.counts).toEqual(profile.queue.counts)
})

test('it is made of a till that is broken, and the newest five are kept', async () => {
  const till = await startTill()
  await till.ok('workspace.tryItNow')
  const [profile] = till.host().profiles()
  for (let time = 0; time < 7; time += 1) await till.ok('diagnostics.make')
  expect(readdirSync(join(till.dataDir, 'diagnostics')).length).toBeLessThanOrEqual(5)
  await till.host().close()
  writeFileSync(join(till.dataDir, 'apps', profile!.id, 'till.db'), 'not a database, says Wambuikamau')
  const out = join(till.dataDir, 'broken.json.gz')
  expect(await runProcess(gateway, ['diagnostics', '--data', till.dataDir, '--out', out])).toMatchObject({
    code: 0,
  })
  const reported = JSON.parse(contentOf(out))
  expect(reported.profiles[0].queue.unreadable).toContain('SQLITE_NOTADB')
  expect(JSON.stringify(reported)).not.toContain('Wambuikamau')
  await till.restart().catch(() => undefined)
})

test('the command says what is wrong with it in one line', async () => {
  expect(await runProcess(gateway, ['diagnostics', '--colour'])).toMatchObject({
    code: 2,
    output: '',
  })
  expect(await runProcess(gateway, ['diagnostics', '--data', '/nowhere'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no shop in'),
  })
})

/** The last argument of a call, as it is written. */
const messageOf = (call: string) =>
  call
    .trim()
    .replace(/,$/, '')
    .replace(/^[\s\S]*,\s*(?=['"`\w])/, '')

test('what is logged as a message is a constant: data goes into fields, which are chosen one by one', async () => {
  const made: string[] = []
  let constant = 0
  for await (const file of glob('{core,db,electron}/**/*.ts', { cwd: repository('.') })) {
    const source = readFileSync(repository(file), 'utf8')
    for (const [, call = ''] of source.matchAll(/\blog\.(?:debug|info|warn|error)\(([\s\S]*?)\)[\n;,]/g)) {
      if (/['"]$/.test(messageOf(call))) constant += 1
      else if (call.includes('`')) made.push(`${file}: ${call.trim()}`)
    }
  }
  expect(constant).toBeGreaterThan(15)
  // One of three constants.
  expect(made.filter((call) => !/^core\/http\/admission\.ts: .*\$\{what\}/s.test(call))).toEqual([])
})
