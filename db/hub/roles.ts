/**
 * Row-level security: what parts of the hub may see of its database, below what their queries say. A transaction takes a
 * role ({@link actAs}); the tables' owner, which is the hub itself, is bound by none of it.
 *
 * Wishes are applied by the owner, with checks of their own (`core/hub/wishes.ts`): PostgreSQL does not use an index on
 * parts of a body below row-level security.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'
import type { HubSchema } from './schema.ts'

/** hub_feed tells tills. hub_ingest takes facts in. hub_report answers people. */
export const hubRoles = ['hub_feed', 'hub_ingest', 'hub_report'] as const
export type HubRole = (typeof hubRoles)[number]

interface Access {
  /** The rows that a role sees and writes; null: all. */
  rows: string | null
  /** Privileges; a role that is not named has none. */
  may: Partial<Record<HubRole, string>>
}

const setting = (name: string) => `nullif(current_setting('kaunta.${name}', true), '')::int`
const ofBranch = `branch = ${setting('branch')}`
const ofOrigin = `origin = ${setting('origin')}`
const ofShared = (uid: string) => `exists (select from shared where shared.uid = ${uid})`

const read = 'select'
const write = 'select, insert, update'
const nobody: Access = { rows: 'false', may: {} }
const documents: Access = { rows: ofBranch, may: { hub_ingest: write, hub_report: read } }

/** Every table of the hub. */
export const tableAccess: Record<Exclude<keyof HubSchema, 'kysely_migration'>, Access> = {
  hub: nobody,
  incarnation: { rows: null, may: { hub_feed: read } },
  branch: { rows: `id = ${setting('branch')}`, may: { hub_report: read } },
  origin: {
    rows: ofBranch,
    may: { hub_feed: read, hub_ingest: 'select, update', hub_report: read },
  },
  fact: { rows: ofOrigin, may: { hub_feed: read, hub_ingest: write, hub_report: read } },
  invoice: documents,
  invoice_line: documents,
  tender: { rows: ofBranch, may: { hub_ingest: `${write}, delete`, hub_report: read } },
  day_till: documents,
  cash_move: documents,
  shift: documents,
  counted: { rows: ofBranch, may: { hub_feed: read, hub_ingest: write } },
  stock_level: { rows: ofBranch, may: { hub_feed: read, hub_ingest: write, hub_report: read } },
  shared: {
    rows: `scope = 0 or scope = ${setting('branch')}`,
    may: { hub_feed: read, hub_report: read },
  },
  alias: { rows: null, may: { hub_ingest: read, hub_report: read } },
  wish: {
    rows: `${ofOrigin} or ${ofShared('of_uid')}`,
    may: { hub_feed: read, hub_report: read },
  },
  alike: { rows: `${ofShared('one')} and ${ofShared('other')}`, may: { hub_report: read } },
  pepper: nobody,
  parked: { rows: ofBranch, may: { hub_feed: read, hub_ingest: write, hub_report: read } },
  claim: {
    rows: 'exists (select from origin where origin.id = holder)',
    may: { hub_ingest: `${write}, delete`, hub_report: read },
  },
  credit: { rows: ofBranch, may: { hub_feed: read, hub_ingest: write, hub_report: read } },
  signer: { rows: ofBranch, may: { hub_feed: read, hub_report: read } },
  delegation: { rows: ofOrigin, may: { hub_feed: read, hub_ingest: read } },
  outcome: { rows: ofOrigin, may: { hub_feed: read } },
  sending: nobody,
  deputy: nobody,
  device: nobody,
  handed: nobody,
  account_move: { rows: ofOrigin, may: { hub_ingest: write, hub_report: read } },
  // All branches share customers and what they owe.
  account: { rows: null, may: { hub_feed: read, hub_ingest: write, hub_report: read } },
  screen_account: nobody,
  screen_session: nobody,
}

const statementsFor = (table: string, { rows, may }: Access): string[] => [
  `alter table ${table} ${rows === null ? 'disable' : 'enable'} row level security`,
  ...hubRoles.flatMap((role) => {
    const privileges = may[role]
    const policy = `create policy ${role} on ${table} to ${role} using (${rows}) with check (${rows})`
    return [
      `drop policy if exists ${role} on ${table}`,
      ...(privileges === undefined ? [] : [`grant ${privileges} on ${table} to ${role}`]),
      ...(privileges === undefined || rows === null ? [] : [policy]),
    ]
  }),
]

const statements = Object.entries(tableAccess).flatMap(([table, access]) => statementsFor(table, access))
/** Says in the database which form of this list it has. */
const form = `row security ${hash('sha256', statements.join(), 'hex')}`

interface Found {
  schema: string
  user: string
  /** Roles that this user may take. */
  held: HubRole[]
  known: HubRole[]
  form: string | null
}

const find = async (db: HubDb | HubTx): Promise<Found> => {
  const { rows } = await sql<Found>`
    select current_schema() as schema, current_user as user, obj_description('hub'::regclass, 'pg_class') as form,
      array(select rolname::text from pg_roles where rolname = any(${hubRoles}::text[])) as known,
      array(select rolname::text from pg_roles where rolname = any(${hubRoles}::text[])
        and pg_has_role(current_user, oid,
          case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)) as held`.execute(
    db,
  )
  return rows[0] as Found
}

const needed = (user: string): string => {
  const names = hubRoles.join(', ')
  const made = hubRoles.map((role) => `create role ${role} nologin`).join('; ')
  return `its user "${user}" may not make or take the roles ${names}. Grant CREATEROLE to it, or let an administrator run: ${made}; grant ${names} to "${user}"`
}

const denied = '42501'
const makeRoles = async (tx: HubTx, { user, held, known }: Found): Promise<void> => {
  try {
    for (const role of hubRoles) {
      // Another database of this server may make it now.
      if (!known.includes(role))
        await sql
          .raw(
            `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
          )
          .execute(tx)
      if (!held.includes(role)) await sql`grant ${sql.id(role)} to current_user`.execute(tx)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== denied) throw error
    throw new Error(`The hub cannot use this PostgreSQL server: ${needed(user)}`, { cause: error })
  }
}

/** Any number that no other lock of the hub has. */
const rolesLock = 4_878_002

/**
 * Makes the roles, which are the server's, and the policies, which are the database's, where they are missing or older.
 * Throws if the user may not, and says what an administrator can do.
 */
export const ensureRoles = async (db: HubDb): Promise<void> => {
  const isDone = (found: Found) => found.form === form && found.held.length === hubRoles.length
  if (isDone(await find(db))) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${rolesLock})`.execute(tx)
    const found = await find(tx)
    if (isDone(found)) return
    await makeRoles(tx, found)
    if (found.form === form) return
    const schema = `"${found.schema.replaceAll('"', '""')}"`
    const all = [
      `revoke all on all tables in schema ${schema} from ${hubRoles.join(', ')}`,
      `grant usage on schema ${schema} to ${hubRoles.join(', ')}`,
      ...statements,
      `comment on table hub is '${form}'`,
    ]
    await sql.raw(all.join(';\n')).execute(tx)
  })
}

/** From now on the transaction of a report sees the facts of that origin, which must be of its branch. */
export const ofTill = async (tx: HubTx, origin: number): Promise<void> => {
  await sql`select set_config('kaunta.origin', ${String(origin)}, true)`.execute(tx)
}

/** From now on the transaction sees what the role may, of this branch and origin. */
export const actAs = async (
  tx: HubTx,
  role: HubRole,
  { branch, origin }: { branch: number; origin?: number },
): Promise<void> => {
  await sql`select set_config('role', ${role}, true), set_config('kaunta.branch', ${String(branch)}, true),
    set_config('kaunta.origin', ${origin === undefined ? '' : String(origin)}, true)`.execute(tx)
}

/** Does something of a transaction as the owner of all tables, and takes the role again after it. */
export const asOwner = async (tx: HubTx, work: () => Promise<unknown>): Promise<void> => {
  const { rows } = await sql<{ role: string }>`
    select current_setting('role') as role, set_config('role', 'none', true)`.execute(tx)
  await work()
  await sql`select set_config('role', ${rows[0]?.role ?? 'none'}, true)`.execute(tx)
}

/** Reads for people of a branch. */
export const asReport = <T>(db: HubDb, branch: number, work: (tx: HubTx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await actAs(tx, 'hub_report', { branch })
      return work(tx)
    })
