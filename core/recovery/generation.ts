/**
 * Checks whether a database file and the write-ahead log beside it belong together. SQLite accepts any log that is
 * complete in itself: an older file beside a newer log, or another database's log, would be merged unnoticed. So
 * every opening writes a number into the file (`user_version`) and notes it beside the file.
 */
import { existsSync } from 'node:fs'
import { isDamage } from '../../db/engine/errors.ts'
import type { OpenDb } from '../../db/engine/sqlite.ts'
import { generationIn, generationSeen, sizeOf } from '../../db/integrity/inspect.ts'
import { writeGeneration } from '../../db/journal/position.ts'
import type { Ids } from '../base/ports.ts'
import { readJson, writeWhole } from './files.ts'

interface Note {
  /** Two while one replaces the other. */
  generations: number[]
  /** The database was closed: its log is missing because it is empty. */
  closed: boolean
  /** Damage was found while the database was open. The next opening checks the whole file. */
  suspect?: boolean
}

const noteFile = (file: string): string => `${file}.state`

const readNote = (file: string): Note | null => {
  const note = readJson(noteFile(file)) as Note | null
  return Array.isArray(note?.generations) ? note : null
}

export type Fit =
  /** File and log fit, or nothing is known about them. */
  | 'fits'
  /** The file is not the one last opened here, and it has no log. */
  | 'replaced'
  /** The log belongs to another file. */
  | 'foreignLog'
  /** The file was in use and its log is missing. */
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

/** Writes the number that identifies an open database until the next opening. */
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

/** Call it after closing. */
export const markClosed = (file: string): void => {
  const note = readNote(file)
  if (note) writeWhole(noteFile(file), JSON.stringify({ ...note, closed: true } satisfies Note))
}

/** The next opening checks the whole file. */
export const markSuspect = (file: string): void => {
  const note = readNote(file)
  if (note) writeWhole(noteFile(file), JSON.stringify({ ...note, suspect: true } satisfies Note))
}

export const isSuspect = (file: string): boolean => readNote(file)?.suspect === true
