/** Reads the content of a copy of a profile's database without changing it. */
import Sqlite from 'better-sqlite3'
import { isDamage } from '../engine/errors.ts'
import { readerOf } from '../engine/readOnly.ts'
import type { Position } from '../journal/lines.ts'
import { positionOf } from '../journal/position.ts'
import { type NamedOwner, ownerOf } from './audit.ts'

/** A database's owner, by its own data. */
export interface Identity extends NamedOwner {
  /** With the number that the authority gave its control unit; null: not initialised. */
  device: { serial: string; scuId: string } | null
}

export interface Contents {
  migrations: string[]
  /** When the database was created, by its own data; the same in all its copies. */
  madeAt: string
  /** null: its audit trail does not name it. */
  identity: Identity | null
  sales: number
  creditNotes: number
  /** Number of the newest sale. */
  lastNumber: string | null
  /** Epoch milliseconds. */
  lastSoldAt: number | null
  /** Documents not accepted yet. */
  waiting: number
  position: Position
}

const identityIn = (raw: Sqlite.Database): Identity | null => {
  const owner = ownerOf(readerOf(raw))
  const device = raw.prepare('select serial, sdc_id as scuId from device').get()
  return owner ? { ...owner, device: (device as Identity['device'] | undefined) ?? null } : null
}

/** null: it is no database of a profile. */
const readOnly = <T>(file: string, read: (raw: Sqlite.Database) => T): T | null => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return read(raw)
  } catch (error) {
    if (isDamage(error) || (error as { code?: string }).code === 'SQLITE_ERROR') return null
    throw error
  } finally {
    raw.close()
  }
}

/** Returns a file's owner; null: no profile's database, or it names none. */
export const identityOf = (file: string): Identity | null => readOnly(file, identityIn)

const contentIn = (raw: Sqlite.Database): Contents => {
  const value = <T>(sql: string) => raw.prepare(sql).pluck().get() as T
  const number = (sql: string) => Number(value(sql) ?? 0)
  return {
    madeAt: value<string>('select min(timestamp) from kysely_migration'),
    migrations: raw.prepare('select name from kysely_migration').pluck().all() as string[],
    identity: identityIn(raw),
    sales: number("select count(*) from invoice where kind = 'sale'"),
    creditNotes: number("select count(*) from invoice where kind = 'creditNote'"),
    lastNumber:
      value<string | undefined>("select number from invoice where kind = 'sale' order by id desc") ?? null,
    lastSoldAt: value<number | null>(
      'select max(sold_at) from invoice where id > (select max(id) from invoice) - 1000',
    ),
    waiting: number("select count(*) from submission where state in ('queued', 'sending', 'unknown')"),
    position: positionOf(raw),
  }
}

/** null: it is no database of a profile. */
export const contentOf = (file: string): Contents | null => readOnly(file, contentIn)
