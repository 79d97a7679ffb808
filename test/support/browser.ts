/** The browser that the end-to-end tests drive: found, or installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../core/printing/printers/findBrowser.ts'

/** Chromium without the browser around the page, as Debian packages it: the tests take half the time in it. */
const shell = '/usr/bin/chromium-headless-shell'

/** The path of a browser that is here, or null: KAUNTA_CHROMIUM, Playwright's own, Debian's shell, Chromium, Chrome, Edge. */
export const installedBrowser = (): string | null => {
  const named = process.env['KAUNTA_CHROMIUM']
  if (named) return existsSync(named) ? named : null
  return [chromium.executablePath(), shell].find((path) => existsSync(path)) ?? findBrowser()
}

const succeeds = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, timeout: 300_000 }).status ===
  0

export const installWithApt = (...packages: string[]): boolean =>
  succeeds('apt-get', ['update', '-q']) &&
  succeeds('apt-get', ['install', '-yq', '--no-install-recommends', ...packages, 'fonts-liberation'], {
    DEBIAN_FRONTEND: 'noninteractive',
  })

const installWithPlaywright = (): boolean => succeeds('playwright', ['install', 'chromium'])

/** Debian's package brings the libraries a bare machine lacks, but only root can have it. */
export const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Finds a browser, or installs one and says so; null when there is none to be had. */
export const ensureBrowser = (): string | null => {
  const here = installedBrowser()
  // A person's computer keeps the browser that it has.
  const mayAddShell = process.env['CI'] !== undefined && here === findBrowser() && canUseApt()
  if ((here && !mayAddShell) || process.env['KAUNTA_CHROMIUM']) return here
  console.log(`${here ?? 'No browser'} is here; installing one for the end-to-end tests`)
  const isAdded = mayAddShell && installWithApt('chromium-headless-shell')
  if (here || isAdded) return installedBrowser()
  const installed = (canUseApt() && installWithApt('chromium')) || installWithPlaywright()
  return installed ? installedBrowser() : null
}
