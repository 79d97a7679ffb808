/** Other programs at the till's files: one that holds them for a while, and a second Kaunta. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { explainFolder } from '../../../core/disk/dataFolderErrors.ts'
import { FolderInUseError, lockFolder } from '../../../db/engine/lock.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { runProcess, startProcess } from '../../support/process.ts'
import { expectInStep, openShop, salePaths } from '../../support/shop.ts'
import { bundleOf } from '../../support/tillBundle.ts'

const folderOf = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}
const gateway = bundleOf('core/cli/gateway.ts')
const hold = (file: string, ms: number) =>
  startProcess<{ held: true }>('test/support/holdFile.ts', [file, String(ms)])

it('says that another program holds the file, keeps nothing by halves, and sends all once it lets go', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  // In flight while the file is held: its answer comes when nothing can be written.
  await shop.authority.faults({ kind: 'slow', ms: 1_000, paths: salePaths })
  const first = await shop.sell(soap)
  await shop.becomes(first.invoiceId, 'sending')
  const holder = await hold(join(shop.dataDir, 'apps', shop.appId, 'till.db'), 2_000)
  const sale = (requestId: string) =>
    shop.reply('sale.complete', {
      lines: [{ itemId: soap.id, quantity: 100 }],
      tenders: [{ method: '01', amount: soap.price }],
      requestId,
    })
  expect(await sale('request-held-1')).toMatchObject({
    ok: false,
    error: { code: '905', reason: 'disk.busy' },
  })
  expect(shop.read('select count(*) as n from invoice')).toEqual([{ n: 1 }])
  expect((await shop.call('status.get')).disk.word).toBe('ok')
  await expect.poll(async () => (await sale('request-held-1')).ok).toBe(true)
  await shop.authority.faults()
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(2)
  await holder.kill()
})

it('takes no note for a lock: not of a number that another program has now, nor in a copied folder', () => {
  const data = folderOf()
  writeFileSync(join(data, 'lock.pid'), '1')
  const leave = lockFolder(data)
  const copy = folderOf()
  cpSync(data, copy, { recursive: true })
  lockFolder(copy)()
  leave()
  lockFolder(data)()
})

it('does not take a program that copies the files for another Kaunta', async () => {
  const data = folderOf()
  lockFolder(data)()
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(join(data, 'lock.pid'), String(gone))
  const holder = await hold(join(data, 'lock.db'), 5_000)
  expect(() => lockFolder(data)).toThrow(FolderInUseError)
  expect(() => lockFolder(data)).toThrow(/Another program is using the files in/)
  await holder.kill()
})

it('says which folder it cannot have, and what to do', async () => {
  const data = folderOf()
  const file = join(data, 'file')
  writeFileSync(file, '')
  const { code, errors } = await runProcess(gateway, ['--data', join(file, 'shop'), '--port', '0'])
  expect(code).toBe(1)
  expect(errors).toMatch(/kaunta: The folder .+ cannot be reached\. Connect its disk/)
  const reported = errors
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  expect(reported).toMatchObject([
    { level: 50, code: 'ENOTDIR', msg: expect.stringContaining('cannot be reached') },
  ])
})

it('says that a file lies where its folder should be', async () => {
  const file = join(folderOf(), 'shop')
  writeFileSync(file, '')
  const { code, errors } = await runProcess(gateway, ['--data', file, '--port', '0'])
  expect(code).toBe(1)
  expect(errors).toContain(
    `kaunta: ${file} is a file, and Kaunta needs a folder of that name. Move the file away`,
  )
})

it.each([
  ['SQLITE_FULL', /is full\. Free \d+ MB on it/],
  ['ENOSPC', /is full/],
  ['EROFS', /is read-only/],
  ['SQLITE_BUSY', /Another program/],
  ['SQLITE_IOERR_READ', /reports an error \(SQLITE_IOERR_READ\)/],
])('puts %s at the start into words', (code, words) => {
  const data = folderOf()
  const error = explainFolder(Object.assign(new Error(code), { code }), data)
  expect((error as Error).message).toMatch(words)
  expect((error as Error).message).toContain(data)
})

// To root, every folder is its own.
it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('asks for the right to write', () => {
  const data = join(folderOf(), 'shop')
  mkdirSync(data)
  chmodSync(data, 0o500)
  const error = explainFolder(Object.assign(new Error('no'), { code: 'SQLITE_CANTOPEN' }), data)
  expect((error as Error).message).toMatch(/may not write in/)
  chmodSync(data, 0o700)
})
