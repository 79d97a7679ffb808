/** Readers of the feed, and transactions that a test takes step by step. */
import { randomUUID } from 'node:crypto'
import type { FeedPage, FeedRow } from '../../../core/contract/hub/wire.ts'
import { readFeed } from '../../../core/hub/feed.ts'
import type { HubDb, HubTx } from '../../../db/hub/postgres.ts'

export interface Held {
  run(work: (tx: HubTx) => Promise<unknown>): Promise<void>
  end(how: 'commit' | 'rollback'): Promise<void>
}

/** A transaction on a connection of its own. */
export const hold = async (db: HubDb): Promise<Held> => {
  const tx = await db.startTransaction().execute()
  return {
    run: async (work) => void (await work(tx as never)),
    end: async (how) => {
      try {
        await (how === 'commit' ? tx.commit() : tx.rollback()).execute()
      } catch (error) {
        // Gives the broken connection back.
        await tx
          .rollback()
          .execute()
          .catch(() => undefined)
        throw error
      }
    },
  }
}

/** Sets what is on hand of an item, hundredths. */
export const put = (branch: number, item: string, onHand: number) => (tx: HubTx | HubDb) =>
  tx
    .insertInto('stock_level')
    .values({ branch, item, on_hand: onHand })
    .onConflict((conflict) => conflict.columns(['branch', 'item']).doUpdateSet({ on_hand: onHand }))
    .execute()

export const levelsIn = (rows: FeedRow[]): Record<string, number> =>
  Object.fromEntries(rows.flatMap((row) => (row.kind === 'level' ? [[row.uid, row.onHand]] : [])))

export const feeding = (db: HubDb) => ({ db, ports: { ids: { uuid: () => randomUUID() } } })

export interface Reader {
  /** The levels that it was told. */
  known: Record<string, number>
  /** Up to where it read. */
  place(): string | null
  /** Reads to the end, and returns the last page. `fromStart`: one of the pages said so. */
  read(): Promise<FeedPage>
}

/** A till that reads the feed, of whatever database is the hub's at the moment. */
export const readerOf = (dbNow: () => HubDb, till: { id: number; branch: number }): Reader => {
  let place: string | null = null
  const known: Record<string, number> = {}
  return {
    known,
    place: () => place,
    read: async () => {
      let fromStart = false
      for (;;) {
        const { page } = await readFeed(feeding(dbNow()), till, place)
        fromStart ||= page.fromStart
        if (page.fromStart) for (const uid of Object.keys(known)) delete known[uid]
        place = page.place
        Object.assign(known, levelsIn(page.rows))
        if (!page.more) return { ...page, fromStart }
      }
    },
  }
}
