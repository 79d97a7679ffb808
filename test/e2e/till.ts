/**
 * A till and its authority for one test: real processes, real HTTP, folders of their own. Stories do not know whether
 * the window is a browser's or Electron's.
 */
import { cpSync } from 'node:fs'
import {
  type BrowserContext,
  test as base,
  _electron as electron,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { sandboxArguments } from '../../core/printing/printers/findBrowser.ts'
import { electronBinary } from '../../electron/launch/binary.ts'
import { type TemporaryFolder, temporaryFolder } from '../support/folder.ts'
import type { Asked } from '../support/openers.ts'
import { type Practice, type PracticePlace, practiceAt } from '../support/practice.ts'
import { repository, startProcess, type TestProcess } from '../support/process.ts'
import { bundleOf } from '../support/tillBundle.ts'
import { demoShopFolder, enterDemoShop, openDemoShop } from './demoShop.ts'
import { stateLeftBy } from './stateLeft.ts'

export interface TillOptions {
  window: 'browser' | 'electron'
}

export interface Till {
  /**
   * The window. A browser's stays open while the till is gone and finds it again by itself; Electron's is a new one
   * after each start.
   */
  readonly page: Page
  readonly dataDir: string
  /** Ends the till as a power cut would: nothing is finished, nothing closed. */
  kill(): Promise<void>
  /** Starts it again on the same data, in a browser also on the same port; `env` is for a browser's till only. */
  start(env?: NodeJS.ProcessEnv): Promise<void>
  /** {@link Till.kill} and {@link Till.start}. */
  restart(): Promise<void>
}

interface Running {
  page: Page
  kill(): Promise<void>
  close(): Promise<void>
}

interface Ready {
  url: string
  window: string
}

/** Opens the till on a data folder. */
type Open = (dataDir: string, env?: NodeJS.ProcessEnv) => Promise<Running>

/** A process that opens one till, or authority, after another; started again once it was killed. */
const createOpener = () => {
  let child: TestProcess<object> | undefined
  return {
    // A person's till has the same port after a restart. The browser knows the scripts of an address it has seen.
    port: 0,
    ask: async <T>(asked: Asked): Promise<T> => {
      child ??= await startProcess<object>(bundleOf('test/support/openers.ts'), [])
      const answer = await child.ask<T & { error?: string }>(JSON.stringify(asked))
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer
    },
    kill: async () => {
      await child?.kill()
      child = undefined
    },
  }
}
type Opener = ReturnType<typeof createOpener>

const browserTill = (page: Page, opener: Opener): Open => {
  let isOpen = false
  const openIn = async (dataDir: string, env?: NodeJS.ProcessEnv) => {
    if (!env) {
      const ready = await opener.ask<Ready>({ till: dataDir, port: opener.port })
      return { ready, kill: opener.kill, close: async () => void (await opener.ask({ close: ready.url })) }
    }
    const flags = ['--window', '--data', dataDir, '--port', String(opener.port)]
    const child = await startProcess<Ready>(bundleOf('core/cli/gateway.ts'), flags, env)
    return { ready: child.ready, kill: child.kill, close: async () => void (await child.stop()) }
  }
  return async (dataDir, env) => {
    const { ready, kill, close } = await openIn(dataDir, env)
    if (!isOpen) await page.goto(ready.window)
    isOpen = true
    opener.port = Number(new URL(ready.url).port)
    return { page, kill, close }
  }
}

const electronTill: Open = async (dataDir) => {
  const executablePath = electronBinary()
  if (!executablePath) throw new Error('Electron has not been fetched: npx install-electron --no')
  const app = await electron.launch({
    executablePath,
    args: [...sandboxArguments(), repository('dist/electron/main.js'), '--data', dataDir],
  })
  const page = await app.firstWindow()
  const kill = async () => {
    const child = app.process()
    if (child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  return { page, kill, close: () => app.close() }
}

const openTill = async (dataDir: string, open: Open): Promise<Till & { close(): Promise<void> }> => {
  let running = await open(dataDir)
  const till = {
    get page() {
      return running.page
    },
    dataDir,
    kill: () => running.kill(),
    start: async (env?: NodeJS.ProcessEnv) => {
      running = await open(dataDir, env)
    },
    restart: async () => {
      await till.kill()
      await till.start()
    },
    close: () => running.close(),
  }
  return till
}

interface WorkerFixtures {
  tills: Opener
  authorities: Opener
}

interface Fixtures {
  /** On an empty folder. */
  till: Till
  /** In the demo shop, whose owner is at the window and which owes the authority nothing. */
  demoTill: Till
  /** Opens a till on an empty folder of another computer, in a window of its own. */
  openOther: () => Promise<Till>
  /** A practice authority in another process than the till, which connects a device to it. */
  authority: Practice
  /** Opens another one, for a shop with two. */
  openAuthority: () => Promise<Practice>
}

const useTill = async (
  folder: TemporaryFolder,
  window: TillOptions['window'],
  { context, tills }: { context: BrowserContext; tills: Opener },
  use: (till: Till) => Promise<void>,
  story: TestInfo,
): Promise<void> => {
  const open =
    window === 'electron' ? electronTill : browserTill(context.pages()[0] ?? (await context.newPage()), tills)
  const till = await openTill(folder.path, open)
  await use(till)
  const failed = story.status !== story.expectedStatus
  const left = failed ? await stateLeftBy(story, till.page.context(), folder.path) : ''
  await till.close()
  folder.remove()
  // An error, as the end of the run repeats errors alone.
  if (failed) throw new Error(left)
}

const opener = async (use: (opener: Opener) => Promise<void>): Promise<void> => {
  const one = createOpener()
  await use(one)
  await one.kill()
}

export const test = base.extend<Fixtures & TillOptions, WorkerFixtures>({
  window: ['browser', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern.
  tills: [({}, use) => opener(use), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  authorities: [({}, use) => opener(use), { scope: 'worker' }],
  openAuthority: async ({ authorities }, use) => {
    const opened: string[] = []
    await use(async () => {
      const place = await authorities.ask<PracticePlace>({ authority: 'legacy' })
      opened.push(place.url)
      return practiceAt(() => place)
    })
    for (const close of opened) await authorities.ask({ close })
  },
  authority: async ({ openAuthority }, use) => use(await openAuthority()),
  openOther: async ({ browser }, use) => {
    const closes: (() => Promise<void>)[] = []
    await use(async () => {
      const [folder, tills, context] = [temporaryFolder(), createOpener(), await browser.newContext()]
      closes.push(async () => {
        await context.close()
        await tills.kill()
        folder.remove()
      })
      return openTill(folder.path, browserTill(await context.newPage(), tills))
    })
    for (const close of closes) await close()
  },
  till: async ({ window, context, tills }, use, story) => {
    const folder = temporaryFolder()
    await useTill(folder, window, { context, tills }, use, story)
  },
  demoTill: async ({ window, context, tills }, use, story) => {
    const folder = temporaryFolder()
    // Electron keeps its secrets in another way than the till that stocked the shop.
    const isCopied = window === 'browser'
    if (isCopied) cpSync(demoShopFolder(), folder.path, { recursive: true, preserveTimestamps: true })
    const enter = async (till: Till) => {
      await (isCopied ? enterDemoShop : openDemoShop)(till.page)
      await use(till)
    }
    await useTill(folder, window, { context, tills }, enter, story)
  },
})

export { expect }
