/** The signer of a branch: who it is, what it may have sent, and what it says of its tills' documents. */
import { sql } from 'kysely'
import { addLostTill, lockHub } from './door.ts'
import { type Asking, type Mark, stamp, type Told } from './feed.ts'
import type { HubDb, HubTx } from './postgres.ts'

/** A signer's claim to a branch. */
export interface Seat {
  /** In `branch`. */
  branch: number
  holder: string
  epoch: number
}

export interface SeatBefore {
  holder: string | null
  epoch: number
  /** Epoch milliseconds. */
  askedAt: number | null
  releasedAt: number | null
}

/**
 * Makes `holder` the signer of a branch, in an epoch above every earlier one, also above `above`: a database that was put
 * back from a backup does not know its last ones. Returns the seat and who had it before. `now`: epoch milliseconds.
 */
export const takeSeat = (
  db: HubDb,
  { branch, holder, above, now }: { branch: number; holder: string; above: number; now: number },
): Promise<{ seat: Seat; before: SeatBefore }> =>
  db.transaction().execute(async (tx) => {
    await tx
      .insertInto('signer')
      .values({ branch, holder: null, asked_at: null, taken_at: null, released_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const known = await tx
      .selectFrom('signer')
      .selectAll()
      .where('branch', '=', branch)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const epoch = Math.max(known.epoch, above) + 1
    await tx
      .updateTable('signer')
      .set({ holder, epoch, asked_at: now, taken_at: now, released_at: null })
      .where('branch', '=', branch)
      .execute()
    return {
      seat: { branch, holder, epoch },
      before: {
        holder: known.holder,
        epoch: known.epoch,
        askedAt: known.asked_at,
        releasedAt: known.released_at,
      },
    }
  })

/** True if that is still the branch's signer. Notes that it asked. */
export const holdsSeat = async (
  db: HubDb,
  { branch, holder, epoch }: Seat,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('signer')
    .set({ asked_at: now })
    .where('branch', '=', branch)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives the seat back, with nothing under way. Does nothing if another has it. */
export const releaseSeat = async (db: HubDb, { branch, holder, epoch }: Seat, now: number): Promise<void> => {
  await db
    .updateTable('signer')
    .set({ released_at: now })
    .where('branch', '=', branch)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .execute()
}

/** A document of a till, by the uid of its origin. */
export interface FactOf {
  origin: string
  /** The till's. */
  name: string
  seq: number
}

/**
 * Returns the ids of origins by their uid. A till that the hub lost when it was put back is added: another signer would
 * send its documents a second time once it is paired again.
 */
const originIds = async (tx: HubTx, branch: number, of: readonly FactOf[]): Promise<Map<string, number>> => {
  const names = new Map(of.map(({ origin, name }) => [origin, name]))
  const known = async () => {
    const uids = [...names.keys()]
    const rows =
      uids.length === 0
        ? []
        : await tx.selectFrom('origin').select(['id', 'uid']).where('uid', 'in', uids).execute()
    return new Map(rows.map(({ id, uid }) => [uid, id]))
  }
  const ids = await known()
  if (ids.size === names.size) return ids
  await lockHub(tx)
  const locked = await known()
  for (const [uid, name] of names)
    if (!locked.has(uid)) locked.set(uid, await addLostTill(tx, { uid, name, branch }))
  return locked
}

/**
 * Notes that a stock record may be sent from now on. Returns false, and notes nothing, if another holds the seat. A
 * record that was noted before keeps its note.
 */
export const noteSending = async (
  db: HubDb,
  { branch, holder, epoch }: Seat,
  sending: readonly FactOf[],
  { number, now }: { number: number; now: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // A signer that takes the seat waits for this row, and then sees the note.
    const seat = await tx
      .selectFrom('signer')
      .select('branch')
      .where('branch', '=', branch)
      .where('holder', '=', holder)
      .where('epoch', '=', epoch)
      .where('released_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!seat) return false
    if (sending.length === 0) return true
    const ids = await originIds(tx, branch, sending)
    const rows = sending.map(({ origin, seq }) => ({
      ...{ origin: ids.get(origin) as number, seq, number, epoch, at: now },
    }))
    await tx
      .insertInto('sending')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['origin', 'seq']).doUpdateSet({ number, epoch, at: now }))
      .execute()
    return true
  })

/** Tills that were paired anew after a fork continue the trail of another one, and wait for the outcomes of its facts too. */
const tellHeirs = (tx: HubTx, { origin, seq }: { origin: number; seq: number }): Promise<unknown> =>
  sql`
    with recursive heir as (
      select id from origin where parent = ${origin} and start_seq >= ${seq}
      union all select child.id from origin child join heir on child.parent = heir.id where child.start_seq >= ${seq})
    insert into outcome (origin, seq, body, epoch)
      select heir.id, outcome.seq, outcome.body, outcome.epoch from heir, outcome
      where outcome.origin = ${origin} and outcome.seq = ${seq}
    on conflict (origin, seq) do update set body = excluded.body, epoch = excluded.epoch
      where outcome.body <> excluded.body`.execute(tx)

export interface TellOutcome extends FactOf {
  /** JSON. */
  body: string
  /** Of the fact; null: not known. */
  hash: string | null
  settled: boolean
  /** A sale or a credit note, by its id at the till. */
  invoice: {
    id: number
    state: 'accepted' | 'refused' | 'withdrawn' | 'waiting'
    number: number | null
    /** As the till tells it later. Other tills look the sale up while it is off. */
    signed: { signature: string | null } | null
  } | null
}

/**
 * What the authority has of an item, hundredths, and its code there; by the item's uid. The rest is as in `stock_level`.
 */
export type Levels = ReadonlyMap<
  string,
  {
    onHand: number
    code: string | null
    settled: Record<string, number> | null
    contained: object
  }
>

/**
 * Stores outcomes, each in the place of an earlier one of the same or an earlier epoch. The same outcome again changes
 * nothing, so no till is told twice.
 */
export const storeOutcomes = (
  db: HubDb,
  { branch, epoch }: Pick<Seat, 'branch' | 'epoch'>,
  outcomes: readonly TellOutcome[],
  levels: Levels,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ids = await originIds(tx, branch, outcomes)
    const known = outcomes.map((each) => ({ ...each, origin: ids.get(each.origin) as number }))
    // In order: two signers that tell at once must not wait for each other.
    known.sort((a, b) => a.origin - b.origin || a.seq - b.seq)
    for (const { origin, seq, body, hash, settled, invoice } of known) {
      await tx
        .insertInto('outcome')
        .values({ origin, seq, body, epoch })
        .onConflict((conflict) =>
          conflict
            .columns(['origin', 'seq'])
            .doUpdateSet({ body, epoch })
            .where('outcome.epoch', '<=', epoch)
            .where('outcome.body', '<>', body),
        )
        .execute()
      await tellHeirs(tx, { origin, seq })
      if (settled)
        await tx.deleteFrom('sending').where('origin', '=', origin).where('seq', '=', seq).execute()
      if (invoice)
        await tx
          .updateTable('invoice')
          .set({
            ...{ state: invoice.state, authority_number: invoice.number },
            ...(invoice.signed && {
              signature: invoice.signed.signature,
              signed: JSON.stringify(invoice.signed),
            }),
          })
          .where('branch', '=', branch)
          .where('origin', '=', origin)
          .where('id', '=', invoice.id)
          // A copied till may have another document under these numbers. The tills compare the hash themselves.
          .where(
            sql<boolean>`(${hash}::text is null
              or exists (select 1 from fact where origin = ${origin} and seq = ${seq} and hash = ${hash}))`,
          )
          .execute()
    }
    for (const [item, level] of [...levels].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const { onHand: authority_on_hand, code: authority_code } = level
      const told = {
        authority_on_hand,
        authority_code,
        settled: level.settled && JSON.stringify(level.settled),
        contained: JSON.stringify(level.contained),
      }
      await tx
        .insertInto('stock_level')
        .values({ branch, item, ...told } as never)
        .onConflict((conflict) =>
          conflict
            .columns(['branch', 'item'])
            .doUpdateSet(told as never)
            .where(
              sql<boolean>`(stock_level.authority_on_hand, stock_level.authority_code, stock_level.settled,
                stock_level.contained) is distinct from (excluded.authority_on_hand, excluded.authority_code,
                excluded.settled, excluded.contained)`,
            ),
        )
        .execute()
    }
  })

/** Returns the bodies of the outcomes of these facts of an origin. They stay so until the transaction ends. */
export const lockOutcomes = async (
  tx: HubTx,
  origin: number,
  seqs: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('outcome')
    .select(['seq', 'body'])
    .where('origin', '=', origin)
    .where('seq', '=', sql<number>`any(${seqs}::bigint[])`)
    .orderBy('seq')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ seq, body }) => [seq, body]))
}

/** The epoch of an outcome that no signer of this hub told. */
export const beforeEverySigner = 0

/**
 * Returns the numbers of an origin's facts after one with documents of which no outcome is known, in order. A document that
 * had ended when its till sent it is left out: its rows say how.
 */
export const unended = async (db: HubDb, origin: number, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('fact')
    .select('seq')
    .where('origin', '=', origin)
    .where('seq', '>', after)
    .where(({ or, and, eb }) =>
      or([
        eb('kind', 'in', ['sale', 'creditNote', 'stockRecord']),
        // The authority takes these once. It keeps the last customer or insurance that it is told.
        and([eb('kind', '=', 'owed'), sql<boolean>`fact.rows ~ '"kind":"(purchase|customsEntry)"'`]),
      ]),
    )
    .where(sql<boolean>`fact.rows ~ '"state":"(queued|sending|unknown)"'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outcome')
            .select('outcome.seq')
            .where('outcome.origin', '=', origin)
            .whereRef('outcome.seq', '=', 'fact.seq'),
        ),
      ),
    )
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq }) => seq)
}

/** Returns the bodies of the outcomes of an origin's facts, by the fact's number. */
export const outcomesOf = async (
  db: HubDb,
  originUid: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('outcome')
    .innerJoin('origin', 'origin.id', 'outcome.origin')
    .select(['outcome.seq', 'outcome.body'])
    .where('origin.uid', '=', originUid)
    .where('outcome.seq', '>', after)
    .where('outcome.seq', '<=', upTo)
    .execute()
  return new Map(rows.map(({ seq, body }) => [seq, body]))
}

/** Returns the numbers under which stock records of an origin may have been sent, by the fact's number. */
export const sendingsOf = async (
  db: HubDb,
  originUid: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('sending')
    .innerJoin('origin', 'origin.id', 'sending.origin')
    .select(['sending.seq', 'sending.number'])
    .where('origin.uid', '=', originUid)
    .where('sending.seq', '>', after)
    .where('sending.seq', '<=', upTo)
    .execute()
  return new Map(rows.map(({ seq, number }) => [seq, number]))
}

/** The keys of marks are uuids: a fact's number is the end of one. */
const keyOf = sql.raw<string>("('00000000-0000-0000-0000-' || lpad(to_hex(seq), 12, '0'))")

/** How the documents of this till ended. */
export const outcomesTold = (asking: Asking, after: Mark, limit: number) => {
  const seq = Number.parseInt(after.key.slice(-12), 16)
  return sql<Told<{ seq: number; body: string }>>`
    select ${keyOf} as key, changed::text, seq, body from outcome
    where origin = ${asking.origin} and (changed, seq) > (${after.changed}::xid8, ${seq}::bigint)
      and changed < ${asking.horizon}::xid8
    order by ${stamp}, seq limit ${limit}`
}
