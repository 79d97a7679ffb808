/** One configuration: the screens, Electron's main and preload, the development server and the tests. */
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { EnvironmentOptions, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { type BuiltChunk, writeComponents } from './electron/release/components.ts'
import { LongestFirst } from './test/support/longestFirst.ts'
import { memoryFolder } from './test/support/memoryFolder.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What stays outside a bundle: Electron and Node bring the first ones, better-sqlite3 and serialport are binaries. */
const binaries = ['better-sqlite3', 'serialport']
const external = ['electron', ...binaries, ...builtinModules, /^node:/]

/** What the interface's page shows is read from beside the code. */
const documents: Plugin = {
  name: 'documents',
  applyToEnvironment: ({ name }) => name === 'main',
  generateBundle() {
    for (const fileName of ['guide.md', 'changes.md'])
      this.emitFile({
        type: 'asset',
        fileName,
        source: readFileSync(here(`./core/http/${fileName}`), 'utf8'),
      })
  },
}

const electronBundle = (entry: string, format: 'es' | 'cjs', fileName: string): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron', ...binaries] },
  build: {
    outDir: here('./dist/electron'),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: here(entry),
      external,
      output: { format, entryFileNames: fileName, codeSplitting: false },
    },
  },
})

export default defineConfig({
  root: here('./renderer'),
  plugins: [react(), documents],
  environments: {
    client: {
      build: {
        outDir: here('./dist/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['index', 'display', 'hub'].map((name) => here(`./renderer/${name}.html`)),
        },
      },
    },
    main: electronBundle('./electron/main/main.ts', 'es', 'main.js'),
    worker: electronBundle('./core/worker/worker.ts', 'es', 'worker.js'),
    hub: electronBundle('./core/hub/main.ts', 'es', 'hub.js'),
    preload: electronBundle('./electron/main/preload.ts', 'cjs', 'preload.cjs'),
  },
  builder: {
    buildApp: async (builder) => {
      const built: BuiltChunk[] = []
      for (const name of ['client', 'main', 'worker', 'hub', 'preload']) {
        const environment = builder.environments[name]
        if (!environment) continue
        const outcome = await builder.build(environment)
        for (const bundle of [outcome].flat()) if ('output' in bundle) built.push(...bundle.output)
      }
      writeComponents(here('.'), built, here('./dist/kaunta.cdx.json'))
    },
  },
  server: { host: '127.0.0.1', fs: { allow: [here('.')] } },
  test: {
    root: here('.'),
    include: ['test/**/*.test.{ts,tsx}'],
    // `npm test` runs all. `npm run check` is for between two commits, and those tests take minutes.
    exclude: process.env['KAUNTA_QUICK']
      ? ['**/node_modules/**', '**/*.long.test.ts', 'test/integration/**']
      : ['**/node_modules/**'],
    // No file changes what another one sees, so workers are kept; half of a test's time is spent waiting.
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The quick tests start no process.
    globalSetup: process.env['KAUNTA_QUICK']
      ? []
      : [here('./test/support/bundles.ts'), here('./test/support/postgresRun.ts')],
    execArgv: ['--import', new URL('./test/support/lightPins.ts', import.meta.url).href],
    env: { TZ: 'Africa/Nairobi', ...memoryFolder() },
    // Generous, as a slow machine is not a failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { interval: 10, timeout: 15_000 } },
  },
})
