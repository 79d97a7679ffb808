/** Files and folders of this computer, as far as a window may reach them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemViewer } from '../../../core/platform/viewer.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startTestHost } from '../../support/host.ts'
import { openWindow } from '../../support/window.ts'

test('a window opens and copies PDFs that Kaunta made, and no other file', async () => {
  const asked: string[] = []
  let works = true
  const take = (act: string) => async (file: string) => {
    asked.push(`${act} ${file}`)
    return works
  }
  await using till = await startTestHost({ viewer: { open: take('open'), copy: take('copy') } })
  const window = openWindow(() => till.host, 'window')
  await window('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
  const data = async (name: string, input: object) => {
    const reply = await window(name, input)
    return reply.ok ? reply.data : reply.error
  }
  const file = join(till.dataDir, 'receipts', 'T1-1-20261120120000000.pdf')
  for (const act of ['file.open', 'file.copy'] as const)
    expect(await data(act, { file })).toMatchObject({ reason: 'file.unknown' })
  mkdirSync(join(till.dataDir, 'receipts'))
  writeFileSync(file, '%PDF-')
  writeFileSync(join(till.dataDir, 'other.pdf'), '%PDF-')
  writeFileSync(join(till.dataDir, 'receipts', 'run.sh'), '')
  expect(await data('file.open', { file })).toEqual({})
  expect(await data('file.copy', { file })).toEqual({ copied: true })
  expect(asked).toEqual([`open ${file}`, `copy ${file}`])
  for (const other of [
    '/etc/passwd',
    join(till.dataDir, 'other.pdf'),
    join(till.dataDir, 'receipts', 'run.sh'),
  ])
    expect(await data('file.open', { file: other }), other).toMatchObject({ reason: 'file.unknown' })
  works = false
  expect(await data('file.open', { file })).toMatchObject({ reason: 'file.noViewer', params: { file } })
  expect(await data('file.copy', { file })).toEqual({ copied: false })
})

test.skipIf(process.platform !== 'linux')(
  'the system gets the path as it is, and a missing program says so',
  async () => {
    const folder = temporaryFolder()
    const path = process.env['PATH']
    onTestFinished(() => {
      process.env['PATH'] = path
      folder.remove()
    })
    process.env['PATH'] = folder.path
    const file = join(folder.path, 'a $(b) "c".pdf')
    const viewer = systemViewer('linux')
    expect([await viewer.open(file), await viewer.copy(file)]).toEqual([false, false])
    const seen = join(folder.path, 'seen')
    for (const [name, script] of [
      ['xdg-open', `printf %s "$1" > ${seen}`],
      ['xclip', `read -r line; printf %s "$line" > ${seen}`],
    ] as const) {
      writeFileSync(join(folder.path, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder.path, name), 0o755)
    }
    expect(await viewer.open(file)).toBe(true)
    expect(readFileSync(seen, 'utf8')).toBe(file)
    expect(await viewer.copy(file)).toBe(true)
    expect(readFileSync(seen, 'utf8').trim()).toBe(pathToFileURL(file).href)
  },
)

test('an owner walks through folders, finds backups, and creates a folder; nobody else does', async () => {
  await using till = await startTestHost()
  const window = openWindow(() => till.host, 'window')
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  expect(await window('folder.list', { path: null })).toMatchObject({ ok: false, error: { code: '001' } })
  await window('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
  const data = async (name: string, input: object) => {
    const reply = await window(name, input)
    return (reply.ok ? reply.data : reply.error) as Record<string, unknown>
  }
  const { places } = await data('folder.list', { path: null })
  expect(places).toContainEqual({ kind: 'home', path: homedir() })

  for (const name of ['Stick 10', 'Stick 9', '.hidden']) mkdirSync(join(folder.path, name))
  for (const name of ['20261120120000-manual.db', '20261120120000-hourly.db.zst', 'letter.txt'])
    writeFileSync(join(folder.path, name), 'x')
  const listed = await data('folder.list', { path: folder.path })
  expect(listed).toMatchObject({ path: folder.path, parent: dirname(folder.path), places: [], more: false })
  expect(listed['folders']).toEqual(
    ['Stick 9', 'Stick 10'].map((name) => ({ name, path: join(folder.path, name) })),
  )
  const files = listed['files'] as { name: string; bytes: number }[]
  expect(files.map(({ name, bytes }) => [name, bytes]).toSorted()).toEqual([
    ['20261120120000-hourly.db.zst', 1],
    ['20261120120000-manual.db', 1],
  ])
  for (let count = 0; count < 600; count += 1) mkdirSync(join(folder.path, 'Stick 9', `${count}`))
  const many = await data('folder.list', { path: join(folder.path, 'Stick 9') })
  expect(many['folders']).toHaveLength(500)
  expect(many['more']).toBe(true)

  const created = join(folder.path, 'Kaunta')
  expect(await data('folder.create', { parent: folder.path, name: 'Kaunta' })).toEqual({ path: created })
  expect(existsSync(created)).toBe(true)
  for (const name of ['Kaunta', '../up', '..', 'a/b', '.kaunta'])
    expect(await data('folder.create', { parent: folder.path, name }), name).toMatchObject({
      reason: 'folder.notCreated',
    })
  expect(existsSync(join(dirname(folder.path), 'up'))).toBe(false)
  for (const path of [join(folder.path, 'nowhere'), 'tmp', join(folder.path, 'letter.txt')])
    expect(await data('folder.list', { path }), path).toMatchObject({ reason: 'folder.unreadable' })
})
