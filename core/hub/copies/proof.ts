/** Proves a backup: restores it into a server of its own, at low priority, and compares each row. */
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { removeServer, startServer } from '../../../db/hub/engine.ts'
import { makeDatabase, openHubDb } from '../../../db/hub/postgres.ts'
import type { Secrets } from '../../base/ports.ts'
import type { BackupFile } from '../../recovery/backupFiles.ts'
import { knownCode } from './recoveryCode.ts'
import { restoreBackup } from './restore.ts'

const proofForm = z.object({ name: z.string(), at: z.int(), rows: z.int() })
/** `at`: epoch milliseconds. `rows`: of all tables. */
export type LastProof = z.infer<typeof proofForm>

const noteIn = (backups: string): string => join(backups, 'proof.json')

/** null: none was proved yet. */
export const lastProof = (backups: string): LastProof | null => {
  try {
    return proofForm.parse(JSON.parse(readFileSync(noteIn(backups), 'utf8')))
  } catch {
    return null
  }
}

/** The server of a proof that was killed outlives it. */
export const proofFolder = (folder: string): string => join(folder, 'proof')

export interface Proof {
  /** The hub's. */
  folder: string
  backups: string
  newest: BackupFile
  secrets: Pick<Secrets, 'get'>
  step(): void
  now(): number
}

/** Rejects if the backup cannot be restored, or what was restored differs from it. */
export const prove = async ({ folder, backups, newest, secrets, step, now }: Proof): Promise<void> => {
  const own = proofFolder(folder)
  await removeServer(own)
  const password = randomBytes(32).toString('base64url')
  const server = await startServer({ folder: own, password, isBackground: true })
  try {
    await makeDatabase(server.url('postgres'), 'proof')
    const db = openHubDb(server.url('proof'), () => undefined, 2)
    try {
      const code = (await knownCode(secrets)) ?? ''
      const { tables } = await restoreBackup({ db, file: join(backups, newest.name), code, step })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const note: LastProof = { name: newest.name, at: now(), rows }
      writeFileSync(`${noteIn(backups)}.new`, JSON.stringify(note))
      renameSync(`${noteIn(backups)}.new`, noteIn(backups))
    } finally {
      await db.destroy()
    }
  } finally {
    await server.stop()
    await removeServer(own)
  }
}
