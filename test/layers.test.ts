/** Imports point one way: a room may import the rooms above it in its list, never one below. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Room {
  /** Files below this path; the longest path that fits decides. */
  folder: string
  /** Packages; `node:` stands for everything Node brings. */
  packages: string[] | 'any'
}

const any = (folder: string): Room => ({ folder, packages: 'any' })
const sql = (folder: string): Room => ({ folder, packages: ['node:', 'better-sqlite3', 'kysely'] })

const ground: Room[] = [
  { folder: 'core/fiscal', packages: [] },
  { folder: 'core/contract', packages: ['zod'] },
]

const db: Room[] = [
  sql('db/engine'),
  sql('db/journal'),
  sql('db/profile'),
  sql('db/workspace'),
  sql('db/integrity'),
  { folder: 'db/hub', packages: ['node:', 'kysely', 'pg'] },
]

const core: Room[] = [
  { folder: 'core/base', packages: ['node:', 'zod'] },
  any('core/hardware'),
  any('core/printing'),
  any('core/platform'),
  any('core/disk'),
  any('core/authority'),
  any('core/queue'),
  any('core/link'),
  any('core/audit'),
  any('core/recovery'),
  any('core/access'),
  any('core/profile'),
  any('core/shop'),
  any('core/controlUnit'),
  any('core/workspace'),
  any('core/update'),
  any('core/diagnostics'),
  any('core/operations'),
  any('core/host'),
  any('core/http'),
  any('core/desktop'),
  any('core/worker'),
  any('core/cli'),
  any('core/signer'),
  any('core/hub'),
]

const electron: Room[] = [any('electron/main'), any('electron/launch'), any('electron/release')]

const screens: Room[] = [
  any('renderer/bridge'),
  any('renderer/i18n'),
  any('renderer/queries'),
  any('renderer/input'),
  any('renderer/components'),
  any('renderer/window'),
  any('renderer/display'),
  any('renderer/screens/receipt'),
  any('renderer/screens/printer'),
  any('renderer/screens/shift'),
  any('renderer/screens/unlock'),
  any('renderer/screens/stock'),
  any('renderer/screens/items'),
  any('renderer/screens/purchases'),
  any('renderer/screens/transfers'),
  any('renderer/screens/firstRun'),
  any('renderer/screens/sell/sale'),
  any('renderer/screens/sell/parts'),
  any('renderer/screens/sell/payment'),
  any('renderer/screens/sell/done'),
  any('renderer/screens/sell/arrange'),
  any('renderer/screens/sell/ringing'),
  any('renderer/screens/sell'),
  any('renderer/screens/receipts'),
  any('renderer/screens/hub'),
  any('renderer/screens/customers'),
  any('renderer/screens/queue'),
  any('renderer/screens/activity'),
  any('renderer/screens/settings'),
  any('renderer/screens/unopened'),
  any('renderer/guide'),
  any('renderer/shell'),
  any('renderer'),
]

/** Files with a process of their own import nothing of ours, and files outside the rooms are listed. */
const practice = any('core/authority/practice')
const besides: Record<string, string[]> = {
  'core/authority/practice': ['core/cli/nodeVersion.mjs'],
  'core/profile': ['core/authority/practice/server.ts'],
  'core/host': ['package.json'],
  'core/cli': ['package.json'],
  'core/http': ['package.json'],
  'electron/main': ['package.json'],
  'electron/release': ['package.json'],
}

interface Rule extends Room {
  /** Rooms that it may import, its own among them. */
  ours: string[]
}

/** Each of `rooms` may import those of `below` and those before it in its own list. */
const stacked = (rooms: Room[], below: Room[]): Rule[] =>
  rooms.map((room, index) => ({
    ...room,
    ours: [...below, ...rooms.slice(0, index + 1)].map(({ folder }) => folder),
  }))

const rules: Rule[] = [
  ...stacked(db, []),
  ...stacked(ground, []),
  ...stacked(core, [...db, ...ground]),
  ...stacked(electron, [...db, ...ground, ...core]),
  ...stacked(screens, ground),
  { ...practice, ours: [practice.folder] },
]

/** Packages that only these files may touch. */
const only: Record<string, string[]> = {
  electron: ['electron'],
  'electron-updater': ['electron/main'],
  'better-sqlite3': [
    'db/engine',
    'db/journal/position.ts',
    'db/profile/contents.ts',
    'db/integrity',
    'core/authority/practice',
  ],
  kysely: ['db'],
  pg: ['db/hub/postgres.ts'],
  fastify: ['core/http', 'core/hub', 'core/authority/practice'],
  'bonjour-service': ['core/link/localName.ts'],
  react: ['renderer'],
  'react-dom': ['renderer'],
  vite: ['electron/launch/dev.ts'],
  'node:': ['core', 'db', 'electron'],
}

const root = join(import.meta.dirname, '..')
const isBelow = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)].map((match) => match[1]!)

const packageOf = (specifier: string): string => {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return 'node:'
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

const roomOf = (file: string): Rule | undefined =>
  rules.filter(({ folder }) => isBelow(file, folder)).sort((a, b) => b.folder.length - a.folder.length)[0]

/** Why `file` may not have that import; null when it may. */
const objection = (file: string, specifier: string): string | null => {
  const rule = roomOf(file)
  if (!rule) return `${file} lies in no room`
  if (specifier.startsWith('.')) {
    const target = join(dirname(file), specifier.split('?')[0]!)
    const room = roomOf(target)
    const isAllowed = room ? rule.ours.includes(room.folder) : false
    return isAllowed || besides[rule.folder]?.includes(target) ? null : `${file} must not import ${target}`
  }
  const name = packageOf(specifier)
  const keepers = Object.hasOwn(only, name) ? only[name]! : null
  if (keepers && !keepers.some((keeper) => isBelow(file, keeper)))
    return `${file} must leave ${name} to ${keepers}`
  return rule.packages === 'any' || rule.packages.includes(name) ? null : `${file} must not import ${name}`
}

const sources: { file: string; source: string }[] = []
for await (const found of glob('{core,db,electron,renderer}/**/*.{ts,tsx}', { cwd: root })) {
  const file = found.replaceAll('\\', '/')
  sources.push({ file, source: readFileSync(join(root, file), 'utf8') })
}

test.each(rules)('$folder imports only what stands before it', ({ folder }) => {
  const files = sources.filter(({ file }) => roomOf(file)?.folder === folder)
  expect(files.length).toBeGreaterThan(0)
  const objections = files.flatMap(({ file, source }) =>
    importsOf(source).map((name) => objection(file, name)),
  )
  expect(objections.filter((found) => found !== null)).toEqual([])
})

test('no file imports itself by way of others', () => {
  const imports = new Map(
    sources.map(({ file, source }) => [
      file,
      importsOf(source)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => join(dirname(file), specifier.split('?')[0]!)),
    ]),
  )
  /** Files from which no circle can be reached. */
  const clear = new Set<string>()
  const circleFrom = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (clear.has(file)) return null
    for (const next of imports.get(file) ?? []) {
      const circle = circleFrom(next, [...path, file])
      if (circle) return circle
    }
    clear.add(file)
    return null
  }
  for (const { file } of sources) expect(circleFrom(file, [])).toBeNull()
})

test('ipcMain is named in electron/main/ipc.ts and handed to it by main.ts, nowhere else', () => {
  const named = sources.filter(({ source }) => /\bipcMain\b/.test(source)).map(({ file }) => file)
  expect(named.sort()).toEqual(['electron/main/ipc.ts', 'electron/main/main.ts'])
})

test('what runs under type stripping has no file that needs more than that', async () => {
  const outside = sources.filter(({ file }) => file.endsWith('.tsx') && !isBelow(file, 'renderer'))
  expect(outside).toEqual([])
})

describe('the table itself', () => {
  test.each([
    ['renderer/queries/client.ts', '../../db/engine/sqlite.ts'],
    ['renderer/queries/client.ts', '../../core/host/host.ts'],
    ['renderer/queries/client.ts', 'node:fs'],
    ['core/host/host.ts', '../../electron/main/main.ts'],
    ['core/http/server.ts', '../../renderer/main.tsx'],
    ['core/contract/index.ts', 'node:fs'],
    ['core/fiscal/money.ts', 'zod'],
    ['core/authority/practice/server.ts', '../../fiscal/money.ts'],
    ['db/profile/items.ts', '../../core/contract/index.ts'],
    ['db/profile/items.ts', 'better-sqlite3'],
    ['core/host/openHost.ts', 'electron'],
    ['core/host/openHost.ts', 'react'],
    ['core/cli/runGateway.ts', '../hub/openHub.ts'],
    ['db/hub/migrate.ts', 'pg'],
    ['tools/some.ts', 'node:fs'],
  ])('%s may not import %s', (file, specifier) => {
    expect(objection(file, specifier)).not.toBeNull()
  })

  test.each([
    ['renderer/queries/client.ts', '../../core/contract/index.ts'],
    ['renderer/queries/client.ts', '@tanstack/react-query'],
    ['electron/main/main.ts', '../../core/host/openHost.ts'],
    ['core/host/openHost.ts', '../../db/engine/sqlite.ts'],
    ['db/engine/sqlite.ts', 'better-sqlite3'],
    ['core/authority/practice/main.ts', '../../cli/nodeVersion.mjs'],
  ])('%s may import %s', (file, specifier) => {
    expect(objection(file, specifier)).toBeNull()
  })

  test('every way to write an import is seen', () => {
    const source = `import a from 'a'\nimport 'b'\nimport type { C } from "c"\nexport { d } from 'd'\nawait import('e')\nimport {\n  f,\n} from 'f'`
    expect(importsOf(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})
