/**
 * The till, its thread and the practice authority, each bundled into one file. A process that loads 400 files of source needs
 * a second of processor time before it does anything. `start.spec.ts` and `gateway.long.test.ts` start the sources.
 */
import { copyFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { bundleFolder, repository } from './process.ts'

const entries: Record<string, string> = {
  'core/cli/gateway.ts': 'gateway.js',
  'core/worker/worker.ts': 'worker.js',
  'core/authority/practice/main.ts': 'authority.js',
  'test/support/openers.ts': 'openers.js',
  // A process with a single file of TypeScript first loads what removes its types: a third of its start.
  'test/support/lightPins.ts': 'lightPins.js',
}

/** The bundle of an entry of the sources, below the repository. */
export const bundleOf = (entry: string): string => `${bundleFolder}/${entries[entry]}`

export const bundleTill = async (): Promise<void> => {
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
          external: ['better-sqlite3', ...builtinModules, /^node:/],
          output: { format: 'es', entryFileNames: fileName, codeSplitting: false },
        },
      },
      ssr: { noExternal: true, external: ['better-sqlite3'] },
    })
  for (const name of ['guide.md', 'changes.md'])
    copyFileSync(repository(`core/http/${name}`), repository(`${bundleFolder}/${name}`))
}
