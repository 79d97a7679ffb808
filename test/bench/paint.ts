/** The time from the last key to the painted screen, in a real browser with 100 000 items. */
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { openExclusively } from '../../core/host/openExclusively.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { sandboxArguments } from '../../core/printing/printers/findBrowser.ts'
import { installedBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository, startProcess } from '../support/process.ts'
import { memoryLog } from '../support/server.ts'
import { barcodeOf, fillCatalogue, typed } from './catalogue.ts'
import { randomFrom, type Times, timesOf } from './measure.ts'
import { atMost, type Figure, inThousands, type Section } from './report.ts'
import { databaseOf, furnish, ownerPin } from './till.ts'

export const items = 100_000
const samples = { counted: 80, warmUp: 5 }
/** Between two keys of a scanner, and of a person who types fast; milliseconds. */
const scannerGapMs = 5
const typingGapMs = 80

/**
 * In the page: `painted(isThere)` resolves with the milliseconds from the last key to the frame after the one in which
 * `isThere` came true, when that one is on screen.
 */
const recorder = `
  let lastKey = 0
  addEventListener('keydown', (event) => { lastKey = event.timeStamp }, true)
  globalThis.painted = (isThere) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing was painted: ' + isThere)), 10_000)
    const since = performance.now()
    const look = () => {
      if (lastKey < since || !isThere()) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - lastKey)))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    addEventListener('keydown', () => queueMicrotask(look), { once: true })
  })
  globalThis.lines = () => document.querySelectorAll('.sell-line').length
  globalThis.lists = (start) => {
    const names = [...document.querySelectorAll('[role=option] .sell-result-name')]
    const isMeant = (name) => name.textContent.toLowerCase().split(/\\s+/).some((word) => word.startsWith(start))
    return names.length > 0 && names.every(isMeant)
  }`

/** Waits in the page for what `isThere`, an expression, says, while `act` presses keys. */
export const paintedAfter = async (
  page: Page,
  isThere: string,
  act: () => Promise<void>,
): Promise<number> => {
  await page.evaluate(`(() => { const before = lines(); globalThis.result = painted(() => ${isThere}) })()`)
  await act()
  return page.evaluate<number>('result')
}

const scans = async (page: Page, next: () => string): Promise<number[]> => {
  const keyboard = await page.context().newCDPSession(page)
  const press = async (code: string) => {
    const sent: Promise<unknown>[] = []
    for (const key of [...code, 'Enter']) {
      const text = key === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13 } : { text: key }
      sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text }))
      sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key }))
      await pause(scannerGapMs)
    }
    await Promise.all(sent)
  }
  const taken: number[] = []
  while (taken.length < samples.warmUp + samples.counted) {
    taken.push(await paintedAfter(page, 'lines() > before', () => press(next())))
    await pause(typingGapMs)
  }
  return taken.slice(samples.warmUp)
}

const searches = async (page: Page, next: () => string): Promise<number[]> => {
  const taken: number[] = []
  await page.keyboard.press('F2')
  while (taken.length < samples.warmUp + samples.counted) {
    const text = next()
    for (const letter of text.slice(0, 2)) {
      await page.keyboard.press(letter)
      await pause(typingGapMs)
    }
    // If two letters already give the result, the third changes nothing visible.
    const seen = await page.evaluate<boolean>(`lists('${text}')`)
    const pressLast = () => page.keyboard.press(text.slice(2))
    if (seen) await pressLast()
    else taken.push(await paintedAfter(page, `lists('${text}')`, pressLast))
    for (const _ of text) await page.keyboard.press('Backspace')
  }
  return taken.slice(samples.warmUp)
}

/** Two frames after a key that nothing listens to: no screen can be faster. */
const idle = async (page: Page): Promise<number[]> => {
  const taken: number[] = []
  for (let key = 0; key < samples.counted; key++) {
    taken.push(await paintedAfter(page, 'true', () => page.keyboard.press('Shift')))
    await pause(typingGapMs / 4)
  }
  return taken
}

/** Compressed kilobytes of the scripts of the first screen. */
const firstLoad = async (page: Page, url: string): Promise<{ gzip: number; brotli: number }> => {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(url)
  await page.getByRole('button', { name: '1', exact: true }).waitFor()
  const scripts = await Promise.all(bodies)
  const kilobytes = (compress: (body: Buffer) => Buffer) =>
    scripts.reduce((sum, body) => sum + compress(body).length, 0) / 1000
  return { gzip: kilobytes((body) => gzipSync(body)), brotli: kilobytes((body) => brotliCompressSync(body)) }
}

/** Unlocks the window of the owner. */
export const unlock = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '1', exact: true }).waitFor()
  // A PIN and its Enter as fast as a scanner would be a scan.
  await page.keyboard.type(ownerPin, { delay: 60 })
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').waitFor()
}

const measureSell = async (page: Page, url: string): Promise<Figure[]> => {
  const { gzip, brotli } = await firstLoad(page, url)
  await unlock(page)
  const random = randomFrom(7)
  const floor = timesOf(await idle(page))
  const search = timesOf(await searches(page, () => typed(random, 3)))
  const scan = timesOf(await scans(page, () => barcodeOf(1 + random(items))))
  const figure = (name: string, times: Times): Figure => ({
    name,
    goal: { text: 'p95 ≤ 50', met: times.p95 <= 50 },
    times,
  })
  return [
    figure('a scan becomes a painted line', scan),
    figure('three letters become a painted list', search),
    { name: '  a key that nothing listens to, two frames', times: floor },
    {
      name: 'first load, JavaScript, gzip',
      goal: atMost(Math.round(gzip), 300, ' kB'),
      text: `${gzip.toFixed(0)} kB`,
    },
    { name: '  brotli', text: `${brotli.toFixed(0)} kB` },
  ]
}

/** A till in a browser, with `fill` in its database. */
export const onScreen = async (
  title: string,
  fill: (file: string) => void,
  measure: (page: Page, url: string) => Promise<Figure[]>,
): Promise<Section> => {
  const executablePath = installedBrowser()
  if (!executablePath) return { title, figures: [{ name: 'skipped', text: 'no browser here' }] }
  const built = spawnSync('vite', ['build', '--app', '--logLevel', 'warn'], {
    cwd: repository('.'),
    stdio: 'inherit',
  })
  if (built.status !== 0) throw new Error('The screens could not be built')
  const folder = temporaryFolder()
  try {
    const host = await openExclusively(folder.path, nodePorts(folder.path, memoryLog()))
    const appId = await furnish(host)
    await host.close()
    fill(databaseOf(folder.path, appId))
    const till = await startProcess<{ window: string }>('core/cli/gateway.ts', [
      ...['--window', '--data', folder.path, '--port', '0'],
    ])
    const browser = await chromium.launch({
      executablePath,
      chromiumSandbox: sandboxArguments().length === 0,
    })
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en-KE' })
      await page.addInitScript({ content: recorder })
      return { title, figures: await measure(page, till.ready.window) }
    } finally {
      await browser.close()
      await till.stop()
    }
  } finally {
    folder.remove()
  }
}

export const inAll = `${inThousands(items)} items`

export const paintSection = (): Promise<Section> =>
  onScreen(`On screen, ${inAll}`, (file) => fillCatalogue(file, items), measureSell)
