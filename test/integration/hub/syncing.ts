/** A till and a hub that share, with the wire between them left out. */
import { sql } from 'kysely'
import type { FeedRow } from '../../../core/contract/hub/wire.ts'
import { takeWish } from '../../../core/hub/wishes.ts'
import { applyPage } from '../../../core/link/applyFeed.ts'
import type { SharedNews } from '../../../core/link/news.ts'
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

export const syncTill = async (
  hub: SharingHub,
  name: string,
  how: Parameters<typeof openSharingTill>[0] = {},
): Promise<SyncedTill> => {
  const till = await openSharingTill(how)
  const at = await hub.till(name)
  let acked = 0
  let place = '0'
  const send = async () => {
    await till.tell()
    const facts = till.db.raw
      .prepare("select seq, content from audit where kind = 'wish' and seq > ? order by seq")
      .all(acked) as { seq: number; content: string }[]
    for (const { seq, content } of facts) {
      await hub.db.transaction().execute((tx) => takeWish(tx, at, { content }))
      acked = seq
    }
  }
  const read: SyncedTill['read'] = async ({ fromStart = false, pageSize = 1000, reversed = false } = {}) => {
    const after = fromStart ? '0' : place
    const { rows: shared } = await sql<SharedNews & { changed: string }>`
      select kind, uid, versions, body, active, changed::text from shared
      where scope in (0, ${at.branch}) and changed > ${after}::xid8 order by shared.changed, uid`.execute(
      hub.db,
    )
    const { rows: ends } = await sql<{ uid: string; outcome: 'applied'; answer: string; changed: string }>`
      select uid, outcome, answer, changed::text from wish
      where origin = ${at.id} and changed > ${after}::xid8 order by wish.changed, uid`.execute(hub.db)
    place = [after, ...shared.map(({ changed }) => changed), ...ends.map(({ changed }) => changed)].reduce(
      (most, each) => (BigInt(each) > BigInt(most) ? each : most),
    )
    const rows: FeedRow[] = [
      ...shared.map(({ changed: _, ...row }): SharedNews => row),
      ...ends.map(({ uid, outcome, answer }) => ({
        kind: 'wishEnd' as const,
        uid,
        outcome,
        body: JSON.parse(answer),
      })),
    ]
    if (reversed) rows.reverse()
    const pages = Math.max(1, Math.ceil(rows.length / pageSize))
    for (let page = 0; page < pages; page += 1)
      await applyPage(
        { ...till.sharing, keepPlace: () => undefined, stopped: () => false },
        {
          place: String(page),
          fromStart: fromStart && page === 0,
          rows: rows.slice(page * pageSize, (page + 1) * pageSize),
          more: page < pages - 1,
          applied: acked,
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
