/** The build in dist/electron, as far as it can be tested without Electron's binary. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { load } from 'js-yaml'
import { contentSecurityPolicy } from '../../core/http/pages.ts'
import { makeEnterable } from '../../db/hub/engine.ts'
import { npmPackage, packedPrograms } from '../../db/hub/programs.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository, runProcess, startProcess } from '../support/process.ts'
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
  expect(names).toContain(npmPackage)
  for (const shipped of ['react', 'react-aria-components', 'zod', 'fastify', 'better-sqlite3', 'electron'])
    expect(names).toContain(shipped)
  expect(names).toContain('@fontsource-variable/inter')
  for (const tool of ['vitest', 'vite', 'playwright', '@biomejs/biome', 'typescript'])
    expect(names).not.toContain(tool)
})

/** The marker of Electron's fuses in its binary; there are eight of them, version 1. */
const fuseWire = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x08', 'latin1')

/** The packages with a binary. They lie beside the bundles with all that they need, as in `electron-builder.yml`. */
const beside = ['better-sqlite3', 'serialport']

const withNeeds = (names: string[], found = new Set<string>()): Set<string> => {
  // Only a compiler needs this one.
  for (const name of names.filter((each) => !found.has(each) && each !== 'node-addon-api')) {
    found.add(name)
    const { dependencies = {} } = JSON.parse(
      readFileSync(repository(`node_modules/${name}/package.json`), 'utf8'),
    )
    withNeeds(Object.keys(dependencies), found)
  }
  return found
}

/** Packs what was built around a stand-in of Electron's own files; answers the folder of the program. */
const pack = async (folder: string): Promise<string> => {
  const electron = join(folder, 'electron')
  mkdirSync(join(electron, 'resources'), { recursive: true })
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(electron, name), '')
  writeFileSync(join(electron, 'electron'), Buffer.concat([fuseWire, Buffer.from('10110001')]), {
    mode: 0o755,
  })
  const options = { electronDist: electron, 'directories.output': folder }
  const flags = Object.entries(options).map(([name, value]) => `-c.${name}=${value}`)
  const builder = repository('node_modules/electron-builder/cli.js')
  // As `npm run dist` does.
  await runProcess('electron/release/postgres.ts', [])
  await promisify(execFile)(process.execPath, [builder, '--linux', 'dir', ...flags], { cwd: repository('') })
  return join(folder, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
}

test('what is packed holds what the till needs and no more, and starts apart from the sources', async () => {
  test.skip(process.platform !== 'linux', 'the stand-in of Electron is that for Linux')
  const folder = temporaryFolder()
  // Where tests run as root, PostgreSQL is another user.
  chmodSync(folder.path, 0o711)
  const program = await pack(join(folder.path, 'packed'))
  const archive = join(program, 'resources/app.asar')
  // A folder with no file of the project above it.
  const app = join(folder.path, 'Duka la Mama Njeri é')
  extractAll(archive, app)
  const filesIn = (place: string) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
  // The till's files are in the archive, which a fuse makes the only place for code. Only binaries lie beside it.
  expect(readdirSync(join(program, 'resources')).toSorted()).toEqual([
    'app-update.yml',
    'app.asar',
    'app.asar.unpacked',
    'postgres',
  ])
  expect(filesIn(`${archive}.unpacked`).filter((file) => !file.endsWith('.node'))).toEqual([])
  const files = filesIn(app)
  const packages = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  expect([...new Set(packages)].toSorted()).toEqual([...withNeeds(beside)].toSorted())
  const binaries = files.filter((file) => file.endsWith('.node'))
  expect(binaries.filter((file) => !file.includes(`linux-${process.arch}`))).toEqual([])
  for (const name of ['better-sqlite3', '@serialport/bindings-cpp'])
    expect(binaries.some((file) => file.includes(`/${name}/`))).toBe(true)
  expect(files.filter((file) => !/^(dist|node_modules)\/|^package\.json$/.test(file))).toEqual([])
  expect(
    files.filter((file) => /\.(map|tsx?|pem|key|[ch]|cc|cpp|gypi?)$|(^|\/)(test|tests|release)\//.test(file)),
  ).toEqual([])
  // The key that proves an update is packed; its other half is nowhere.
  expect(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))).toHaveProperty('updateKey')
  for (const file of files.filter((name) => /\.(js|cjs|json)$/.test(name)))
    expect(readFileSync(join(app, file), 'latin1'), file).not.toMatch(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\n[A-Za-z0-9+/]{20}/,
    )
  expect(readFileSync(join(program, 'resources/app-update.yml'), 'utf8')).toContain('updaterCacheDirName')
  for (const file of ['package.json', 'dist/electron/preload.cjs', 'dist/renderer/index.html'])
    expect(files).toContain(file)
  expect(readFileSync(join(program, 'kaunta')).subarray(fuseWire.length).toString()).toBe('01001100')

  const till = await startProcess<object>(
    relative(repository(''), join(app, 'dist/electron/main.js')),
    ['--data', join(folder.path, 'data')],
    {
      NODE_OPTIONS: `--import=${repository('test/support/electronStandIn.ts')}`,
    },
  )
  expect(till.ready).toMatchObject({ url: 'app://till/', status: 200 })
  expect(await till.stop()).toBe(0)

  // The hub of a packed till: its server is the packed one, and it has the screens for browsers.
  const packed = packedPrograms(pathToFileURL(join(archive, 'dist/electron/hub.js')).href)
  expect(packed).toMatchObject({ folder: join(program, 'resources/postgres/bin') })
  expect(readdirSync(packed?.folder ?? '').toSorted()).toEqual(['initdb', 'pg_ctl', 'postgres'])
  rmSync(archive)
  renameSync(app, archive)
  const data = join(folder.path, 'hub')
  makeEnterable(data)
  const entry = relative(repository(''), join(archive, 'dist/electron/hub.js'))
  const hub = await startProcess<object>(entry, ['--data', data, '--port', '0', '--listen', '127.0.0.1'])
  expect(hub.ready).toMatchObject({
    postgres: { version: packed?.version, own: true },
    screens: [expect.stringMatching(/^https:/)],
  })
  expect(await hub.stop()).toBe(0)
  folder.remove()
})

test('an installer claims no kind of file and no address of the system', () => {
  const config = load(readFileSync(repository('electron-builder.yml'), 'utf8')) as Record<string, object>
  for (const part of [config, config['win'], config['mac'], config['linux'], config['nsis']])
    for (const claim of ['fileAssociations', 'protocols', 'mimeTypes'])
      expect(part ?? {}).not.toHaveProperty(claim)
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
