/**
 * Gives a new profile of a test the tables that the migrations made for all of them: 25 steps take 80 ms of the processor,
 * and a thousand tests make a shop. The tests of upgrades and repairs run the migrations themselves: their databases have
 * another name, or lie beside a journal.
 *
 * Loaded with `lightPins.ts`.
 */
import { copyFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { bundleFolder, repository } from './process.ts'

/** Made by {@link bundleTill}. */
export const emptyTill = repository(`${bundleFolder}/emptyTill.db`)

const isNewProfile = (file: unknown, options?: { readonly?: boolean }): file is string => {
  if (typeof file !== 'string' || basename(file) !== 'till.db' || options?.readonly) return false
  const folder = dirname(file)
  return ![file, join(folder, '../../journal', basename(folder))].some((path) => existsSync(path))
}

const require = createRequire(import.meta.url)
const name = require.resolve('better-sqlite3')
const driver: new (...args: unknown[]) => object = require(name)
const loaded = require.cache[name]
if (loaded && existsSync(emptyTill))
  loaded.exports = new Proxy(driver, {
    construct: (target, args, made) => {
      const [file, options] = args
      if (isNewProfile(file, options)) copyFileSync(emptyTill, file)
      return Reflect.construct(target, args, made)
    },
  })
