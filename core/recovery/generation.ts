/**
 * Whether a database file and the log beside it belong together. SQLite takes any log that is whole in itself: an older
 * file beside a newer log, or the log of another database, would become one without anybody noticing. So every opening
 * gives the file a number (`user_version`), and notes beside it which one is to be found.
 */
import { existsSync } from 'node:fs'
import { isDamage } from '../../db/engine/errors.ts'
import type { OpenDb } from '../../db/engine/sqlite.ts'
import { generationIn, generationSeen, sizeOf } from '../../db/integrity/inspect.ts'
import { writeGeneration } from '../../db/journal/position.ts'
import type { Ids } from '../base/ports.ts'
import { readJson, writeWhole } from './files.ts'

interface Note {
  /** Two while one takes the place of the other. */
  generations: number[]
  /** It was closed: its log is gone because it is empty. */
  closed: boolean
  /** Damage was found while it was open: the next opening looks at all of it. */
  suspect?: boolean
}

const noteFile = (file: string): string => `${file}.state`

const readNote = (file: string): Note | null => {
  const note = readJson(noteFile(file)) as Note | null
  return Array.isArray(note?.generations) ? note : null
}

export type Fit =
  /** They fit, or nothing is known about them. */
  | 'fits'
  /** The file is another one than was last opened here, and has no log. */
  | 'replaced'
  /** The log belongs to another file than the one it lies beside. */
  | 'foreignLog'
  /** The log of a file that was in use is gone. */
  | 'noLog'

export const fitOf = (file: string): Fit => {
  const note = readNote(file)
  if (!note) return 'fits'
  const isOurs = (generation: number | null) => generation !== null && note.generations.includes(generation)
  const log = `${file}-wal`
  if ((sizeOf(log) ?? 0) === 0) {
    if (!isOurs(generationIn(file))) return 'replaced'
    return note.closed || existsSync(log) ? 'fits' : 'noLog'
  }
  try {
    return isOurs(generationIn(file)) && isOurs(generationSeen(file)) ? 'fits' : 'foreignLog'
  } catch (error) {
    if (isDamage(error)) return 'fits'
    throw error
  }
}

/** Gives an open database the number it is known by until the next opening, in the file itself. */
export const markOpened = (db: OpenDb, ids: Ids): void => {
  const before = Number(db.raw.pragma('user_version', { simple: true }))
  const next = 1 + Math.floor(ids.random() * 0x7ffffffe)
  const note = (generations: number[]) =>
    writeWhole(noteFile(db.file), JSON.stringify({ generations, closed: false } satisfies Note))
  note([before, next])
  writeGeneration(db.raw, next)
  db.raw.pragma('wal_checkpoint(TRUNCATE)')
  note([next])
}

/** Call once it is closed. */
export const markClosed = (file: string): void => {
  const note = readNote(file)
  if (note) writeWhole(noteFile(file), JSON.stringify({ ...note, closed: true } satisfies Note))
}

/** The next opening looks at all of it. */
export const markSuspect = (file: string): void => {
  const note = readNote(file)
  if (note) writeWhole(noteFile(file), JSON.stringify({ ...note, suspect: true } satisfies Note))
}

export const isSuspect = (file: string): boolean => readNote(file)?.suspect === true
