/**
 * The till, its thread, the audit and the practice authority, each bundled into one file. A process that loads 400 files of
 * source needs a second of processor time before it does anything. `start.spec.ts` and `help.long.test.ts` start the sources.
 */
import { copyFileSync, globSync, rmSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename } from 'node:path'
import { emptyTill } from './emptyTables.ts'
import { bundleFolder, repository } from './process.ts'

const entries = {
  'core/cli/gateway.ts': 'gateway.js',
  'core/cli/audit.ts': 'audit.js',
  'core/worker/worker.ts': 'worker.js',
  'core/hub/main.ts': 'hub.js',
  'core/authority/practice/main.ts': 'authority.js',
  'test/support/openers.ts': 'openers.js',
  // A process with a single file of TypeScript first loads what removes its types: a third of its start.
  'test/support/lightPins.ts': 'lightPins.js',
  'test/bench/firstSale.ts': 'firstSale.js',
} as const

/** The bundle of an entry of the sources, below the repository. */
export const bundleOf = (entry: keyof typeof entries): string => `${bundleFolder}/${entries[entry]}`

const changedAt = (path: string): number =>
  statSync(repository(path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Every bundle is newer than every file that it may be made of. */
const isFresh = (): boolean => {
  const sources = globSync(['{core,db}/**/*.{ts,md}', 'test/{support,bench}/*.ts', 'package-lock.json'], {
    cwd: repository('.'),
  })
  const made = [...Object.values(entries), basename(emptyTill)]
  const oldest = Math.min(...made.map((file) => changedAt(`${bundleFolder}/${file}`)))
  return sources.every((path) => changedAt(path) < oldest)
}

const makeEmptyTill = async (): Promise<void> => {
  const [{ openDb }, { migrate }, { profileMigrations }] = await Promise.all([
    import('../../db/engine/sqlite.ts'),
    import('../../db/engine/migrate.ts'),
    import('../../db/profile/migrations/index.ts'),
  ])
  rmSync(emptyTill, { force: true })
  const db = openDb(emptyTill)
  await migrate(db, profileMigrations)
  db.raw.pragma('journal_mode = DELETE')
  db.close()
}

/** Bundles what has changed since the last time: one build takes three seconds. */
export const bundleTill = async (): Promise<void> => {
  if (isFresh()) return
  const { build } = await import('vite')
  for (const [entry, fileName] of Object.entries(entries))
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        outDir: repository(bundleFolder),
        emptyOutDir: false,
        ssr: repository(entry),
        target: 'node24',
        rolldownOptions: {
          external: ['better-sqlite3', 'serialport', ...builtinModules, /^node:/],
          output: { format: 'es', entryFileNames: fileName, codeSplitting: false },
        },
      },
      ssr: { noExternal: true, external: ['better-sqlite3', 'serialport'] },
    })
  await makeEmptyTill()
  for (const name of ['guide.md', 'changes.md'])
    copyFileSync(repository(`core/http/${name}`), repository(`${bundleFolder}/${name}`))
}
