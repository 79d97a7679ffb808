/** Imports point one way. The table says who may import whom; everything it does not name is forbidden. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Rule {
  /** Files below this path; the longest path that fits decides. */
  folder: string
  /** Folders and files of ours. */
  ours: string[]
  /** Packages; `node:` stands for everything Node brings. */
  packages: string[] | 'any'
}

const core = ['core', 'db']

const rules: Rule[] = [
  { folder: 'core/contract', ours: ['core/contract'], packages: ['zod'] },
  { folder: 'core/fiscal', ours: ['core/fiscal'], packages: [] },
  {
    folder: 'core/authority/practice',
    ours: ['core/authority/practice', 'core/cli/nodeVersion.mjs'],
    packages: 'any',
  },
  { folder: 'core', ours: [...core, 'package.json'], packages: 'any' },
  { folder: 'db', ours: ['db'], packages: ['node:', 'better-sqlite3', 'kysely'] },
  { folder: 'electron', ours: ['electron', ...core], packages: 'any' },
  { folder: 'renderer', ours: ['renderer', 'core/contract', 'core/fiscal'], packages: 'any' },
]

/** Packages that only these files may touch. */
const only: Record<string, string[]> = {
  electron: ['electron'],
  'better-sqlite3': [
    'db/engine/sqlite.ts',
    'db/engine/readOnly.ts',
    'db/integrity/inspect.ts',
    'db/integrity/compareRows.ts',
    'db/app/contents.ts',
    'db/integrity/copies.ts',
    'db/integrity/salvage.ts',
    'core/authority/practice',
  ],
  kysely: ['db'],
  fastify: ['core/http', 'core/authority/practice'],
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

/** Why `file` may not have that import; null when it may. */
const objection = (file: string, specifier: string): string | null => {
  const rule = rules
    .filter(({ folder }) => isBelow(file, folder))
    .sort((a, b) => b.folder.length - a.folder.length)[0]
  if (!rule) return `${file} lies in no folder of the table`
  if (specifier.startsWith('.')) {
    const target = join(dirname(file), specifier.split('?')[0]!)
    return rule.ours.some((folder) => isBelow(target, folder)) ? null : `${file} must not import ${target}`
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

test.each(rules)('$folder imports only what the table allows', ({ folder }) => {
  const files = sources.filter(({ file }) => isBelow(file, folder))
  expect(files.length).toBeGreaterThan(0)
  const objections = files.flatMap(({ file, source }) =>
    importsOf(source).map((name) => objection(file, name)),
  )
  expect(objections.filter((found) => found !== null)).toEqual([])
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
    ['db/app/items.ts', '../../core/contract/index.ts'],
    ['db/app/items.ts', 'better-sqlite3'],
    ['core/host/openHost.ts', 'electron'],
    ['core/host/openHost.ts', 'react'],
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
