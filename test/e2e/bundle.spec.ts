/** The build in dist/electron, as far as it can be tested without Electron's binary. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { contentSecurityPolicy } from '../../core/http/pages.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository, startProcess } from '../support/process.ts'
import { expect, test } from './till.ts'

test('the built main process opens the core and its page, and closes both', async () => {
  const folder = temporaryFolder()
  const till = await startProcess<object>('dist/electron/main.js', ['--data', folder.path], {
    NODE_OPTIONS: `--import=${repository('test/support/electronStandIn.ts')}`,
  })
  expect(till.ready).toEqual({ url: 'app://till/', status: 200, policy: contentSecurityPolicy })
  expect(await till.stop()).toBe(0)
  expect(await till.errors).toBe('')
  folder.remove()
})

test('the built preload is one CommonJS file that needs Electron and nothing else', () => {
  const source = readFileSync(repository('dist/electron/preload.cjs'), 'utf8')
  expect([...source.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"'])
  expect(source).not.toMatch(/^\s*(import|export)\b/m)
})

test('the build lists what ships in it, as CycloneDX', () => {
  const list = JSON.parse(readFileSync(repository('dist/kaunta.cdx.json'), 'utf8'))
  const names = list.components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  )
  for (const shipped of ['react', 'react-aria-components', 'zod', 'fastify', 'better-sqlite3', 'electron'])
    expect(names).toContain(shipped)
  expect(names).toContain('@fontsource-variable/inter')
  for (const tool of ['vitest', 'vite', 'playwright', '@biomejs/biome', 'typescript'])
    expect(names).not.toContain(tool)
})

/** The marker of Electron's fuses in its binary; there are eight of them, version 1. */
const fuseWire = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x08', 'latin1')

/** Packs what was built around a stand-in of Electron's own files; answers the folder of the program. */
const pack = async (folder: string): Promise<string> => {
  const electron = join(folder, 'electron')
  mkdirSync(join(electron, 'resources'), { recursive: true })
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(electron, name), '')
  writeFileSync(join(electron, 'electron'), Buffer.concat([fuseWire, Buffer.from('10110001')]), {
    mode: 0o755,
  })
  const options = { electronDist: electron, 'directories.output': folder, asar: false }
  const flags = Object.entries(options).map(([name, value]) => `-c.${name}=${value}`)
  const builder = repository('node_modules/electron-builder/cli.js')
  await promisify(execFile)(process.execPath, [builder, '--linux', 'dir', ...flags], { cwd: repository('') })
  return join(folder, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
}

test('what is packed holds what the till needs and no more, and starts apart from the sources', async () => {
  test.skip(process.platform !== 'linux', 'the stand-in of Electron is that for Linux')
  const folder = temporaryFolder()
  const program = await pack(join(folder.path, 'packed'))
  const app = join(program, 'resources/app')
  const files = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(app.length + 1))
  const engine = 'node_modules/better-sqlite3/'
  expect(files.filter((file) => file.endsWith('.node'))).toEqual([
    `${engine}prebuilds/linux-${process.arch}.node`,
  ])
  expect(files.filter((file) => file.startsWith('node_modules/') && !file.startsWith(engine))).toEqual([])
  expect(files.filter((file) => /\.(map|ts|tsx)$/.test(file))).toEqual([])
  for (const file of ['package.json', 'dist/electron/preload.cjs', 'dist/renderer/index.html'])
    expect(files).toContain(file)
  expect(readFileSync(join(program, 'kaunta')).subarray(fuseWire.length).toString()).toBe('01001100')

  // A folder with no file of the project above it.
  const elsewhere = join(folder.path, 'Duka la Mama Njeri é')
  cpSync(app, elsewhere, { recursive: true })
  const till = await startProcess<object>(
    relative(repository(''), join(elsewhere, 'dist/electron/main.js')),
    ['--data', join(folder.path, 'data')],
    {
      NODE_OPTIONS: `--import=${repository('test/support/electronStandIn.ts')}`,
    },
  )
  expect(till.ready).toMatchObject({ url: 'app://till/', status: 200 })
  expect(await till.stop()).toBe(0)
  folder.remove()
})

test('the installers have what they are refused without', () => {
  const { homepage, description } = JSON.parse(readFileSync(repository('package.json'), 'utf8'))
  // electron-builder makes no deb without it, and ends.
  expect(homepage).toMatch(/^https:/)
  expect(description).not.toBe('')
  const [, icon = ''] = /^icon: (.+)$/m.exec(readFileSync(repository('electron-builder.yml'), 'utf8')) ?? []
  const picture = readFileSync(repository(icon))
  // Width and height of a PNG; macOS accepts none below 512.
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1024, 1024])
})
