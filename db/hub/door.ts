/** What the hub's database is for, and its tills: how they come in, and how an owner ends one. */
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { HubDb } from './postgres.ts'
import { shown } from './rows.ts'
import type { HubSchema } from './schema.ts'

type Tx = Transaction<HubSchema>
export type OriginRow = Selectable<HubSchema['origin']>
export type HubRow = Selectable<HubSchema['hub']>

/** Stamps a new database. Returns what an earlier start stamped, which may be for another environment. */
export const stampHub = async (db: HubDb, row: Insertable<HubSchema['hub']>): Promise<HubRow> => {
  await db
    .insertInto('hub')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('hub').selectAll().executeTakeFirstOrThrow()
}

/** Notes that the recovery sheet was printed. */
export const sheetPrinted = async (db: HubDb, by: string, at: number): Promise<void> => {
  await db
    .updateTable('hub')
    .set({ sheet_at: at, sheet_by: shown(by) })
    .execute()
}

export const hubRow = (db: HubDb | Tx): Promise<HubRow> =>
  db.selectFrom('hub').selectAll().executeTakeFirstOrThrow()

/** Until the transaction ends no other till is added, and no deputy chosen. */
export const lockHub = async (tx: Tx): Promise<void> => {
  await tx.selectFrom('hub').select('id').forUpdate().execute()
}

/** The branch of an origin, beside its own columns. */
const withBranch = (db: HubDb | Tx) =>
  db
    .selectFrom('origin')
    .innerJoin('branch', 'branch.id', 'origin.branch')
    .selectAll('origin')
    .select(['branch.pin', 'branch.code'])
export type Till = OriginRow & { pin: string; code: string }

/** `problem`: as a regular expression of PostgreSQL. */
const hasFacts = (problem: string) =>
  sql<boolean>`exists (select from fact where fact.origin = origin.id and fact.problem is not null
    and fact.problem ~ ${sql.lit(problem)})`
const placeName = (from: 'let_in_from' | 'confirmed_from' | 'revoked_from') =>
  sql<string | null>`(select name from origin other where other.id = ${sql.ref(`origin.${from}`)})`

/** A till for people who look at it: what is wrong with its trail, and where the acts on it came from. */
export type ListedTill = Till & {
  tampered: boolean
  unread: boolean
  let_in_at: string | null
  confirmed_at_till: string | null
  revoked_at_till: string | null
  is_deputy: boolean
  held_at: number | null
  last_document: { number: string; at: number } | null
}

export const tillByUid = (db: HubDb | Tx, uid: string): Promise<Till | undefined> =>
  withBranch(db).where('origin.uid', '=', uid).executeTakeFirst()

/** False once a till was ended. */
export const isActive = async (db: HubDb, id: number): Promise<boolean> =>
  (await db
    .selectFrom('origin')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** `branch`: its id; null: all. In the order of their names. */
export const tillsOf = (db: HubDb, branch: number | null): Promise<ListedTill[]> =>
  withBranch(db)
    .leftJoin('deputy', 'deputy.origin', 'origin.id')
    .select([
      sql<boolean>`deputy.id is not null and origin.revoked_at is null`.as('is_deputy'),
      'deputy.held_at',
      hasFacts('(^|; )(chain|content)').as('tampered'),
      hasFacts('(^|; )(unread|unmade:)').as('unread'),
      sql<ListedTill['last_document']>`(select json_build_object('number', number, 'at', sold_at) from invoice
        where invoice.branch = origin.branch and invoice.origin = origin.id order by invoice.id desc limit 1)`.as(
        'last_document',
      ),
      placeName('let_in_from').as('let_in_at'),
      placeName('confirmed_from').as('confirmed_at_till'),
      placeName('revoked_from').as('revoked_at_till'),
    ])
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
  /** Its uid at this hub before. A hub that was put back from a backup may lack it. */
  earlier: string | null
  /** True: the code is proof enough. */
  confirmed: boolean
  /** Who made the code; null: it was made at the hub's own computer. */
  letInBy: Doer | null
  at: number
}

/** Who did something: a person, and the id of the till where that was; null: the hub's own computer. */
export interface Doer {
  who: string
  from: number | null
}

/** Returns the branch's id. Two tills of a new branch may come at once. */
export const branchOf = async (tx: Tx, pin: string, code: string): Promise<number> => {
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

/**
 * A till that comes again continues its trail, under its name. A copied till and the first one share `app`: each of them
 * is found by its uid.
 */
const knownTill = (
  tx: Tx,
  { earlier, publicKey, app, forkedAt }: NewTill,
  branch: number,
): Promise<OriginRow | undefined> =>
  tx
    .selectFrom('origin')
    .selectAll()
    .where('branch', '=', branch)
    .where((is) => {
      const sameKey = is('public_key', '=', publicKey)
      if (earlier) return is.or([sameKey, is('uid', '=', earlier)])
      return forkedAt ? sameKey : is.or([sameKey, is('app', '=', app)])
    })
    .orderBy(sql`public_key is not distinct from ${publicKey}`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/**
 * Adds a till that the hub lost when it was put back from a copy. It waits until that till is paired again. Returns its id.
 * The caller has locked the hub's row.
 */
export const addLostTill = async (
  tx: Tx,
  { uid, name, branch }: Pick<OriginRow, 'uid' | 'name' | 'branch'>,
): Promise<number> => {
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { id } = await tx
    .insertInto('origin')
    .values({
      ...{ uid, kind: 'till', name: await freeName(tx, name), branch },
      ...{ made_at: now, seen_at: null, revoked_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns the till whose trail the new one continues; undefined: it has no such row, or is of another branch. A parent
 * that the hub lost is added: without it the signer would take common rows twice.
 */
const parentOf = async (
  tx: Tx,
  { forkedAt, earlier }: NewTill,
  branch: number,
): Promise<{ id: number } | undefined> => {
  if (!forkedAt) return undefined
  const { origin, seq, hash } = forkedAt
  const parent = await tx
    .selectFrom('origin')
    .select('id')
    .where('uid', '=', origin)
    .where('branch', '=', branch)
    .executeTakeFirst()
  if (!parent && earlier) return { id: await addLostTill(tx, { uid: origin, name: 'T1', branch }) }
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

const letInOf = (by: Doer | null) => ({
  let_in_by: by && shown(by.who),
  let_in_from: by?.from ?? null,
})

const startOf = async (tx: Tx, till: NewTill, branch: number) => {
  const parent = await parentOf(tx, till, branch)
  if (!till.forkedAt || !parent) return {}
  const { seq, hash } = till.forkedAt
  return { parent: parent.id, start_seq: seq, start_hash: hash, acked_seq: seq, acked_hash: hash }
}

const insertTill = async (tx: Tx, till: NewTill, branch: number): Promise<OriginRow> => {
  const { app, publicKey, at, confirmed, letInBy } = till
  const uid = till.earlier && !(await tillByUid(tx, till.earlier)) ? till.earlier : till.uid
  const start = await startOf(tx, till, branch)
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
      ...letInOf(letInBy),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A till whose trail continues another one waits for what became of the rows that both have. What is told later comes by
 * `storeOutcomes`.
 */
const inheritOutcomes = async (tx: Tx, { id, parent, start_seq }: OriginRow): Promise<void> => {
  if (parent === null) return
  await sql`insert into outcome (origin, seq, body, epoch) select ${id}, seq, body, epoch from outcome
    where origin = ${parent} and seq <= ${start_seq} on conflict do nothing`.execute(tx)
}

/** It is at the hub already. Its earlier key is worth nothing any more. `start`: where its trail starts, if that is new. */
const pairAgain = (
  tx: Tx,
  till: NewTill,
  known: OriginRow,
  start: Awaited<ReturnType<typeof startOf>>,
): Promise<OriginRow> => {
  const isSame = known.public_key === till.publicKey && known.revoked_at === null
  return tx
    .updateTable('origin')
    .set({
      ...start,
      public_key: till.publicKey,
      app: till.app,
      paired_at: till.at,
      // The answer to it was lost, so it came again.
      confirmed_at: isSame ? known.confirmed_at : till.confirmed ? till.at : null,
      revoked_at: null,
      revoked_by: null,
      revoked_from: null,
      ...(isSame ? {} : { ...letInOf(till.letInBy), confirmed_by: null, confirmed_from: null }),
    })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lets a till in. Returns null if the hub belongs to another taxpayer. */
export const pairTill = (db: HubDb, till: NewTill): Promise<OriginRow | null> =>
  db.transaction().execute(async (tx) => {
    // One after another: two tills must not get one name.
    await lockHub(tx)
    const other = await tx
      .selectFrom('branch')
      .select('id')
      .where('pin', '<>', till.taxpayerPin)
      .executeTakeFirst()
    if (other) return null
    const branch = await branchOf(tx, till.taxpayerPin, till.branch)
    const known = await knownTill(tx, till, branch)
    if (known && known.paired_at !== null) return pairAgain(tx, till, known, {})
    const row = known
      ? await pairAgain(tx, till, known, await startOf(tx, till, branch))
      : await insertTill(tx, till, branch)
    await inheritOutcomes(tx, row)
    return row
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

/** refused: the till that asks was ended. absent: the branch has no such till. */
export type ActOutcome = 'done' | 'absent' | 'refused'

/** Runs an act on a till while neither it nor the till that asks can be ended. `branch` null: of any branch. */
const actOn = (
  db: HubDb,
  uid: string,
  { from }: Doer,
  branch: number | null,
  act: (tx: Tx, till: { id: number; branch: number }) => Promise<unknown>,
): Promise<ActOutcome> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('origin')
      .select(['id', 'uid', 'branch', 'revoked_at'])
      .where((is) => is.or([is('uid', '=', uid), ...(from === null ? [] : [is('id', '=', from)])]))
      .where('kind', '=', 'till')
      .orderBy('id')
      .forUpdate()
      .execute()
    if (from !== null && rows.find(({ id }) => id === from)?.revoked_at !== null) return 'refused'
    const till = rows.find((row) => row.uid === uid && (branch === null || row.branch === branch))
    if (!till) return 'absent'
    await act(tx, till)
    return 'done'
  })

/** A till that was confirmed stays so. */
export const confirmTill = (
  db: HubDb,
  uid: string,
  at: number,
  by: Doer,
  branch: number | null = null,
): Promise<ActOutcome> =>
  actOn(db, uid, by, branch, (tx, { id }) =>
    tx
      .updateTable('origin')
      .set({ confirmed_at: at, confirmed_by: shown(by.who), confirmed_from: by.from })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .execute(),
  )

/**
 * Ends a till. Its key is worth nothing from the next request on. `also`: what else its end means, once, in the same
 * transaction.
 */
export const revokeTill = (
  db: HubDb,
  uid: string,
  at: number,
  by: Doer,
  branch: number | null,
  also: (tx: Tx, till: { id: number; branch: number }) => Promise<void>,
): Promise<ActOutcome> =>
  actOn(db, uid, by, branch, async (tx, till) => {
    const { numUpdatedRows } = await tx
      .updateTable('origin')
      .set({ revoked_at: at, revoked_by: shown(by.who), revoked_from: by.from })
      .where('id', '=', till.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0) await also(tx, till)
  })
