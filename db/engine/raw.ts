import type Sqlite from 'better-sqlite3'

/** The engine's own handle. */
export type RawDb = Sqlite.Database
export type RawStatement = Sqlite.Statement
