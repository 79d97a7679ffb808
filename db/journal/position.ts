/** A database stores its own position in its journal, in the only row of a table. */
import Sqlite from 'better-sqlite3'
import type { RawDb } from '../engine/raw.ts'
import type { Position } from './lines.ts'

/** `generation` identifies one opening of one file. Every transaction writes the row, so every log contains it. */
const positionTable = `create table if not exists journal_position (
  id integer primary key check (id = 1), sequence integer not null, chain integer not null, generation integer) strict`

/** Returns a database's position; the beginning for one that never kept a journal. */
export const positionOf = (raw: RawDb): Position => {
  const has = raw.prepare("select 1 from sqlite_master where name = 'journal_position'").get()
  const row = has && raw.prepare('select sequence, chain from journal_position').get()
  return (row as Position | undefined) ?? { sequence: 0, chain: 0 }
}

/** Writes the number that identifies an open database until the next opening. */
export const writeGeneration = (raw: RawDb, generation: number): void => {
  const both = raw.transaction(() => {
    raw.exec(positionTable)
    raw
      .prepare(
        'insert into journal_position (id, sequence, chain, generation) values (1, 0, 0, ?) on conflict do update set generation = excluded.generation',
      )
      .run(generation)
    raw.pragma(`user_version = ${generation}`)
  })
  both.immediate()
}

/** Returns the number of {@link writeGeneration}; null if it and the file's header differ. */
export const generationOf = (raw: RawDb): number | null => {
  const inHeader = Number(raw.pragma('user_version', { simple: true }))
  const has = raw.prepare("select 1 from sqlite_master where name = 'journal_position'").get()
  const inTable = has ? raw.prepare('select generation from journal_position').pluck().get() : undefined
  return inTable === undefined || inTable === null || inTable === inHeader ? inHeader : null
}

/** Writes a database's position, inside the transaction that reaches it. */
export const positionWriter = (raw: RawDb): ((position: Position) => void) => {
  if (!raw.prepare("select 1 from sqlite_master where name = 'journal_position'").get())
    raw.exec(positionTable)
  const statement = raw.prepare(
    'insert into journal_position (id, sequence, chain) values (1, ?, ?) on conflict do update set sequence = excluded.sequence, chain = excluded.chain',
  )
  return ({ sequence, chain }) => {
    statement.run(sequence, chain)
  }
}

/** Starts a new history: no journal or copy from before continues the database from here. */
export const moveOn = (raw: RawDb, chain: number): void =>
  positionWriter(raw)({ sequence: positionOf(raw).sequence + 1, chain })

/** Returns the position of a database file without changing the file. */
export const positionIn = (file: string): Position => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return positionOf(raw)
  } finally {
    raw.close()
  }
}
