/** The browser that the end-to-end tests drive: found, or installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../core/node/browser.ts'

/** The path of a browser that is here, or null: KAUNTA_CHROMIUM, Playwright's own, Chromium, Chrome, Edge. */
export const installedBrowser = (): string | null => {
  const named = process.env['KAUNTA_CHROMIUM']
  if (named) return existsSync(named) ? named : null
  const own = chromium.executablePath()
  return existsSync(own) ? own : findBrowser()
}

const succeeds = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, timeout: 600_000 }).status ===
  0

const installWithApt = (): boolean =>
  succeeds('apt-get', ['update', '-q']) &&
  succeeds('apt-get', ['install', '-yq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
    DEBIAN_FRONTEND: 'noninteractive',
  })

const installWithPlaywright = (): boolean => succeeds('playwright', ['install', 'chromium'])

/** Debian's package brings the libraries a bare machine lacks, but only root can have it. */
const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Finds a browser, or installs one and says so; null when there is none to be had. */
export const ensureBrowser = (): string | null => {
  const here = installedBrowser()
  if (here || process.env['KAUNTA_CHROMIUM']) return here
  console.log('No browser here; installing Chromium for the end-to-end tests')
  const installed = (canUseApt() && installWithApt()) || installWithPlaywright()
  return installed ? installedBrowser() : null
}
