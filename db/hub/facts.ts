/** Facts as they came. */
import { type Selectable, sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'
import { insertRows, shown } from './rows.ts'
import type { HubSchema } from './schema.ts'

type Stored = Selectable<HubSchema['fact']>

/**
 * What the hub found at a fact. None of it keeps a fact out. `chain`: its hash does not follow. `content`: its rows do not
 * give its digest. `unread`: this version of the hub does not know it. `unmade`: nothing could be made of it; a reason
 * follows. `counted`: the hub made it late and left out these goods, because a count had found them by then.
 */
export type Problem = 'chain' | 'content' | 'unread' | `unmade: ${string}` | `counted: ${string}`

/** A fact as it is kept. */
export interface KeptFact {
  seq: number
  v: number
  at: number
  kind: string
  subject: string
  rowId: number | null
  who: string
  content: string
  hash: string
  /** JSON. */
  rows: string | null
  /** JSON. */
  uids: string
}

const columns = [
  ...['origin', 'seq', 'v', 'at', 'kind', 'subject', 'row_id', 'who', 'content', 'hash', 'rows', 'uids'],
  ...['exact', 'problem'],
] as const

/** The texts that PostgreSQL may refuse. `rows` and `uids` are JSON, in which such characters are escaped. */
const exactTexts = ({ kind, subject, who, content }: KeptFact): string[] => [kind, subject, who, content]

/** A reason may quote what a till sent. */
const textOf = (problems: readonly Problem[]): string | null =>
  problems.length > 0 ? shown(problems.join('; ')) : null

const stored = (origin: number, fact: KeptFact, problems: readonly Problem[]): Omit<Stored, 'taken'> => {
  const { rowId, ...rest } = fact
  const texts = exactTexts(fact)
  return {
    ...rest,
    origin,
    row_id: rowId,
    exact: texts.some((text) => text !== shown(text)) ? JSON.stringify(texts) : null,
    problem: textOf(problems),
  }
}

export const insertFacts = (
  tx: HubTx,
  origin: number,
  facts: readonly { fact: KeptFact; problems: readonly Problem[] }[],
): Promise<void> =>
  insertRows(
    tx,
    'fact',
    columns as readonly (keyof Omit<Stored, 'taken'>)[],
    facts.map(({ fact, problems }) => stored(origin, fact, problems)),
  )

const asCame = ({ row_id, exact, origin: _, problem: _p, taken: _t, ...rest }: Stored): KeptFact => {
  const fact = { ...rest, rowId: row_id }
  if (exact === null) return fact
  const [kind = '', subject = '', who = '', content = ''] = JSON.parse(exact) as string[]
  return { ...fact, kind, subject, who, content }
}

const storedFacts = (db: HubDb | HubTx, origin: number, after: number, limit: number) =>
  db
    .selectFrom('fact')
    .selectAll()
    .where('origin', '=', origin)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)

/** Returns an origin's facts after `after`, in order, exactly as they came. */
export const factsOf = async (
  db: HubDb | HubTx,
  origin: number,
  after: number,
  limit: number,
): Promise<KeptFact[]> => {
  const rows = await storedFacts(db, origin, after, limit).execute()
  return rows.map(asCame)
}

/** Returns the hash of an origin's fact; undefined: the hub has no such fact. */
export const factHash = async (
  db: HubDb | HubTx,
  origin: number,
  seq: number,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('fact')
    .select('hash')
    .where('origin', '=', origin)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash
}

/** Returns what an origin's facts with these numbers are about, as far as the hub has them. */
export const factHeads = async (db: HubDb, origin: number, seqs: readonly number[]) => {
  const rows = await db
    .selectFrom('fact')
    .select(['seq', 'hash', 'kind', 'row_id'])
    .where('origin', '=', origin)
    .where('seq', 'in', seqs)
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

/** A fact, with what was found at it; null: nothing. */
export interface JudgedFact {
  fact: KeptFact
  problem: string | null
}

const judged = (row: Stored): JudgedFact => ({ fact: asCame(row), problem: row.problem })

/** Returns an origin's facts after `after`, in order, with what was found at each. */
export const factsWithProblems = async (
  tx: HubDb | HubTx,
  origin: number,
  after: number,
  limit: number,
): Promise<JudgedFact[]> => (await storedFacts(tx, origin, after, limit).execute()).map(judged)

/** At a fact of which nothing was made; a regular expression of both JavaScript and PostgreSQL. */
const unmade = '(^|; )(unread|unmade:)'
const isUnmadeFact = sql<boolean>`problem is not null and problem ~ ${sql.lit(unmade)}`

/** True for what was found at a fact of which nothing was made. */
export const isUnmade = (problem: string | null): boolean => new RegExp(unmade).test(problem ?? '')

/** Returns the goods of `counted`, by the uids that the till gave them. */
export const countedIn = (problem: string | null): string[] =>
  /^counted: (.*)$/.exec(problem?.split('; ').at(-1) ?? '')?.[1]?.split(' ') ?? []

/** Returns an origin's facts after `after` of which this hub could make nothing, with what was found at each. */
export const unmadeFacts = async (
  tx: HubTx,
  origin: number,
  after: number,
  limit: number,
): Promise<JudgedFact[]> => {
  const rows = await storedFacts(tx, origin, after, limit).where(isUnmadeFact).execute()
  return rows.map(judged)
}

/** Returns the origins with facts of which this hub could make nothing. */
export const originsWithUnmade = async (db: HubDb): Promise<number[]> => {
  const rows = await db
    .selectFrom('fact')
    .select('origin')
    .distinct()
    .where(isUnmadeFact)
    .orderBy('origin')
    .execute()
  return rows.map(({ origin }) => origin)
}

export const setProblems = async (
  tx: HubTx,
  origin: number,
  seq: number,
  problems: readonly Problem[],
): Promise<void> => {
  await tx
    .updateTable('fact')
    .set({ problem: textOf(problems) })
    .where('origin', '=', origin)
    .where('seq', '=', seq)
    .execute()
}

/** What facts are about. */
export interface Things {
  /** By their ids at the till. */
  documents: readonly number[]
  shifts: readonly number[]
  /** Documents, by their numbers. */
  numbers: readonly string[]
  /** Parked sales, by their uids. */
  parked: readonly string[]
}

/**
 * Returns the facts of an origin from `first` on of which something was made, in order: what became of documents and how
 * they were paid, shifts, and parked sales that were resumed. All of them about each of these things.
 */
export const factsAbout = async (
  tx: HubTx,
  origin: number,
  first: number,
  { documents, numbers, shifts, parked }: Things,
): Promise<KeptFact[]> => {
  const named = `"(invoice_id|original_id)":(${documents.join('|')})[,}]`
  const rows = await tx
    .selectFrom('fact')
    .selectAll()
    .where('origin', '=', origin)
    .where('seq', '>=', first)
    .where(sql<boolean>`not (${isUnmadeFact})`)
    .where(
      sql<boolean>`case
        when kind in ('signed', 'unsigned', 'signatureEntered') then row_id = any(${documents}::bigint[])
        when kind in ('shiftOpened', 'shiftClosed', 'shiftReviewed') then row_id = any(${shifts}::bigint[])
        when kind in ('refused', 'setAside', 'resent', 'withdrawn', 'creditNote', 'accountPaid', 'paidBefore')
          then rows ~ ${named}
        when kind = 'paymentChanged' then subject = any(${numbers.map(shown)}::text[])
        when kind = 'resumed' then exists (select from unnest(${parked}::text[]) uid where strpos(content, uid) > 0)
        else false end`,
    )
    .orderBy('seq')
    .execute()
  return rows.map(asCame)
}
