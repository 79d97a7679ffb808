/** Classifies errors of a database file. */

export const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''

/** True if SQLite says that the file itself is damaged, not that it cannot be read now. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

/** The file or its folder cannot be read or written: permissions, the disk, or another program. Not damage. */
export const isOutOfReach = (error: unknown): boolean =>
  /^(SQLITE_(READONLY|CANTOPEN|PERM|IOERR|BUSY|LOCKED|FULL)|EACCES|EPERM|EROFS|EBUSY|EIO|ENOSPC|EISDIR|ENOTDIR)/.test(
    codeOf(error),
  )
