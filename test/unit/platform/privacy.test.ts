/** Nobody else on the computer reads the data: modes of what is made, and of what was there. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keepPrivate } from '../../../core/platform/privacy.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startTestHost } from '../../support/host.ts'
import { memoryLog } from '../../support/server.ts'
import { openWindow } from '../../support/window.ts'

const newFolder = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}
const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)
/** Returns the paths below a folder that other users may read, write or open. */
const wider = (folder: string) =>
  [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ].filter((path) => (lstatSync(path).mode & 0o077) !== 0)

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('everything that a shop keeps is for its own person only', async () => {
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    await using till = await startTestHost()
    const call = openWindow(() => till.host, 'window')
    await call('workspace.tryItNow', {})
    const backup = await call('backup.make', {})
    expect(backup).toMatchObject({ ok: true })
    const files = readdirSync(till.dataDir, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(
      expect.arrayContaining([
        'workspace.db',
        'workspace.db-wal',
        'secrets.json',
        'secrets.key',
        expect.stringMatching(/till\.db-wal$/),
        expect.stringMatching(/practice\.db$/),
        expect.stringMatching(/-manual\.db$/),
      ]),
    )
    expect(wider(till.dataDir)).toEqual([])
    // Whatever a shop keeps is known as its own: nothing of it stays wide.
    for (const name of ['.', ...files]) chmodSync(join(till.dataDir, name), 0o755)
    keepPrivate(till.dataDir, memoryLog())
    expect(wider(till.dataDir)).toEqual([])
  })

  test('what was wider is narrowed at the start, and named in the log', () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'apps', 'one'), { recursive: true })
    for (const name of ['secrets.json', 'secrets.key', 'workspace.db', 'apps/one/till.db'])
      writeFileSync(join(dataDir, name), '')
    for (const name of ['secrets.json', 'workspace.db', 'apps/one/till.db'])
      chmodSync(join(dataDir, name), 0o644)
    chmodSync(join(dataDir, 'secrets.key'), 0o600)
    for (const name of ['.', 'apps', 'apps/one']) chmodSync(join(dataDir, name), 0o755)
    const log = memoryLog()
    keepPrivate(dataDir, log)
    expect(wider(dataDir)).toEqual([])
    expect(modeOf(join(dataDir, 'secrets.json'))).toBe('600')
    expect(modeOf(join(dataDir, 'apps'))).toBe('700')
    const [line, ...more] = log.lines
    expect(more).toEqual([])
    expect(line).toMatchObject({ level: 'warn', fields: { count: 6 } })
    const { files } = line!.fields as { files: string[] }
    expect(files.toSorted()).toEqual(
      ['.', 'apps', 'apps/one', 'apps/one/till.db', 'secrets.json', 'workspace.db'].toSorted(),
    )
    keepPrivate(dataDir, log)
    expect(log.lines).toHaveLength(1)
  })

  test('a new folder that others may enter is narrowed without alarm', () => {
    const dataDir = newFolder()
    chmodSync(dataDir, 0o755)
    const log = memoryLog()
    keepPrivate(dataDir, log)
    expect(modeOf(dataDir)).toBe('700')
    expect(log.lines).toEqual([])
  })

  test("what is not the till's stays as it is", () => {
    const dataDir = newFolder()
    const elsewhere = join(newFolder(), 'shared.txt')
    for (const file of [elsewhere, join(dataDir, 'letter.txt'), join(dataDir, 'workspace.db')])
      writeFileSync(file, '', { mode: 0o644 })
    for (const file of [elsewhere, join(dataDir, 'letter.txt'), join(dataDir, 'workspace.db')])
      chmodSync(file, 0o644)
    mkdirSync(join(dataDir, 'logs'))
    symlinkSync(elsewhere, join(dataDir, 'logs', 'link'))
    chmodSync(dataDir, 0o755)
    keepPrivate(dataDir, memoryLog())
    expect([modeOf(dataDir), modeOf(join(dataDir, 'letter.txt')), modeOf(elsewhere)]).toEqual([
      '755',
      '644',
      '644',
    ])
    expect(modeOf(join(dataDir, 'workspace.db'))).toBe('600')
  })
})
