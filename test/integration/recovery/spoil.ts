/** Ways in which the file of a till's database goes wrong. */
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { segmentFile, segmentsIn } from '../../../db/journal/lines.ts'
import { dumpOf } from '../../support/dump.ts'
import type { Shop } from '../../support/shop.ts'

export const pageSize = 4096

export const tillFile = ({ dataDir, appId }: Shop): string => join(dataDir, 'apps', appId, 'till.db')

export const overwrite = (file: string, at: number, length: number, byte = 0xa5): void => {
  const fd = openSync(file, 'r+')
  writeSync(fd, Buffer.alloc(length, byte), 0, length, at)
  closeSync(fd)
}

/** Everything a till's database holds; each start is two transactions of its own. */
export const dump = (file: string): ReturnType<typeof dumpOf> => {
  const db = new Sqlite(file, { readonly: true })
  try {
    const { journal_position: _, sqlite_sequence: __, audit, ...rows } = dumpOf(db)
    // The restore itself is added to the audit trail.
    return { ...rows, audit: (audit ?? []).filter((row) => !String(row).includes('"kind":"restored"')) }
  } finally {
    db.close()
  }
}

/** Pages of a table's rows, as SQLite itself lists them. */
export const leavesOf = (file: string, table: string): number[] => {
  const db = new Sqlite(file, { readonly: true })
  try {
    const root = Number(db.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table))
    const size = Number(db.pragma('page_size', { simple: true }))
    const bytes = readFileSync(file)
    const page = (number: number) => bytes.subarray((number - 1) * size, number * size)
    const walk = (number: number): number[] => {
      const start = number === 1 ? 100 : 0
      const content = page(number)
      if (content[start] !== 5) return [number]
      const cells = content.readUInt16BE(start + 3)
      const children = Array.from({ length: cells }, (_, index) =>
        content.readUInt32BE(content.readUInt16BE(start + 12 + index * 2)),
      )
      return [...children, content.readUInt32BE(start + 8)].flatMap(walk)
    }
    return walk(root)
  } finally {
    db.close()
  }
}

export const spoilPage = (file: string, page: number): void =>
  overwrite(file, (page - 1) * pageSize, pageSize)

export const cutInHalf = (file: string): void => {
  const pages = Math.floor(readFileSync(file).length / pageSize)
  truncateSync(file, Math.floor(pages / 2) * pageSize)
}

/** Takes the till's files as they are now, and puts them back: as if the power had gone then. */
export const powerCut = async (shop: Shop): Promise<void> => {
  const folder = join(shop.dataDir, 'apps')
  const kept = join(shop.dataDir, 'kept-apps')
  cpSync(folder, kept, { recursive: true })
  await shop.close()
  rmSync(folder, { recursive: true })
  cpSync(kept, folder, { recursive: true })
  rmSync(kept, { recursive: true })
}

export const removeJournal = ({ dataDir }: Shop): void =>
  rmSync(join(dataDir, 'journal'), { recursive: true, force: true })
/** The last transaction never came to the journal. */
export const dropLastLine = ({ dataDir, appId }: Shop): void => {
  const folder = join(dataDir, 'journal', appId)
  const file = segmentFile(folder, segmentsIn(folder).at(-1) ?? 0)
  const lines = readFileSync(file, 'latin1').split('\n').slice(0, -1)
  writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`, 'latin1')
}
/** The power went while the last two lines were on their way: the second got there, the first in part. */
export const tearLine = ({ dataDir, appId }: Shop): void => {
  const folder = join(dataDir, 'journal', appId)
  const file = segmentFile(folder, segmentsIn(folder).at(-1) ?? 0)
  const lines = readFileSync(file, 'latin1').split('\n')
  const torn = lines.at(-3) ?? ''
  lines[lines.length - 3] = torn.slice(0, 40).padEnd(torn.length, '\0')
  writeFileSync(file, lines.join('\n'), 'latin1')
}
export const removeBackups = ({ dataDir }: Shop): void =>
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true })

/** Files in `damaged`, by folder. */
export const asides = ({ dataDir, appId }: Shop): string[][] => {
  const folder = join(dataDir, 'damaged', appId)
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => readdirSync(join(folder, name)).sort())
    : []
}

export const spoilText = (file: string): void => writeFileSync(file, 'this is no database '.repeat(1000))
