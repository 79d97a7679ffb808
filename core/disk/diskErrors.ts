/** What an error of SQLite or of the file system says about the disk. */

/** busy: another program holds the file; damaged: what is read cannot be what was written; gone: see `db/engine/anchor.ts`. */
export type DiskTrouble = 'full' | 'readOnly' | 'broken' | 'busy' | 'damaged' | 'gone'

/** By the code or the beginning of it: SQLite's extended codes go on with an underscore. */
const troubles: [code: string, trouble: DiskTrouble][] = [
  ['KAUNTA_GONE', 'gone'],
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  // The file was taken away under its connection: an unplugged disk, a moved folder.
  ['SQLITE_READONLY_DBMOVED', 'broken'],
  ['SQLITE_READONLY', 'readOnly'],
  ['SQLITE_PERM', 'readOnly'],
  ['EROFS', 'readOnly'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_PROTOCOL', 'busy'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR', 'broken'],
  ['SQLITE_CANTOPEN', 'broken'],
  ['EIO', 'broken'],
  ['ENODEV', 'broken'],
  ['ENXIO', 'broken'],
  ['ESTALE', 'broken'],
]

export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** null: it is no trouble of the disk. */
export const diskTrouble = (error: unknown): DiskTrouble | null => {
  const code = codeOf(error)
  const found = troubles.find(([start]) => code === start || code.startsWith(`${start}_`))
  return found?.[1] ?? null
}
