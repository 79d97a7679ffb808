/** Programs of the system that printing is tested with: found, or installed on Debian as root. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canUseApt, installWithApt } from '../browser.ts'

const folders = ['/usr/sbin', '/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]

/** Returns the path of a program. Throws with the command that installs it. */
export const ensureProgram = (name: string, ...packages: string[]): string => {
  const find = () => folders.map((folder) => join(folder, name)).find(existsSync)
  const found = find() ?? (canUseApt() && installWithApt(...packages) ? find() : undefined)
  if (found) return found
  throw new Error(`${name} is not here. Install it: sudo apt-get install ${packages.join(' ')}`)
}

export const ensureSocat = (): string => ensureProgram('socat', 'socat')
export const ensureCups = (): string => {
  const packages = ['cups-daemon', 'cups-client']
  ensureProgram('lp', ...packages)
  return ensureProgram('cupsd', ...packages)
}
