/** The till that can take over if the hub's computer is lost, and what it needs of the database for that. */
import { sql } from 'kysely'
import { type Doer, lockHub, type Till, tillByUid } from './door.ts'
import type { HubDb, HubTx } from './postgres.ts'
import { shown } from './rows.ts'

export interface Deputy {
  origin: number
  uid: string
  name: string
  /** The digest of the escrow that it has; null: none yet. */
  held: string | null
  /** Epoch milliseconds. */
  heldAt: number | null
}

/** undefined: no till can take over. */
export const deputyOf = (db: HubDb | HubTx): Promise<Deputy | undefined> =>
  db
    .selectFrom('deputy')
    .innerJoin('origin', 'origin.id', 'deputy.origin')
    .select(['deputy.origin', 'origin.uid', 'origin.name', 'deputy.held', 'deputy.held_at as heldAt'])
    .where('origin.revoked_at', 'is', null)
    .executeTakeFirst()

/** Puts a till in the place of the deputy. A till that is it already keeps what it has. `by` null: the hub itself. */
const putDeputy = async (
  db: HubDb | HubTx,
  { origin, by, at }: { origin: number; by: string | null; at: number },
): Promise<void> => {
  const row = { origin, named_at: at, named_by: by, held: null, held_at: null }
  await db
    .insertInto('deputy')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('deputy.origin', '<>', origin))
    .execute()
}

/** An owner names a till. Returns false if the branch has no such till, or it may not call. */
export const nameDeputy = (
  db: HubDb,
  uid: string,
  { who }: Pick<Doer, 'who'>,
  { branch, at }: { branch: number; at: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const till = await tillByUid(tx, uid)
    if (till?.branch !== branch || till.revoked_at !== null || till.confirmed_at === null) return false
    await putDeputy(tx, { origin: till.id, by: shown(who), at })
    return true
  })

/** A till is the deputy if there is none. */
export const chooseDeputy = (db: HubDb, origin: number, at: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockHub(tx)
    if (!(await deputyOf(tx))) await putDeputy(tx, { origin, by: null, at })
  })

/** The till leaves. */
export const dropDeputy = async (db: HubDb, origin: number): Promise<void> => {
  await db.deleteFrom('deputy').where('origin', '=', origin).execute()
}

/** The deputy said which escrow it has. */
export const noteHeld = async (
  db: HubDb,
  origin: number,
  { held, at }: { held: string | null; at: number },
): Promise<void> => {
  await db
    .updateTable('deputy')
    .set({ held, held_at: held === null ? null : at })
    .where('origin', '=', origin)
    .where(sql<boolean>`held is distinct from ${held}`)
    .execute()
}

/** A till as another hub is to know it. */
export type KnownTill = Pick<
  Till,
  | 'uid'
  | 'name'
  | 'app'
  | 'public_key'
  | 'paired_at'
  | 'confirmed_at'
  | 'revoked_at'
  | 'start_seq'
  | 'start_hash'
> & { parent: string | null }

/** All branches, and the tills of a hub in the order in which they came. */
export const knownTills = async (
  tx: HubTx,
): Promise<{ branches: { id: number; pin: string; code: string }[]; tills: KnownTill[] }> => ({
  branches: await tx.selectFrom('branch').selectAll().orderBy('id').execute(),
  tills: await tx
    .selectFrom('origin')
    .leftJoin('origin as other', 'other.id', 'origin.parent')
    .select([
      ...(['origin.uid', 'origin.name', 'origin.app', 'origin.public_key', 'origin.paired_at'] as const),
      ...(['origin.confirmed_at', 'origin.revoked_at', 'origin.start_seq', 'origin.start_hash'] as const),
      'other.uid as parent',
    ])
    .where('origin.kind', '=', 'till')
    .orderBy('origin.id')
    .execute(),
})
