/**
 * The hub's connection to PostgreSQL, and what it demands of a server. A transaction's body gets only `tx`: it must not
 * wait for a network or a person, and the server ends one that is idle for 10 seconds.
 */
import { hash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { oldestVersion } from './programs.ts'
import type { HubSchema } from './schema.ts'

export type HubDb = Kysely<HubSchema>
export type HubTx = Transaction<HubSchema>

const { builtins } = pg.types
/** Cents, hundredths and milliseconds are exact as numbers. Days stay as they are written. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
}
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** An open transaction holds back what all readers may see, so none is long. */
const limits = [
  '-c statement_timeout=15000',
  '-c idle_in_transaction_session_timeout=10000',
  '-c lock_timeout=10000',
  '-c timezone=UTC',
].join(' ')

/** A few dozen statements do nearly all the work. Each connection keeps the plan of each. */
const mostPlanned = 200
/** Until then PostgreSQL plans a statement at each use. */
const repeats = 3

/** Returns the names of statements that a program repeats; undefined: a text is too rare for one. */
const createNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === mostPlanned) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < repeats) {
      if (uses.size === mostPlanned) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const name = hash('md5', text)
    names.set(text, name)
    return name
  }
}

/**
 * Nothing is in the answers of these, so the next statement is sent right behind them. PostgreSQL refuses it if one of them
 * failed: all of them are inside of a transaction.
 */
const unanswered = /^(savepoint|release|select set_config\()/
/** A reading that begins, or ends, and fails changes nothing. The one of a writing is waited for. */
const beginsReading = /^start transaction .*read only$/

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>
const noAnswer: Answer = { command: '', rowCount: null, rows: [] }

/**
 * Makes clients that wait for the server less. They name what they repeat: PostgreSQL then plans it a few times per
 * connection, not at each use. Planning is most of the time of a short statement. The names are of one pool: another database
 * may have other columns, and PostgreSQL refuses a kept plan whose result would have changed. They do not wait for answers
 * that say nothing. A failure there fails every later statement, so the pool discards the connection.
 */
const hubClient = (): typeof pg.Client => {
  const nameOf = createNames()
  return class extends pg.Client {
    #reads = false
    #failure: unknown
    override query(...args: unknown[]): never {
      const [text, values] = args
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      const named = name === undefined ? args : [{ name, text, values }, ...args.slice(2)]
      const answer = super.query(...(named as [string])) as unknown
      return (answer instanceof Promise ? this.#answerOf(text, answer) : answer) as never
    }

    #answerOf(text: unknown, answer: Promise<Answer>): Promise<Answer> {
      if (typeof text === 'string' && this.#isSilent(text)) {
        answer.catch((error: unknown) => {
          this.#failure ??= error
        })
        return Promise.resolve(noAnswer)
      }
      return answer.then(
        (result) => {
          if (this.#failure) throw this.#failure
          return result
        },
        (error: unknown) => {
          throw this.#failure ?? error
        },
      )
    }

    #isSilent(text: string): boolean {
      const isReading = this.#reads
      if (beginsReading.test(text)) this.#reads = true
      else if (text === 'commit' || text === 'rollback') this.#reads = false
      else return unanswered.test(text)
      return this.#reads || (isReading && text === 'commit')
    }
  }
}

/** `broken`: a connection was lost while no query ran. The pool makes a new one at the next need. */
export const openHubDb = (url: string, broken: (error: Error) => void, max = 10): HubDb => {
  const pool = new pg.Pool({
    Client: hubClient(),
    pipeline: true,
    connectionString: url,
    max,
    options: limits,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'kaunta-hub',
  })
  // Without a listener Node would end the process: the pool hears of connections that nobody uses, and each connection
  // itself of a transaction that the server ended.
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  return new Kysely<HubSchema>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Classes of errors that another try may not meet: a lost connection, a deadlock, a full disk, a server that stops or a
 * statement that took too long.
 */
const passing = ['08', '25', '40', '53', '55', '57', '58', 'XX']

/** True unless the error comes from what was written, and so from every other try too. */
export const isPassing = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (passing.includes(code.slice(0, 2)) || !/^[0-9A-Z]{5}$/.test(code))
}

/** Two transactions waited for each other, and the server ended this one. */
const deadlock = '40P01'
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === deadlock

const asking = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const isThere = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount !== 0

/** Makes a database unless it is there. `url`: of another database of the server. */
export const makeDatabase = (url: string, name: string, template = 'template1'): Promise<void> =>
  asking(url, async (client) => {
    if (!(await isThere(client, name)))
      await client.query(
        `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`,
      )
  })

/** `url`: of another database of the server. */
export const hasDatabase = (url: string, name: string): Promise<boolean> =>
  asking(url, (client) => isThere(client, name))

/** Removes all tables. */
export const emptyDatabase = async (db: HubDb): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const schema = sql.id(rows[0]?.name ?? 'public')
  await db.transaction().execute(async (tx) => {
    await sql`drop schema ${schema} cascade`.execute(tx)
    await sql`create schema ${schema}`.execute(tx)
  })
}

/** Renames databases of a server, all or none. Nobody may be connected to them. `url`: of another database. */
export const renameDatabases = (
  url: string,
  names: readonly (readonly [from: string, to: string])[],
): Promise<void> =>
  asking(url, async (client) => {
    const renames = names.map(
      ([from, to]) => `alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`,
    )
    await client.query(['begin', ...renames, 'commit'].join('; '))
  })

const startingUp = '57P03'
/** Milliseconds. A server that was killed may have a lot to repeat. */
const patienceMs = 60_000

/** True if the server at this address runs on these files. Waits for one that is starting. */
export const servesFiles = async (url: string, files: string): Promise<boolean> => {
  const until = performance.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ folder: string }>(
        "select current_setting('data_directory') as folder",
      )
      return rows.some(({ folder }) => realpathSync(folder) === realpathSync(files))
    } catch (error) {
      if ((error as { code?: string }).code !== startingUp || performance.now() > until) return false
      await setTimeout(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

interface Demands {
  version: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  standby: boolean
  may_create: boolean
}

/** Returns why the hub cannot use this server, and what to do; null: it can. */
export const objectionTo = ({
  version,
  fsync,
  full_page_writes,
  synchronous_commit,
  standby,
  may_create,
}: Demands): string | null => {
  if (version < oldestVersion * 10_000)
    return `it is PostgreSQL ${Math.floor(version / 10_000)}. Use ${oldestVersion} or newer`
  if (fsync !== 'on') return 'it has fsync=off, which loses sales in a power cut. Set fsync=on'
  if (full_page_writes !== 'on')
    return 'it has full_page_writes=off, which damages rows in a power cut. Set full_page_writes=on'
  if (synchronous_commit === 'off')
    return 'it has synchronous_commit=off, which loses sales in a power cut. Set synchronous_commit=on'
  if (standby) return 'it is a standby. Name the primary server'
  return may_create ? null : 'its user may not make tables. Grant CREATE on the schema public to that user'
}

/** Returns the major version of the server. Throws if the hub cannot use it. */
export const demandServer = async (db: HubDb): Promise<number> => {
  const { rows } = await sql<Demands>`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, pg_is_in_recovery() as standby,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`.execute(db)
  const [found] = rows
  const objection = found ? objectionTo(found) : 'it does not answer'
  if (objection !== null) throw new Error(`The hub cannot use this PostgreSQL server: ${objection}`)
  return Math.floor((found?.version ?? 0) / 10_000)
}

/** Works with a database, and leaves no connection to it. Throws if the hub cannot use its server. */
export const usingDatabase = async <T>(url: string, work: (db: HubDb) => Promise<T>): Promise<T> => {
  const db = openHubDb(url, () => undefined, 4)
  try {
    await demandServer(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
