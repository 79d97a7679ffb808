/** `npm run simulate -- --hub`: worlds of a hub and its tills, one seed after another. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startServer } from '../../../db/hub/engine.ts'
import { migrateHub } from '../../../db/hub/migrate.ts'
import { makeDatabase, openHubDb } from '../../../db/hub/postgres.ts'
import { memoryFolder } from '../../support/memoryFolder.ts'
import { putTillsOnDisk } from '../disk.ts'
import type { Ran } from '../shares.ts'
import { emptyTill, letTheDeadRest } from '../till.ts'
import { holdReplies, holdSignatures } from './settle.ts'
import { runHubWorld } from './world.ts'

export interface HubRuns {
  first: number
  runs: number
  steps: number
  /** Sales of each act of selling. */
  rush: number
  /** Every `stride`-th seed from number `from` on. */
  from: number
  stride: number
  /** Prints the steps of one run. */
  replay: boolean
}

export const noRuns = { seeds: 0, documents: 0, faults: 0, kills: 0, rewinds: 0, takeOvers: 0 }

/** Ends at the first seed that breaks a rule. */
export const simulateHub = async ({
  first,
  runs,
  steps,
  rush,
  from,
  stride,
  replay,
}: HubRuns): Promise<Ran<typeof noRuns>> => {
  const folder = mkdtempSync(join(memoryFolder().TMPDIR ?? tmpdir(), 'kaunta-hub-'))
  chmodSync(folder, 0o711)
  const server = await startServer({ folder: join(folder, 'server'), password: 'simulation' })
  const sum = { ...noRuns }
  let failed: Ran['failed'] = null
  try {
    await makeDatabase(server.url('postgres'), 'form')
    const db = openHubDb(server.url('form'), () => undefined, 1)
    // Its transactions would hold back for a moment what the hub tells, and a seed would not repeat itself.
    await sql`alter system set autovacuum = off`.execute(db)
    await sql`alter system set fsync = off`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    await migrateHub(db)
    // The first world has rows of transactions before and after number 10000.
    await sql`do $$ begin while pg_current_xact_id() < '9800' loop commit; end loop; end $$`.execute(db)
    await db.destroy()
    const empty = await emptyTill(folder)
    letTheDeadRest()
    putTillsOnDisk()
    holdReplies()
    holdSignatures()
    for (let seed = first + from; seed < first + runs && !failed; seed += stride) {
      const own = mkdtempSync(join(folder, 'world-'))
      const common = { server, template: 'form', empty, folder: own, steps, rush }
      const outcome = await runHubWorld({ ...common, seed, ...(replay ? { narrate: console.log } : {}) })
      rmSync(own, { recursive: true, force: true })
      sum.seeds += 1
      for (const name of ['documents', 'faults', 'kills', 'rewinds', 'takeOvers'] as const)
        sum[name] += outcome[name]
      if (replay) console.log(`trace ${outcome.trace}`)
      if (outcome.broken.length > 0) failed = { seed, broken: outcome.broken, after: sum.seeds }
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { sum, failed }
}
