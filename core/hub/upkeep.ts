/** What a running hub does now and then for what it tells. */
import { noteDecided } from '../../db/hub/incarnations.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { endOldWriters } from '../../db/hub/writers.ts'
import type { Ports } from '../base/ports.ts'

/** Milliseconds. */
const everyMs = 10_000
/** Milliseconds. An older transaction of the hub is stuck, and all tills wait for it. */
const longestWriteMs = 20_000

/** `lost`: is called when the database does not answer. Returns what ends it, in order. */
export const startUpkeep = (
  db: HubDb,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  lost: () => void,
): (() => Promise<void>) => {
  let cancel: () => void
  let stopped = false
  const keep = async (): Promise<void> => {
    try {
      const ended = await endOldWriters(db, longestWriteMs)
      if (ended > 0) log.warn({ ended }, 'Transactions that were open for too long were ended')
      await noteDecided(db)
    } catch (err) {
      log.warn({ err }, 'The hub could not look after its database')
      lost()
    }
  }
  let turn = Promise.resolve()
  const arm = () => {
    if (stopped) return
    cancel = clock.after(everyMs, () => {
      turn = keep().then(arm)
    })
  }
  arm()
  return async () => {
    stopped = true
    cancel()
    await turn
    await keep()
  }
}
