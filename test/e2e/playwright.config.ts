/** The same stories in a browser window and, where its binary is here, in Electron. */
import { defineConfig } from '@playwright/test'
import { sandboxArguments } from '../../core/printing/printers/findBrowser.ts'
import { installedBrowser } from '../support/browser.ts'
import { memoryFolder } from '../support/memoryFolder.ts'
import { repository } from '../support/process.ts'
import type { TillOptions } from './till.ts'

// Tills start again and again: what was compiled is kept for the next one.
Object.assign(process.env, memoryFolder(), {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? repository('node_modules/.cache/compiled'),
})
const executablePath = installedBrowser()
/** About what there is only without Electron, or before it, and what asks a browser for another screen, time zone or till. */
const withoutElectron = [
  ...['start.spec.ts', 'bundle.spec.ts', 'token.spec.ts'],
  ...['screens.spec.ts', 'touch.spec.ts', 'clock.spec.ts', 'roll.spec.ts', 'hub.spec.ts', 'branch.spec.ts'],
]

export default defineConfig<TillOptions>({
  testDir: '.',
  globalSetup: './prepare.ts',
  outputDir: '../../test-results',
  // A worker that has ended one file helps with the others.
  fullyParallel: true,
  // Two leave a tenth of two cores idle, as tills wait for disks and authorities.
  workers: 3,
  retries: 0,
  // A busy computer takes several times as long as an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1366, height: 768 },
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    // `--trace on` records one; recording each test takes half as long again.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'browser',
      use: {
        window: 'browser',
        reuseContext: true,
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          // Drawing by a pretended graphics card takes more of the processor than drawing without one.
          args: [
            '--disable-gpu',
            '--disable-gpu-compositing',
            '--disable-software-rasterizer',
            '--disable-audio-output',
          ],
          chromiumSandbox: sandboxArguments().length === 0,
        },
      },
    },
    { name: 'electron', workers: 1, testIgnore: withoutElectron, use: { window: 'electron' } },
  ],
})
