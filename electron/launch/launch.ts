/** Ways to open the till for a person, best first; each says whether it worked, none throws. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBrowser, sandboxArguments } from '../../core/printing/printers/findBrowser.ts'
import { electronBinary, fetchElectron } from './binary.ts'
import { sendToPage } from './browserPipe.ts'

/** Fetching Electron may take this long, milliseconds; a computer without a network knows much sooner. */
const fetchPatienceMs = 60_000
/** A window that is there after this long has opened, milliseconds. */
const openPatienceMs = 20_000
/** A browser that has gone by then has failed, or passed the address to a browser that was open; milliseconds. */
const settledMs = 3_000

const mainFile = fileURLToPath(new URL('../../dist/electron/main.js', import.meta.url))

export interface OpenWindow {
  /** Settles when the person has closed the window. */
  closed: Promise<void>
  close(): void
}

/** Linux without one of these has no screen to open a window on. */
export const hasDisplay = (platform = process.platform, env: NodeJS.ProcessEnv = process.env): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

const windowOf = (child: ChildProcess): OpenWindow => ({
  closed: child.exitCode === null ? once(child, 'exit').then(() => undefined) : Promise.resolve(),
  close: () => child.kill('SIGTERM'),
})

/** Settles with the first thing that happens: what `happened` says, the child's end (false), or the time (`late`). */
const firstOf = async (
  child: ChildProcess,
  happened: Promise<boolean>,
  { ms, late }: { ms: number; late: boolean },
) => {
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]).then(
    () => false,
    () => false,
  )
  const { promise: timeUp, resolve } = Promise.withResolvers<boolean>()
  const timer = globalThis.setTimeout(() => resolve(late), ms)
  const result = await Promise.race([happened, ended, timeUp])
  clearTimeout(timer)
  return result
}

/** The till in Electron: null when there is no binary, none can be fetched, or its window does not come up. */
export const openInElectron = async (
  dataDir: string,
  beforeFetching: () => void,
): Promise<OpenWindow | null> => {
  if (!hasDisplay()) return null
  let binary = electronBinary()
  if (!binary) {
    beforeFetching()
    binary = await fetchElectron(fetchPatienceMs)
  }
  if (!binary) return null
  const child = spawn(binary, [...sandboxArguments(), mainFile, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ready = Promise.withResolvers<boolean>()
  child.stdout.on('data', (chunk) => String(chunk).includes('"ready":true') && ready.resolve(true))
  if (await firstOf(child, ready.promise, { ms: openPatienceMs, late: true })) return windowOf(child)
  return null
}

/**
 * The address as an app window of an installed browser, with a profile of its own below the data; null when there is
 * none, or it has ended before `settleMs`.
 */
export const openInBrowser = async (
  url: string,
  dataDir: string,
  settleMs = settledMs,
): Promise<OpenWindow | null> => {
  const browser = hasDisplay() ? findBrowser() : null
  if (!browser) return null
  const profile = join(dataDir, 'browser')
  // The query makes the address another one, so that the page is loaded once more, with its token.
  const { origin, hash } = new URL(url)
  const flags = [
    `--app=${origin}/`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--remote-debugging-pipe',
  ]
  const child = spawn(browser, [...sandboxArguments(), ...flags, '--window-size=1366,768'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , toBrowser, fromBrowser] = child.stdio
  const sent = sendToPage(toBrowser as Writable, fromBrowser as Readable, `${origin}/?${hash}`)
  const isOpen = await firstOf(child, new Promise(() => undefined), { ms: settleMs, late: true })
  if (!isOpen) return null
  if (await Promise.race([sent, setTimeout(openPatienceMs, false)])) return windowOf(child)
  child.kill('SIGTERM')
  return null
}
