/** Faults of ours in what watches the data folder: loaded before the till (`--import`), TORTURE_BUG plants one of them. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

export const folderBugs: Record<string, { file: string; find: string; replace: string }> = {
  comparisonRemoved: {
    file: 'db/anchor.ts',
    find: '  return now?.ino === ino && now.dev === dev\n',
    replace: '  return true\n',
  },
  goneForgotten: {
    file: 'db/anchor.ts',
    find: 'if (gone === null && !isInPlace(place)) gone = place.path\n    if (gone !== null) throw',
    replace: 'if (!isInPlace(place)) throw',
  },
  folderMadeAnew: {
    file: 'db/makeFolder.ts',
    find: 'mkdirSync(folder, { mode: 0o700 })',
    replace: 'mkdirSync(folder, { mode: 0o700, recursive: true })',
  },
}

const name = process.env['TORTURE_BUG']
const bug = name && folderBugs[name]
if (bug) {
  const url = new URL(`../../${bug.file}`, import.meta.url).href
  if (!readFileSync(fileURLToPath(url), 'utf8').includes(bug.find))
    throw new Error(`The bug "${name}" is not of ${bug.file} any more`)
  registerHooks({
    load: (loaded, context, next) => {
      const result = next(loaded, context)
      if (loaded !== url) return result
      return { ...result, source: String(result.source).replace(bug.find, () => bug.replace) }
    },
  })
}
