/** The data folder goes away while the till runs: nothing is acknowledged that is not in its files, and nothing makes it anew. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { restAnswer } from '../../../core/http/envelope.ts'
import { segmentFile, segmentsIn } from '../../../db/journal/lines.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const journalOf = ({ dataDir, appId }: Shop): string => {
  const folder = join(dataDir, 'journal', appId)
  return segmentFile(folder, segmentsIn(folder).at(-1) ?? 0)
}
const replace = (path: string): void => {
  cpSync(path, `${path}.other`, { recursive: true })
  renameSync(path, `${path}.old`)
  renameSync(`${path}.other`, path)
}

const losses: [string, (shop: Shop) => void][] = [
  ['the folder is deleted', ({ dataDir }) => rmSync(dataDir, { recursive: true })],
  ['the folder is moved', ({ dataDir }) => renameSync(dataDir, `${dataDir}.moved`)],
  ['a copy of the folder takes its place', ({ dataDir }) => replace(dataDir)],
  [
    'an empty folder takes its place',
    ({ dataDir }) => {
      rmSync(dataDir, { recursive: true })
      mkdirSync(dataDir)
    },
  ],
  ['the database is deleted', ({ dataDir, appId }) => rmSync(join(dataDir, 'apps', appId, 'till.db'))],
  [
    'a copy of the database takes its place',
    ({ dataDir, appId }) => replace(join(dataDir, 'apps', appId, 'till.db')),
  ],
  ['its journal is deleted', (shop) => rmSync(journalOf(shop))],
]

const start = async (): Promise<{ shop: Shop; sell(): Promise<unknown> }> => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  let sales = 0
  const sell = () => {
    sales += 1
    return shop.reply('sale.complete', {
      lines: [{ itemId: soap.id, quantity: 100 }],
      tenders: [{ method: '01', amount: soap.price }],
      requestId: `lost-${process.pid}-${sales}`,
    })
  }
  return { shop, sell }
}
const gone = { ok: false, error: { code: '905', reason: 'disk.gone' } }
const wordOf = async (shop: Shop) => (await shop.call('status.get')).disk.word

describe('nothing is acknowledged after', () => {
  it.each(losses)('%s', async (_, lose) => {
    const { shop, sell } = await start()
    lose(shop)
    expect(await sell()).toMatchObject(gone)
    expect(await wordOf(shop)).toBe('gone')
    // Every other change is refused as well, of the profile and of the installation; what is here can be looked at.
    const changes = [
      await shop.reply('item.save', { name: 'Salt', taxType: 'B', price: 100 }),
      await shop.reply('settings.save', { tillName: 'T2' }),
    ]
    for (const change of changes) expect(change).toMatchObject(gone)
    expect((await shop.call('invoice.list', {})).invoices).toHaveLength(1)
  })

  it('the installation’s database is deleted', async () => {
    const { shop, sell } = await start()
    rmSync(join(shop.dataDir, 'workspace.db'))
    expect(
      await shop.reply('user.save', { name: 'Otieno', role: 'cashier', active: true, pin: '8472' }),
    ).toMatchObject(gone)
    expect(await sell()).toMatchObject(gone)
  })
})

it('a folder that comes back is not sold in before a restart, and has all that was acknowledged', async () => {
  const { shop, sell } = await start()
  renameSync(shop.dataDir, `${shop.dataDir}.moved`)
  expect(await sell()).toMatchObject(gone)
  renameSync(`${shop.dataDir}.moved`, shop.dataDir)
  expect(await sell()).toMatchObject(gone)
  const answer = restAnswer((await sell()) as Parameters<typeof restAnswer>[0])
  expect(answer).toMatchObject({
    status: 507,
    body: { resultMsg: expect.stringContaining('start Kaunta again') },
  })
  await shop.restart()
  expect(await wordOf(shop)).not.toBe('gone')
  expect((await shop.call('invoice.list', {})).invoices).toHaveLength(1)
  expect(await sell()).toMatchObject({ ok: true })
})

it('nothing makes the folder anew, and people can still lock and unlock', async () => {
  const { shop, sell } = await start()
  const { id } = (await shop.call('invoice.list', {})).invoices[0]!
  await shop.call('session.lock', {})
  rmSync(shop.dataDir, { recursive: true })
  const { people } = await shop.call('workspace.state')
  expect(await shop.reply('session.unlock', { userId: people[0]!.id, pin: '9999' })).toMatchObject({
    error: { reason: 'session.wrongPin' },
  })
  await shop.call('session.unlock', { userId: people[0]!.id, pin: '471362' })
  expect(await sell()).toMatchObject(gone)
  expect(await shop.reply('workspace.setLanguage', { language: 'sw' })).toMatchObject(gone)
  expect((await shop.reply('backup.make', {})).ok).toBe(false)
  expect((await shop.reply('diagnostics.make', {})).ok).toBe(false)
  await shop.reply('receipt.print', { id, to: 'pdf' } as never)
  await shop.reply('backup.restore', { copy: { place: 'file', path: '/nowhere.db' }, pin: '471362' })
  await shop.reply('profile.createPractice', { name: 'Practice' } as never)
  await shop.close()
  expect(existsSync(shop.dataDir)).toBe(false)
})

it('a log that is deleted is noticed in a moment, and what was sold until then is in the journal', async () => {
  const { shop, sell } = await start()
  rmSync(join(shop.dataDir, 'apps', shop.appId, 'till.db-wal'))
  let sold = 1
  await vi.waitFor(
    async () => {
      if (((await sell()) as { ok: boolean }).ok) sold += 1
      expect(await wordOf(shop)).toBe('gone')
    },
    { timeout: 8_000, interval: 500 },
  )
  const kept = join(shop.dataDir, '..', `${basename(shop.dataDir)}.cut`)
  cpSync(shop.dataDir, kept, { recursive: true })
  await shop.close()
  rmSync(shop.dataDir, { recursive: true })
  renameSync(kept, shop.dataDir)
  await shop.open()
  expect((await shop.call('invoice.list', {})).invoices).toHaveLength(sold)
})

it('is noticed without a sale, and nothing is sent any more', async () => {
  const { shop } = await start()
  await shop.authority.offline(true)
  const soap = await shop.goods()
  await shop.sell(soap)
  rmSync(shop.dataDir, { recursive: true })
  await shop.authority.offline(false)
  await vi.waitFor(async () => expect(await wordOf(shop)).toBe('gone'), { timeout: 8_000, interval: 50 })
  expect((await shop.authority.ledger()).sales).toHaveLength(1)
})

it('closing leaves what lies in its place as it is', async () => {
  const { shop, sell } = await start()
  renameSync(shop.dataDir, `${shop.dataDir}.moved`)
  cpSync(`${shop.dataDir}.moved`, shop.dataDir, { recursive: true })
  const content = () =>
    readdirSync(shop.dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        join(entry.parentPath, entry.name),
        readFileSync(join(entry.parentPath, entry.name), 'base64'),
      ])
      .toSorted()
  const before = content()
  expect(await sell()).toMatchObject(gone)
  await shop.close()
  expect(content()).toEqual(before)
  rmSync(`${shop.dataDir}.moved`, { recursive: true })
})

it('only the start makes the data folder', () => {
  const made = ['core', 'db', 'electron'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((file) => /mkdir[^\n]*\n?[^\n]*recursive: true/.test(readFileSync(file, 'utf8'))),
  )
  // The authority alone; the desktop's own lock, before the till; the till; what starts by itself; the hub.
  expect(made.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual([
    'core/authority/practice/main.ts',
    'core/desktop/runTill.ts',
    'core/host/openExclusively.ts',
    'core/platform/autostart.ts',
    'db/hub/engine.ts',
  ])
})

it('a manager saves what is open elsewhere, and it can be put in place from there', async () => {
  const { shop, sell } = await start()
  const elsewhere = temporaryFolder()
  onTestFinished(elsewhere.remove)
  expect(await shop.reply('backup.saveElsewhere', { folder: elsewhere.path })).toMatchObject({
    error: { reason: 'saveElsewhere.notGone' },
  })
  const before = `${shop.dataDir}.before`
  cpSync(shop.dataDir, before, { recursive: true })
  expect(await sell()).toMatchObject({ ok: true })
  await shop.settled()
  rmSync(shop.dataDir, { recursive: true })
  expect(await sell()).toMatchObject(gone)
  for (const folder of ['relative', '/no/such/folder', shop.dataDir])
    expect(await shop.reply('backup.saveElsewhere', { folder })).toMatchObject({
      error: { reason: 'saveElsewhere.noFolder' },
    })
  const again = () => shop.call('backup.saveElsewhere', { folder: elsewhere.path })
  const [{ folder }, other] = [await again(), await again()]
  expect(other.folder).not.toBe(folder)
  expect(existsSync(shop.dataDir)).toBe(false)
  const files = readdirSync(folder).toSorted()
  expect(files).toEqual(
    [`Mfano-Traders-${shop.appId.slice(0, 8)}.db`, 'READ-ME.txt', 'workspace.db'].toSorted(),
  )
  await shop.close()
  renameSync(before, shop.dataDir)
  await shop.open()
  const path = join(folder, files.find((name) => name.startsWith('Mfano')) ?? '')
  await shop.call('backup.restore', { copy: { place: 'file', path }, pin: '471362' })
  expect((await shop.call('invoice.list', {})).invoices).toHaveLength(2)
})
