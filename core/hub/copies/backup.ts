/**
 * A backup of the hub: all tables at one moment, the keys that its tills know it by, and at the end the digest and the
 * number of rows of each table.
 */
import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { copiedTables, formOf, inOneMoment, linesOf } from '../../../db/hub/copy.ts'
import type { HubDb, HubTx } from '../../../db/hub/postgres.ts'
import { BackupDamagedError, type Block, createSealedFile, readSealedFile } from './sealedFile.ts'

const head = z.object({
  hub: z.string(),
  environment: z.enum(['production', 'sandbox']),
  /** Epoch milliseconds. */
  madeAt: z.int(),
  /** The migrations that made the form of the tables. */
  form: z.array(z.string()),
  /** By their names among the hub's secrets. */
  secrets: z.record(z.string(), z.string()),
})
export type BackupHead = z.infer<typeof head>

const tableDigest = z.object({ name: z.string(), rows: z.int(), digest: z.string() })
export type TableDigest = z.infer<typeof tableDigest>
const ending = z.object({ tables: z.array(tableDigest) })

export interface BackupContent {
  head: BackupHead
  tables: TableDigest[]
}

/** Counts and digests the lines of one table. */
export const createTally = (name: string): { add(text: string, rows: number): void; sum(): TableDigest } => {
  const hash: Hash = createHash('sha256')
  let rows = 0
  return {
    add: (text, count) => {
      hash.update(text)
      rows += count
    },
    sum: () => ({ name, rows, digest: hash.digest('hex') }),
  }
}

/** Lines as they stand in a block, and are digested. */
export const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`
export const linesIn = (text: string): string[] => text.slice(0, -1).split('\n')

/** The one row that says what the database is for. Throws if no hub has begun on it. */
export const demandHub = async (db: HubDb) => {
  const row = await db.selectFrom('hub').select(['id', 'environment']).executeTakeFirst()
  if (!row) throw new Error('No hub has begun on this database. Start it once with npm run -s hub')
  return row
}

export interface Backup {
  db: HubDb
  /** It must not exist. */
  file: string
  code: string
  /** Returns the secrets that belong to the rows. */
  secretsOf(tx: HubTx): Promise<Record<string, string>>
  /** Epoch milliseconds. */
  now: number
  /** Is called after each step. What it throws ends the backup. */
  step?(): void
}

/** Writes a backup of this moment. Rejects, and leaves an unfinished file, if anything fails. */
export const writeBackup = async ({
  db,
  file,
  code,
  secretsOf,
  now,
  step,
}: Backup): Promise<BackupContent> => {
  const { id, environment } = await demandHub(db)
  const sealed = await createSealedFile(file, code)
  try {
    const content = await inOneMoment(db, async (tx) => {
      const form = await formOf(tx)
      const secrets = await secretsOf(tx)
      const begun: BackupHead = { hub: id, environment, madeAt: now, form, secrets }
      await sealed.add('head', JSON.stringify(begun))
      const tables: TableDigest[] = []
      for (const table of await copiedTables(tx)) {
        const tally = createTally(table.name)
        await sealed.add('table', table.name)
        for await (const lines of linesOf(tx, table)) {
          const text = textOf(lines)
          tally.add(text, lines.length)
          await sealed.add('rows', text)
          step?.()
        }
        tables.push(tally.sum())
      }
      return { head: begun, tables }
    })
    await sealed.add('end', JSON.stringify({ tables: content.tables }))
    return content
  } finally {
    await sealed.close()
  }
}

const read = <T>(form: z.ZodType<T>, { text }: Block): T => {
  const parsed = form.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupDamagedError('This backup was written by another version of Kaunta. Use that version')
}

/** Is given each step of a table, in order. */
export type TakeRows = (table: string, lines: string[]) => Promise<void>

export interface Reading {
  file: string
  code: string
  begin?(head: BackupHead): Promise<void>
  rows?: TakeRows
  step?(): void
}

/** Reads a backup to its end, and checks each row. Throws `BackupDamagedError` or `WrongRecoveryCodeError`. */
export const readBackup = async ({ file, code, begin, rows, step }: Reading): Promise<BackupContent> => {
  const found: TableDigest[] = []
  let begun: BackupHead | undefined
  let tally: ReturnType<typeof createTally> | undefined
  let table = ''
  let said: TableDigest[] = []
  for await (const block of readSealedFile(file, code)) {
    if (block.kind === 'head') {
      begun = read(head, block)
      await begin?.(begun)
    } else if (block.kind === 'rows') {
      const lines = linesIn(block.text)
      tally?.add(block.text, lines.length)
      await rows?.(table, lines)
      step?.()
    } else {
      if (tally) found.push(tally.sum())
      tally = block.kind === 'table' ? createTally(block.text) : undefined
      table = block.text
      if (block.kind === 'end') said = read(ending, block).tables
    }
  }
  if (!begun || JSON.stringify(said) !== JSON.stringify(found))
    throw new BackupDamagedError(`${file} does not have the rows that it names. Use another backup`)
  return { head: begun, tables: found }
}
