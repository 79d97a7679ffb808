/** The devices of branches that this hub signs with, and the tills that leave their documents to it. */
import { type Selectable, sql } from 'kysely'
import { ancestorsOf } from './origins.ts'
import type { HubDb, HubTx } from './postgres.ts'
import { insertRows } from './rows.ts'
import type { HubSchema } from './schema.ts'
import { canonicalUids } from './shared.ts'

export type DeviceRow = Selectable<HubSchema['device']>

/** The till said in this hub's epoch since when the signer owes for it. What an ended till said before counts. */
const inThisEpoch = sql<boolean>`(delegation.hub_epoch = (select epoch from hub) or origin.revoked_at is not null)`

/**
 * Returns the devices with which this hub is to sign. After another computer took over, a till of the branch says first
 * that it leaves its documents to this hub: a device may have left a hub that was put back from a backup.
 */
export const activeDevices = (db: HubDb): Promise<DeviceRow[]> =>
  db
    .selectFrom('device')
    .selectAll()
    .where('active_at', 'is not', null)
    .where('returned_at', 'is', null)
    .where('waits_for', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delegation')
          .innerJoin('origin', 'origin.id', 'delegation.origin')
          .select('delegation.origin')
          .whereRef('origin.branch', '=', 'device.branch')
          .where(sql<boolean>`delegation.hub_epoch = (select epoch from hub)`),
      ),
    )
    .orderBy('branch')
    .execute()

/** Returns the devices whose keys this hub has. */
export const devicesHere = (db: HubDb | HubTx): Promise<{ app: string }[]> =>
  db.selectFrom('device').select('app').where('returned_at', 'is', null).execute()

/**
 * Keeps the device of a branch. Another one that signs already stays; one whose till never left its documents gives way.
 * Returns the one that is here.
 */
export const keepDevice = (
  db: HubDb,
  device: Omit<DeviceRow, 'active_at' | 'returned_at' | 'waits_for'>,
): Promise<DeviceRow> =>
  db.transaction().execute(async (tx) => {
    const row = { ...device, active_at: null, returned_at: null, waits_for: null }
    await tx
      .insertInto('device')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('branch')
          .doUpdateSet(row)
          .where(({ or, eb }) =>
            or([eb('device.active_at', 'is', null), eb('device.returned_at', 'is not', null)]),
          ),
      )
      .execute()
    return tx.selectFrom('device').selectAll().where('branch', '=', device.branch).executeTakeFirstOrThrow()
  })

/** The till that handed the device over leaves its documents to the signer, so the signer may begin. */
export const activateDevice = async (
  db: HubDb | HubTx,
  { branch, origin, now }: { branch: number; origin: number; now: number },
): Promise<void> => {
  await db
    .updateTable('device')
    .set({ active_at: now })
    .where('branch', '=', branch)
    .where('origin', '=', origin)
    .where('active_at', 'is', null)
    .execute()
}

/**
 * Keeps what a till had registered. `isFirst`: nothing that it said before counts. `ofBranch`: the quantities are those of
 * all tills.
 */
export const keepHanded = (
  db: HubDb,
  origin: number,
  items: readonly { uid: string; code: string; onHand: number; contained?: object | undefined }[],
  { isFirst, ofBranch }: { isFirst: boolean; ofBranch: boolean },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (isFirst) await tx.deleteFrom('handed').where('origin', '=', origin).execute()
    const uids = await canonicalUids(
      tx,
      items.map(({ uid }) => uid),
    )
    const rows = items.map(({ uid, code, onHand, contained }) => ({
      origin,
      item: uids.get(uid) ?? uid,
      code,
      on_hand: onHand,
      of_branch: ofBranch,
      contained: contained ?? null,
    }))
    await insertRows(
      tx,
      'handed',
      ['origin', 'item', 'code', 'on_hand', 'of_branch', 'contained'],
      rows,
      sql`on conflict (origin, item) do update
        set code = excluded.code, on_hand = excluded.on_hand, of_branch = excluded.of_branch,
          contained = excluded.contained`,
    )
  })

/** The device of a branch, also one that a till took back. */
export const lastDevice = (db: HubDb, branch: number): Promise<DeviceRow | undefined> =>
  db.selectFrom('device').selectAll().where('branch', '=', branch).executeTakeFirst()

/** The device of a branch that is here; undefined: none is. */
export const deviceOf = (db: HubDb | HubTx, branch: number): Promise<DeviceRow | undefined> =>
  db
    .selectFrom('device')
    .selectAll()
    .where('branch', '=', branch)
    .where('returned_at', 'is', null)
    .executeTakeFirst()

export interface TillOfBranch {
  uid: string
  name: string
  /** Epoch milliseconds; null: never heard of. */
  seenAt: number | null
  /** How far the hub has its trail. */
  seq: number
  /** Of the fact `seq`. */
  hash: string
  isEnded: boolean
  /** The till whose trail this one continues after a row; null: its trail is its own from the first row. */
  parent: string | null
  startSeq: number
  /** The till owed what its facts up to this one say. null: it still signs itself. */
  since: number | null
  /** The till owes what its facts after this one say. null: the signer does. */
  until: number | null
  /** An earlier hub may have its facts up to this one. */
  before: number
}

const tills = (db: HubDb, branch: number) =>
  db
    .selectFrom('origin')
    .leftJoin('delegation', 'delegation.origin', 'origin.id')
    .leftJoin('origin as other', 'other.id', 'origin.parent')
    .select([
      'origin.uid',
      'other.uid as parent',
      'origin.start_seq as startSeq',
      'origin.name',
      'origin.seen_at as seenAt',
      'origin.acked_seq as seq',
      'origin.acked_hash as hash',
      sql<boolean>`origin.revoked_at is not null`.as('isEnded'),
      sql<number | null>`case when ${inThisEpoch} then delegation.since end`.as('since'),
      sql<number | null>`case when ${inThisEpoch} then delegation.until end`.as('until'),
      sql<number>`coalesce(case when delegation.hub_epoch = (select epoch from hub) then delegation.before
        else origin.acked_seq end, 0)`.as('before'),
    ])
    .where('origin.branch', '=', branch)
    .where('origin.kind', '=', 'till')

/**
 * Returns the tills of a branch, in the order in which they left their documents to the signer. What an ended till sold
 * before its end is signed like all else.
 */
export const tillsOfBranch = async (db: HubDb, branch: number): Promise<TillOfBranch[]> =>
  tills(db, branch).orderBy('delegation.at').orderBy('origin.id').execute()

export const tillByOrigin = (db: HubDb, branch: number, uid: string): Promise<TillOfBranch | undefined> =>
  tills(db, branch).where('origin.uid', '=', uid).executeTakeFirst()

/** The numbers at the authority that a till would have used next. */
type Counters = Record<string, number>

/**
 * From now on the signer owes what the till's facts after `since` owe. Does nothing if it does already in this epoch.
 * `counters`: the numbers at the authority that the till would have used next. `before`: an earlier hub may have the facts
 * up to this one.
 */
export const delegate = async (
  db: HubDb | HubTx,
  originUid: string,
  {
    since,
    now,
    counters = {},
    epoch = 1,
    before = 0,
  }: { since: number; now: number; counters?: Counters; epoch?: number; before?: number },
) => {
  const columns = ['origin', 'since', 'at', 'counters', 'hub_epoch', 'before'] as const
  await db
    .insertInto('delegation')
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom('origin')
        .select([
          'origin.id',
          sql<number>`${since}::bigint`.as('since'),
          sql<number>`${now}::bigint`.as('at'),
          sql<string>`${JSON.stringify(counters)}::text`.as('counters'),
          sql<number>`${epoch}::bigint`.as('hub_epoch'),
          sql<number>`${before}::bigint`.as('before'),
        ])
        .where('origin.uid', '=', originUid),
    )
    .onConflict((conflict) =>
      conflict
        .column('origin')
        .doUpdateSet((set) => ({
          since: set.ref('excluded.since'),
          at: set.ref('excluded.at'),
          counters: set.ref('excluded.counters'),
          hub_epoch: set.ref('excluded.hub_epoch'),
          before: set.ref('excluded.before'),
          until: null,
        }))
        .where(({ or, eb, ref }) =>
          or([
            eb('delegation.until', 'is not', null),
            eb('delegation.hub_epoch', '<>', ref('excluded.hub_epoch')),
          ]),
        ),
    )
    .execute()
  await db
    .updateTable('device')
    .set({ waits_for: null })
    .where('waits_for', 'in', (from) => from.selectFrom('origin').select('id').where('uid', '=', originUid))
    .execute()
}

/**
 * The signer owes also what the tills owe that this one was before it was paired anew, as far as it has their trails. Does
 * nothing for a till that said itself in this epoch what it owes.
 */
export const delegateAncestors = async (
  tx: HubTx,
  origin: number,
  by: { since: number; now: number; epoch: number; before: number; closedBy: number | undefined },
): Promise<void> => {
  const { since, now, epoch, before, closedBy = Number.POSITIVE_INFINITY } = by
  // A till that was copied before it closed its queue may still send itself what both have.
  const closed = (await ancestorsOf(tx, origin)).filter(({ upTo }) => closedBy <= upTo)
  for (const { id, upTo } of closed)
    await tx
      .insertInto('delegation')
      .values({
        ...{ origin: id, since, at: now, counters: '{}', hub_epoch: epoch },
        ...{ before: Math.min(before, upTo), until: upTo },
      })
      .onConflict((conflict) =>
        conflict
          .column('origin')
          .doUpdateSet((set) => ({
            since: set.ref('excluded.since'),
            at: set.ref('excluded.at'),
            hub_epoch: set.ref('excluded.hub_epoch'),
            before: set.ref('excluded.before'),
            until: set.ref('excluded.until'),
          }))
          .whereRef('delegation.hub_epoch', '<>', 'excluded.hub_epoch'),
      )
      .execute()
}

export const countersOf = async (db: HubDb, originUid: string): Promise<Counters> => {
  const row = await db
    .selectFrom('delegation')
    .innerJoin('origin', 'origin.id', 'delegation.origin')
    .select('delegation.counters')
    .where('origin.uid', '=', originUid)
    .executeTakeFirst()
  return JSON.parse(row?.counters ?? '{}')
}

/** What a till had registered with its own device. */
export interface HandedItem {
  uid: string
  code: string
  /** Hundredths that the authority has, as the till counted. */
  onHand: number
  /** The quantity is that of all tills of the branch. */
  ofBranch: boolean
  /** Which stock records that is of; null: not known. */
  contained: unknown
  /** Of the catalogue; null: it lacks the item. */
  body: unknown
}

/** `after`: the uid of the last item; null: from the first. */
export const handedItems = (
  db: HubDb,
  originUid: string,
  after: string | null,
  limit: number,
): Promise<HandedItem[]> =>
  db
    .selectFrom('handed')
    .innerJoin('origin', 'origin.id', 'handed.origin')
    .leftJoin('shared', 'shared.uid', 'handed.item')
    .select([
      'handed.item as uid',
      'handed.code',
      'handed.on_hand as onHand',
      'handed.of_branch as ofBranch',
      'handed.contained',
      'shared.body',
    ])
    .where('origin.uid', '=', originUid)
    .$if(after !== null, (query) => query.where('handed.item', '>', after as string))
    .orderBy('handed.item')
    .limit(limit)
    .execute()

/** Codes of the branch's items at the authority, as its signer told them. `after`: the uid of the last item; null: from the first. */
export const codesOf = (
  db: HubDb,
  branch: number,
  after: string | null,
  limit: number,
): Promise<{ uid: string; code: string; body: unknown }[]> =>
  db
    .selectFrom('stock_level')
    .leftJoin('shared', 'shared.uid', 'stock_level.item')
    .select(['stock_level.item as uid', 'shared.body'])
    .select(sql<string>`stock_level.authority_code`.as('code'))
    .where('stock_level.branch', '=', branch)
    .where('stock_level.authority_code', 'is not', null)
    .$if(after !== null, (query) => query.where('stock_level.item', '>', after as string))
    .orderBy('stock_level.item')
    .limit(limit)
    .execute()

/** Returns a till's document and its credit notes, by the document's id at the till. */
export const earlierInvoices = (
  db: HubDb,
  { branch, origin, id }: { branch: number; origin: string; id: number },
) =>
  db
    .selectFrom('invoice')
    .innerJoin('origin', 'origin.id', 'invoice.origin')
    .select(['invoice.id', 'invoice.seq', 'invoice.state', 'invoice.authority_number as number'])
    .where('invoice.branch', '=', branch)
    .where('origin.uid', '=', origin)
    .where(({ or, eb }) => or([eb('invoice.id', '=', id), eb('invoice.original_id', '=', id)]))
    .orderBy('invoice.id')
    .execute()

/** Returns the number of the fact of a till's stock record, by the record's id at the till. */
export const earlierRecord = async (
  db: HubDb,
  originUid: string,
  id: number,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('fact')
    .innerJoin('origin', 'origin.id', 'fact.origin')
    .select('fact.seq')
    .where('origin.uid', '=', originUid)
    .where('fact.kind', '=', 'stockRecord')
    .where('fact.row_id', '=', id)
    .executeTakeFirst()
  return row?.seq
}

/** The till signs itself what comes after `until`. A till that leaves already keeps its number. */
export const endDelegation = async (db: HubDb, origin: number, until: number): Promise<number | null> => {
  await db
    .updateTable('delegation')
    .set({ until })
    .where('origin', '=', origin)
    .where('until', 'is', null)
    .execute()
  const row = await db
    .selectFrom('delegation')
    .select('until')
    .where('origin', '=', origin)
    .executeTakeFirst()
  return row?.until ?? null
}

/** True if the signer of a branch signs for another till. */
export const isOtherDelegated = async (db: HubDb, branch: number, origin: number): Promise<boolean> =>
  (await db
    .selectFrom('delegation')
    .innerJoin('origin', 'origin.id', 'delegation.origin')
    .select('origin.id')
    .where('origin.branch', '=', branch)
    .where('origin.id', '<>', origin)
    .where('origin.revoked_at', 'is', null)
    .where('delegation.until', 'is', null)
    .executeTakeFirst()) !== undefined

/** Gives the device of a branch to a till, with the numbers that it uses next. */
export const returnDevice = (
  db: HubDb,
  { branch, origin, counters, now }: { branch: number; origin: number; counters: Counters; now: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('delegation')
      .set({ counters: JSON.stringify(counters) })
      .where('origin', '=', origin)
      .execute()
    await tx
      .updateTable('device')
      .set({ origin, returned_at: now })
      .where('branch', '=', branch)
      .where('returned_at', 'is', null)
      .execute()
  })

/** The device that a till took back; undefined: it took none. */
export const returnedTo = (db: HubDb, branch: number, origin: number): Promise<DeviceRow | undefined> =>
  db
    .selectFrom('device')
    .selectAll()
    .where('branch', '=', branch)
    .where('origin', '=', origin)
    .where('returned_at', 'is not', null)
    .executeTakeFirst()
