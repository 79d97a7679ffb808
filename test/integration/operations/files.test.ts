/** Files and folders of this computer, as far as a window may reach them. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
