/** A database keeps its own place in its journal, in the row of one table. */
import Sqlite from 'better-sqlite3'
import type { RawDb } from '../engine/raw.ts'
import type { Position } from './lines.ts'

/** `generation`: which opening of which file this is. Every transaction writes its row, so that every log holds it. */
const positionTable = `create table if not exists journal_position (
  id integer primary key check (id = 1), sequence integer not null, chain integer not null, generation integer) strict`

/** Where a database stands; the beginning for one that has kept no journal yet. */
export const positionOf = (raw: RawDb): Position => {
  const has = raw.prepare("select 1 from sqlite_master where name = 'journal_position'").get()
  const row = has && raw.prepare('select sequence, chain from journal_position').get()
  return (row as Position | undefined) ?? { sequence: 0, chain: 0 }
}

/** Gives an open database the number it is known by until the next opening. */
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

/** The number that {@link writeGeneration} gave a database; null where it and the file's header do not agree. */
export const generationOf = (raw: RawDb): number | null => {
  const inHeader = Number(raw.pragma('user_version', { simple: true }))
  const has = raw.prepare("select 1 from sqlite_master where name = 'journal_position'").get()
  const inTable = has ? raw.prepare('select generation from journal_position').pluck().get() : undefined
  return inTable === undefined || inTable === null || inTable === inHeader ? inHeader : null
}

/** Writes where a database stands, inside the transaction that brings it there. */
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

/** Parts a database from its past: neither journal nor copy of the time before joins on to what it is from here. */
export const moveOn = (raw: RawDb, chain: number): void =>
  positionWriter(raw)({ sequence: positionOf(raw).sequence + 1, chain })

/** Where the database of a file stands; the file is left as it is. */
export const positionIn = (file: string): Position => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return positionOf(raw)
  } finally {
    raw.close()
  }
}
