/** What a copy of a profile's database holds, read without changing it. */
import Sqlite from 'better-sqlite3'
import { isDamage } from '../engine/errors.ts'
import { readerOf } from '../engine/readOnly.ts'
import type { Position } from '../journal/lines.ts'
import { positionOf } from '../journal/position.ts'
import { ownerOf, type ToldOwner } from './audit.ts'

/** Whose a database is, as it says itself. */
export interface Identity extends ToldOwner {
  /** With the number that the authority gave its control unit; null: it has not been initialised. */
  device: { serial: string; scuId: string } | null
}

export interface Contents {
  migrations: string[]
  /** When the database was made, in its own words: the same in all its copies. */
  madeAt: string
  /** null: its audit trail does not begin with it. */
  identity: Identity | null
  sales: number
  creditNotes: number
  /** Of the newest sale. */
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

/** Whose database a file is; null: none of a profile, or it does not say. */
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
