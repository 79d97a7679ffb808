/** Faults of ours in what watches the data folder: loaded before the till (`--import`), TORTURE_BUG plants one of them. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Edit {
  file: string
  find: string
  replace: string
}

export const folderBugs: Record<string, Edit[]> = {
  comparisonRemoved: [
    {
      file: 'db/anchor.ts',
      find: '  return now?.ino === ino && now.dev === dev\n',
      replace: '  return true\n',
    },
  ],
  // Either of the two alone keeps a folder that came back from being sold in.
  goneForgotten: [
    {
      file: 'db/anchor.ts',
      find: 'if (gone === null && !isInPlace(place)) gone = place.path\n    if (gone !== null) throw new FolderGoneError(gone)',
      replace: 'if (!isInPlace(place)) throw new FolderGoneError(place.path)',
    },
    {
      file: 'db/anchor.ts',
      find: 'if (gone === null) gone = [...held]',
      replace: 'gone = [...held]',
    },
    {
      file: 'core/disk.ts',
      find: "if (next === word || word === 'gone') return",
      replace: 'if (next === word) return',
    },
  ],
}

const name = process.env['TORTURE_BUG']
for (const { file, find, replace } of folderBugs[name ?? ''] ?? []) {
  const url = new URL(`../../${file}`, import.meta.url).href
  if (!readFileSync(fileURLToPath(url), 'utf8').includes(find))
    throw new Error(`The bug "${name}" is not of ${file} any more`)
  registerHooks({
    load: (loaded, context, next) => {
      const result = next(loaded, context)
      if (loaded !== url) return result
      return { ...result, source: String(result.source).replace(find, () => replace) }
    },
  })
}
