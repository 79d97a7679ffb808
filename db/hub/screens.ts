/** Who may open the hub's screens in a browser: owners with a password, and the browsers where they are signed in. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { HubDb } from './postgres.ts'
import type { HubSchema } from './schema.ts'

type Queries = Kysely<HubSchema>
export type ScreenAccount = Selectable<HubSchema['screen_account']>

const people = sql`shared where kind = 'person' and scope in (0, origin.branch)`
/** Once the branch shares its people, the person must be one of its owners. */
const ofOwners = (db: Queries) =>
  db
    .selectFrom('screen_account')
    .innerJoin('origin', 'origin.id', 'screen_account.set_from')
    .where(
      sql<boolean>`(not exists (select from ${people}) or exists (select from ${people}
        and shared.uid = screen_account.uid and active and body->>'role' = 'owner'))`,
    )
    .selectAll('screen_account')

/** Those whose password was set at a till of the branch. */
export const screenAccountsOf = (db: HubDb, branch: number): Promise<ScreenAccount[]> =>
  ofOwners(db).where('origin.branch', '=', branch).orderBy('screen_account.name').execute()

export const screenAccountNamed = (db: HubDb, name: string): Promise<ScreenAccount | undefined> =>
  ofOwners(db).where(sql`lower(screen_account.name)`, '=', sql<string>`lower(${name})`).executeTakeFirst()

/** `digest`: of the cookie. */
export const screenAccountSignedIn = (
  db: HubDb,
  digest: string,
  now: number,
): Promise<ScreenAccount | undefined> =>
  ofOwners(db)
    .innerJoin('screen_session', 'screen_session.account', 'screen_account.uid')
    .where('screen_session.digest', '=', digest)
    .where('screen_session.ends_at', '>', now)
    .executeTakeFirst()

const unique = '23505'
/** Ends every session of the account. `nameTaken`: another person has the name. `revoked`: the till was ended. */
export const putScreenAccount = (
  db: HubDb,
  account: Insertable<HubSchema['screen_account']>,
): Promise<'done' | 'nameTaken' | 'revoked'> =>
  db
    .transaction()
    .execute(async (tx) => {
      const { uid, ...changed } = account
      const till = await tx
        .selectFrom('origin')
        .select('id')
        .where('id', '=', account.set_from)
        .where('revoked_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      if (!till) return 'revoked' as const
      await tx
        .insertInto('screen_account')
        .values(account)
        .onConflict((conflict) => conflict.column('uid').doUpdateSet(changed))
        .execute()
      await tx.deleteFrom('screen_session').where('account', '=', uid).execute()
      return 'done' as const
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === unique) return 'nameTaken' as const
      throw error
    })

/** Ends the accounts whose password was set at that till. */
export const endScreenAccountsOf = async (tx: Transaction<HubSchema>, till: number): Promise<void> => {
  await tx.deleteFrom('screen_account').where('set_from', '=', till).execute()
}

/**
 * Adds a session if the account still has that verifier, and removes those that have ended and the oldest above `most`.
 * Returns false if the password changed meanwhile.
 */
export const addScreenSession = (
  db: HubDb,
  session: HubSchema['screen_session'],
  { verifier, now, most }: { verifier: string; now: number; most: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { account } = session
    const present = await tx
      .selectFrom('screen_account')
      .select('uid')
      .where('uid', '=', account)
      .where('verifier', '=', verifier)
      .forUpdate()
      .executeTakeFirst()
    if (!present) return false
    await tx.deleteFrom('screen_session').where('ends_at', '<=', now).execute()
    await tx.insertInto('screen_session').values(session).execute()
    const kept = tx
      .selectFrom('screen_session')
      .select('digest')
      .where('account', '=', account)
      .orderBy('ends_at', 'desc')
      .limit(most)
    await tx
      .deleteFrom('screen_session')
      .where('account', '=', account)
      .where('digest', 'not in', kept)
      .execute()
    return true
  })

export const endScreenSession = async (db: HubDb, digest: string): Promise<void> => {
  await db.deleteFrom('screen_session').where('digest', '=', digest).execute()
}

/** The branches of the taxpayer, in the order of their codes. */
export const branchesOf = (db: HubDb): Promise<Selectable<HubSchema['branch']>[]> =>
  db.selectFrom('branch').selectAll().orderBy('code').execute()

/** Returns what a branch's tills share as their shop; undefined: they told nothing yet. */
export const sharedShop = async (db: HubDb, branch: number): Promise<unknown> => {
  const row = await db
    .selectFrom('shared')
    .select(sql<unknown>`body->'value'`.as('value'))
    .where('kind', '=', sql.lit<'setting'>('setting'))
    .where('scope', 'in', [0, branch])
    .where(sql`body->>'name'`, '=', 'shop')
    .orderBy('scope', 'desc')
    .executeTakeFirst()
  return row?.value
}
