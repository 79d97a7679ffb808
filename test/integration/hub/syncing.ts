/** A till and a hub that share, with the network between them left out. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { FeedRow } from '../../../core/contract/hub/wire.ts'
import { readFeed } from '../../../core/hub/feed.ts'
import { ingest } from '../../../core/hub/ingest.ts'
import { applyPage } from '../../../core/link/applyFeed.ts'
import { readFacts } from '../../../core/link/outbox.ts'
import type { HubDb } from '../../../db/hub/postgres.ts'
import type { HubTill, SharingHub } from './sharingHub.ts'
import { openSharingTill, type SharingTill } from './sharingTill.ts'

export interface SyncedTill extends SharingTill {
  at: HubTill
  /** Tells the hub what changed here. */
  send(): Promise<void>
  /** Reads what the hub tells. `fromStart`: all of it, as after the hub was put back from a backup. */
  read(how?: { fromStart?: boolean; pageSize?: number; reversed?: boolean }): Promise<FeedRow[]>
  /** Both. */
  sync(): Promise<void>
  item1(code: string): Record<string, unknown> | undefined
}

/** A transaction of another test on this server holds back what every reader is told. */
const allTold = async (db: HubDb): Promise<void> => {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db)
  const isPast = async () => {
    const past = await sql<{ past: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.xid}::xid8 as past`.execute(db)
    return past.rows[0]?.past
  }
  await vi.waitUntil(isPast, { timeout: 60_000, interval: 5 })
}

export const syncTill = async (
  hub: SharingHub,
  name: string,
  how: Parameters<typeof openSharingTill>[0] = {},
): Promise<SyncedTill> => {
  const till = await openSharingTill(how)
  const at = await hub.till(name)
  const woken = () => undefined
  const feeding = { db: hub.db, ports: { ids: { uuid: () => randomUUID() } } }
  let acked = 0
  let place: string | null = null
  const send = async () => {
    await till.tell()
    for (;;) {
      const facts = readFacts(till.db, acked)
      if (facts.length === 0) return
      const { status, body } = await ingest({ db: hub.db, woken }, at, { protocol: 1, facts })
      expect(status).toBe(200)
      acked = body.seq
    }
  }
  const feed = async (isAnew: boolean) => {
    await allTold(hub.db)
    const rows: FeedRow[] = []
    for (;;) {
      const { page } = await readFeed(feeding, at, place)
      rows.push(...page.rows)
      place = page.place
      if (!page.more) return { ...page, rows, fromStart: page.fromStart || isAnew }
    }
  }
  const read: SyncedTill['read'] = async ({ fromStart = false, pageSize = 1000, reversed = false } = {}) => {
    if (fromStart) place = null
    const { rows, applied, fromStart: isAnew } = await feed(fromStart)
    if (reversed) rows.reverse()
    const pages = Math.max(1, Math.ceil(rows.length / pageSize))
    for (let page = 0; page < pages; page += 1)
      await applyPage(
        { ...till.sharing, keepPlace: () => undefined, stopped: () => false },
        {
          place: String(page),
          fromStart: isAnew && page === 0,
          rows: rows.slice(page * pageSize, (page + 1) * pageSize),
          more: page < pages - 1,
          applied,
        },
      )
    return rows
  }
  return {
    ...till,
    at,
    send,
    read,
    sync: async () => {
      await send()
      await read()
    },
    item1: (code) =>
      till.db.raw.prepare('select * from item where code = ?').get(code) as
        | Record<string, unknown>
        | undefined,
  }
}

/** What tills see of an item or a customer, without what is each till's own. */
export const seen = ({ db }: SharingTill): unknown[] => [
  ...db.raw
    .prepare(`select uid, name, barcode, price, category, tax_type, active, favourite from item order by uid`)
    .all(),
  ...db.raw
    .prepare(`select c.uid, c.name, c.pin, c.phone, c.active, m.uid as into_uid from customer c
      left join customer m on m.id = c.merged_into order by c.uid`)
    .all(),
]
