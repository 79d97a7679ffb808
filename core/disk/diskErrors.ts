/** Classifies errors of SQLite and the file system by what they say about the disk. */

/**
 * busy: another program locks the file. damaged: the data read cannot be what was written. gone: see
 * `db/engine/anchor.ts`.
 */
export type DiskTrouble = 'full' | 'readOnly' | 'broken' | 'busy' | 'damaged' | 'gone'

/** By the code or its prefix: SQLite's extended codes add an underscore and a suffix. */
const troubles: [code: string, trouble: DiskTrouble][] = [
  ['KAUNTA_GONE', 'gone'],
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  // The file disappeared while it was open: an unplugged disk or a moved folder.
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

/** null: the disk is not the cause. */
export const diskTrouble = (error: unknown): DiskTrouble | null => {
  const code = codeOf(error)
  const found = troubles.find(([start]) => code === start || code.startsWith(`${start}_`))
  return found?.[1] ?? null
}
