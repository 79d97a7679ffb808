/** What the hub's database is for, and its tills: how they come in, and how an owner ends one. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { HubDb } from './postgres.ts'
import type { HubSchema } from './schema.ts'

type Tx = Transaction<HubSchema>
export type OriginRow = Selectable<HubSchema['origin']>
export type HubRow = Selectable<HubSchema['hub']>

/** Stamps a new database. Returns what an earlier start stamped, which may be for another environment. */
export const stampHub = async (db: HubDb, row: HubRow): Promise<HubRow> => {
  await db
    .insertInto('hub')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('hub').selectAll().executeTakeFirstOrThrow()
}

/** The branch of an origin, beside its own columns. */
const withBranch = (db: HubDb | Tx) =>
  db
    .selectFrom('origin')
    .innerJoin('branch', 'branch.id', 'origin.branch')
    .selectAll('origin')
    .select(['branch.pin', 'branch.code'])
export type Till = OriginRow & { pin: string; code: string }

export const tillByUid = (db: HubDb | Tx, uid: string): Promise<Till | undefined> =>
  withBranch(db).where('origin.uid', '=', uid).executeTakeFirst()

/** `branch`: its id; null: all. In the order of their names. */
export const tillsOf = (db: HubDb, branch: number | null): Promise<Till[]> =>
  withBranch(db)
    .where('origin.kind', '=', 'till')
    .where('origin.paired_at', 'is not', null)
    .$if(branch !== null, (query) => query.where('origin.branch', '=', branch as number))
    .orderBy('origin.name')
    .execute()

export interface NewTill {
  uid: string
  app: string
  publicKey: string
  /** As the till would like to be called. */
  name: string
  taxpayerPin: string
  branch: string
  /** Where its trail parts from that of the till it was copied from. */
  forkedAt: { origin: string; seq: number; hash: string } | null
  /** True: the code is proof enough. */
  confirmed: boolean
  at: number
}

/** Returns the branch's id. Two tills of a new branch may come at once. */
const branchOf = async (tx: Tx, pin: string, code: string): Promise<number> => {
  await tx
    .insertInto('branch')
    .values({ pin, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('branch')
    .select('id')
    .where('pin', '=', pin)
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id
}

/** Names stay unique for ever: receipts bear them. `T1` is followed by `T2`, and `Bar` by `Bar 2`. */
const freeName = async (tx: Tx, wanted: string): Promise<string> => {
  const rows = await tx.selectFrom('origin').select('name').execute()
  const taken = new Set(rows.map(({ name }) => name.toLowerCase()))
  if (!taken.has(wanted.toLowerCase())) return wanted
  const [, stem = wanted, digits] = /^(.*?)(\d*)$/.exec(wanted) ?? []
  for (let next = Number(digits || 1) + 1; ; next += 1) {
    const name = `${(digits ? stem : `${stem} `).slice(0, 19 - String(next).length)}${next}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** A till that comes again continues its trail, under its name. */
const knownTill = (
  tx: Tx,
  { publicKey, app, forkedAt }: NewTill,
  branch: number,
): Promise<OriginRow | undefined> =>
  tx
    .selectFrom('origin')
    .selectAll()
    .where('branch', '=', branch)
    .where((is) =>
      forkedAt
        ? is('public_key', '=', publicKey)
        : is.or([is('public_key', '=', publicKey), is('app', '=', app)]),
    )
    .orderBy(sql`public_key is not distinct from ${publicKey}`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Returns the till whose trail the new one continues; undefined: it has no such row, or is of another branch. */
const parentOf = async (
  tx: Tx,
  { origin, seq, hash }: NonNullable<NewTill['forkedAt']>,
  branch: number,
): Promise<{ id: number } | undefined> => {
  const parent = await tx
    .selectFrom('origin')
    .select('id')
    .where('uid', '=', origin)
    .where('branch', '=', branch)
    .executeTakeFirst()
  if (!parent) return undefined
  const row = await tx
    .selectFrom('fact')
    .select('hash')
    .where('origin', '=', parent.id)
    .where('seq', '=', seq)
    .executeTakeFirst()
  // A hub that was put back may lack the row. The two trails still part there.
  return row && row.hash !== hash ? undefined : parent
}

const insertTill = async (tx: Tx, till: NewTill, branch: number): Promise<OriginRow> => {
  const { uid, app, publicKey, forkedAt, at, confirmed } = till
  const parent = forkedAt ? await parentOf(tx, forkedAt, branch) : undefined
  const start =
    forkedAt && parent
      ? {
          parent: parent.id,
          start_seq: forkedAt.seq,
          start_hash: forkedAt.hash,
          acked_seq: forkedAt.seq,
          acked_hash: forkedAt.hash,
        }
      : {}
  return tx
    .insertInto('origin')
    .values({
      uid,
      kind: 'till',
      name: await freeName(tx, till.name),
      branch,
      ...start,
      made_at: at,
      seen_at: null,
      revoked_at: null,
      app,
      public_key: publicKey,
      paired_at: at,
      confirmed_at: confirmed ? at : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lets a till in. Returns null if the hub belongs to another taxpayer. Its earlier key is worth nothing any more. */
export const pairTill = (db: HubDb, till: NewTill): Promise<OriginRow | null> =>
  db.transaction().execute(async (tx) => {
    // One after another: two tills must not get one name.
    await tx.selectFrom('hub').select('id').forUpdate().execute()
    const other = await tx
      .selectFrom('branch')
      .select('id')
      .where('pin', '<>', till.taxpayerPin)
      .executeTakeFirst()
    if (other) return null
    const branch = await branchOf(tx, till.taxpayerPin, till.branch)
    const known = await knownTill(tx, till, branch)
    if (!known) return insertTill(tx, till, branch)
    const isSame = known.public_key === till.publicKey && known.revoked_at === null
    return tx
      .updateTable('origin')
      .set({
        public_key: till.publicKey,
        app: till.app,
        paired_at: till.at,
        // The answer to it was lost, so it came again.
        confirmed_at: isSame ? known.confirmed_at : till.confirmed ? till.at : null,
        revoked_at: null,
        revoked_by: null,
      })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

/** Notes that a till was heard of. `clockMs`: the hub's clock minus the till's. */
export const tillHeard = async (
  db: HubDb,
  id: number,
  heard: { at: number; headSeq: number; clockMs: number },
): Promise<void> => {
  await db
    .updateTable('origin')
    .set({ seen_at: heard.at, head_seq: heard.headSeq, clock_ms: heard.clockMs })
    .where('id', '=', id)
    .execute()
}

/** False: there is no such till. A till that was confirmed stays so. */
export const confirmTill = async (db: HubDb, uid: string, at: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('origin')
    .set((row) => ({ confirmed_at: row.fn.coalesce('confirmed_at', sql<number>`${at}`) }))
    .where('uid', '=', uid)
    .where('kind', '=', 'till')
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Ends a till. Its key is worth nothing from the next request on. False: there is no such till. */
export const revokeTill = async (db: HubDb, uid: string, at: number, who: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('origin')
    .set((row) => ({
      revoked_at: row.fn.coalesce('revoked_at', sql<number>`${at}`),
      revoked_by: row.fn.coalesce('revoked_by', sql<string>`${who}`),
    }))
    .where('uid', '=', uid)
    .where('kind', '=', 'till')
    .executeTakeFirst()
  return numUpdatedRows > 0
}
