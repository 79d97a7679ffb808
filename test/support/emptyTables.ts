/**
 * Gives a new profile of a test the tables that the migrations made for all of them: 25 steps take 80 ms of the processor,
 * and a thousand tests make a shop. The tests of upgrades and repairs run the migrations themselves: their databases have
 * another name, or lie beside a journal.
 *
 * Loaded with `lightPins.ts`.
 */
import { chmodSync, copyFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { bundleFolder, repository } from './process.ts'

/** Made by {@link bundleTill}. */
export const emptyTill = repository(`${bundleFolder}/emptyTill.db`)

const isNewProfile = (file: unknown, options?: { readonly?: boolean }): file is string => {
  if (typeof file !== 'string' || options?.readonly || !/[\\/]apps[\\/][^\\/]+[\\/]till\.db$/.test(file))
    return false
  const folder = dirname(file)
  return ![file, join(folder, '../../journal', basename(folder))].some((path) => existsSync(path))
}

type Driver = new (...args: unknown[]) => Sqlite.Database

const require = createRequire(import.meta.url)
// The driver's maker, before the package's entry calls it: Node keeps for `import` what the entry first exports.
const name = join(dirname(require.resolve('better-sqlite3')), 'database.js')
const makeDriver: (...args: unknown[]) => Driver = require(name)
const loaded = require.cache[name]
if (loaded && existsSync(emptyTill))
  loaded.exports = (...how: unknown[]) =>
    new Proxy(makeDriver(...how), {
      construct: (target, args, made) => {
        const [file, options] = args
        if (!isNewProfile(file, options)) return Reflect.construct(target, args, made)
        copyFileSync(emptyTill, file)
        chmodSync(file, 0o600)
        const db: Sqlite.Database = Reflect.construct(target, args, made)
        // By this moment Kaunta tells the databases of two shops apart.
        db.prepare('update kysely_migration set timestamp = ?').run(new Date().toISOString())
        return db
      },
    })
