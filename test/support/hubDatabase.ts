/** A hub's database for a test, with tills that are rows only. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { FactOrigin } from '../../core/hub/projections/projection.ts'
import { type HubDb, openHubDb } from '../../db/hub/postgres.ts'
import type { Programs } from '../../db/hub/programs.ts'
import { freshDatabase } from './postgres.ts'

export interface TestHubDb {
  url: string
  db: HubDb
  /** The branches that were woken, in order. */
  woke: number[]
  woken(branch: number): void
  /** Another set of connections, as of another process. */
  another(): HubDb
  addBranch(code?: string): Promise<number>
  addOrigin(branch: number, options?: { name?: string; kind?: 'till' | 'signer' }): Promise<FactOrigin>
}

/** Gone when the test is over. */
export const openTestHubDb = async (programs: Programs): Promise<TestHubDb> => {
  const { url, drop } = await freshDatabase(programs)
  const opened: HubDb[] = []
  const another = () => {
    const db = openHubDb(url, () => undefined)
    opened.push(db)
    return db
  }
  onTestFinished(async () => {
    await Promise.all(opened.map((db) => db.destroy()))
    await drop()
  })
  const db = another()
  const woke: number[] = []
  let names = 0
  return {
    url,
    db,
    woke,
    woken: (branch) => void woke.push(branch),
    another,
    addBranch: async (code = '00') => {
      const row = { pin: 'P051000001K', code }
      return (await db.insertInto('branch').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    addOrigin: async (branch, { name, kind = 'till' } = {}) => {
      names += 1
      const row = { uid: randomUUID(), kind, name: name ?? `T${names}`, branch, made_at: 1, seen_at: null }
      const { id } = await db.insertInto('origin').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, branch, uid: row.uid }
    },
  }
}
