/** Parked sales of a branch, and who holds what only one till may take. */
import { sql } from 'kysely'
import { type Asking, type Mark, type Told, told } from './feed.ts'
import type { HubTx } from './postgres.ts'
import type { HubSchema } from './schema.ts'

type Claim = HubSchema['claim']

/**
 * Takes it for that till, unless another one has it. What a till holds that was ended at the hub can be taken. Returns who
 * has it then.
 */
export const takeClaim = async (
  tx: HubTx,
  claim: Claim,
): Promise<{ holder: number; who: string; till: string }> => {
  const { what, uid, holder, who, request, at } = claim
  await sql`insert into claim (what, uid, holder, who, request, at)
    values (${what}, ${uid}::uuid, ${holder}, ${who}, ${request}::uuid, ${at})
    on conflict (what, uid) do update
      set holder = excluded.holder, who = excluded.who, request = excluded.request, at = excluded.at
      where claim.holder in (select id from origin where revoked_at is not null)`.execute(tx)
  return tx
    .selectFrom('claim')
    .innerJoin('origin', 'origin.id', 'claim.holder')
    .select(['claim.holder', 'claim.who', 'origin.name as till'])
    .where('claim.what', '=', what)
    .where('claim.uid', '=', uid)
    .executeTakeFirstOrThrow()
}

/** Returns a parked sale, which nobody else changes until the transaction ends. */
export const lockParked = async (tx: HubTx, uid: string) =>
  tx
    .selectFrom('parked')
    .leftJoin('origin', 'origin.id', 'parked.holder')
    .select(['parked.branch', 'parked.open', 'parked.holder', 'parked.taker', 'origin.name as till'])
    .where('parked.uid', '=', uid)
    .forUpdate('parked')
    .executeTakeFirst()

export const setHolder = async (tx: HubTx, uid: string, holder: number, taker: string): Promise<void> => {
  await tx.updateTable('parked').set({ holder, taker }).where('uid', '=', uid).execute()
}

/** Somebody may have claimed it before its fact came. */
export const insertParked = async (
  tx: HubTx,
  row: { uid: string; branch: number; origin: number; body: string },
): Promise<void> => {
  const { uid, branch, origin, body } = row
  await sql`insert into parked (uid, branch, origin, body, holder, taker, open)
    select ${uid}::uuid, ${branch}, ${origin}, ${body}, claim.holder, claim.who, true
      from (select 1) one left join claim on claim.what = 'parked' and claim.uid = ${uid}::uuid
    on conflict (uid) do nothing`.execute(tx)
}

/**
 * It is open at a window of that till. A hub that was put back hears of this before the till that parked the sale sends it
 * again, and must not offer it once more.
 */
export const endParked = async (
  tx: HubTx,
  { uid, branch, origin, who }: { uid: string; branch: number; origin: number; who: string },
): Promise<void> => {
  await sql`insert into parked (uid, branch, origin, body, holder, taker, open)
      values (${uid}::uuid, ${branch}, ${origin}, '{}', ${origin}, ${who}, false)
    on conflict (uid) do update set open = false, body = '{}', holder = excluded.holder, taker = excluded.taker
      where parked.branch = excluded.branch and parked.open`.execute(tx)
}

/** Parked sales of the branch. Ended ones too: a till may have stored a sale and not yet how far it has read. */
export const parkedTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'uid', limit)
  return sql<
    Told<{ origin: string; holder: string | null; taker: string | null; body: string; open: boolean }>
  >`select uid as key, changed::text, body, open, taker,
      (select uid from origin where id = parked.origin) as origin,
      (select uid from origin where id = parked.holder) as holder
    from parked where branch = ${asking.branch} and ${where} ${end}`
}
