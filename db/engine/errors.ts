/** What an error says about a database file. */

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''

/** Does SQLite say that the file itself is wrong, rather than that it cannot be had just now? */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

/** The file or its folder cannot be read or written: the permissions, the disk, or another program. Not damage. */
export const isOutOfReach = (error: unknown): boolean =>
  /^(SQLITE_(READONLY|CANTOPEN|PERM|IOERR|BUSY|LOCKED|FULL)|EACCES|EPERM|EROFS|EBUSY|EIO|ENOSPC|EISDIR|ENOTDIR)/.test(
    codeOf(error),
  )
