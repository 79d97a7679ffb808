/** What waits for a manager: wishes that met a later change, and things that may be one. */
import { sql } from 'kysely'
import type { HubDb } from './postgres.ts'
import type { HubSchema } from './schema.ts'
import type { AlikeReason, FieldAuthor, HubTx, SharedKind } from './shared.ts'

/** A person, and the name of the till where that was; null: the hub itself. */
export interface By {
  who: string
  till: string | null
  at: number
}

export interface Offer {
  uid: string
  of_uid: string
  kind: SharedKind
  who: string
  at: number
  till: string | null
  /** JSON. */
  set: string
  offered: string[]
  versions: Record<string, number>
  authors: Record<string, FieldAuthor>
  body: Record<string, unknown>
}

export const mostOffers = 200

const offersIn = (db: HubDb | HubTx, branch: number) =>
  db
    .selectFrom('wish')
    .innerJoin('shared', 'shared.uid', 'wish.of_uid')
    .leftJoin('origin', 'origin.id', 'wish.origin')
    .where(sql<boolean>`wish.offered <> '{}'`)
    .where('shared.scope', 'in', [0, branch])

/** The offers that a manager of the branch may answer, the oldest first. */
export const offersOf = (db: HubDb | HubTx, branch: number, uid?: string): Promise<Offer[]> =>
  offersIn(db, branch)
    .$if(uid !== undefined, (query) => query.where('wish.uid', '=', uid as string))
    .select([
      ...(['wish.uid', 'wish.of_uid', 'wish.who', 'wish.at', 'wish.set', 'wish.offered'] as const),
      ...(['shared.kind', 'shared.versions', 'shared.authors', 'shared.body'] as const),
      'origin.name as till',
    ])
    .orderBy('wish.at')
    .orderBy('wish.uid')
    .limit(mostOffers)
    .execute()

export interface Twin {
  one: string
  other: string
  reason: AlikeReason
  kind: SharedKind
  one_body: Record<string, unknown>
  one_authors: Record<string, FieldAuthor>
  other_body: Record<string, unknown>
  other_authors: Record<string, FieldAuthor>
}

/** Pairs of which nobody has said whether they are one. A thing that was ended or merged since is no question any more. */
const twinsIn = (db: HubDb | HubTx, branch: number) =>
  db
    .selectFrom('alike')
    .innerJoin('shared as a', 'a.uid', 'alike.one')
    .innerJoin('shared as b', 'b.uid', 'alike.other')
    .where('alike.answer', 'is', null)
    .where('a.scope', 'in', [0, branch])
    .where('b.scope', 'in', [0, branch])
    .where('a.active', '=', true)
    .where('b.active', '=', true)
    .where(sql<boolean>`not (a.body ? 'merged_into' or b.body ? 'merged_into')`)

export const twinsOf = (db: HubDb | HubTx, branch: number): Promise<Twin[]> =>
  twinsIn(db, branch)
    .select([
      ...(['alike.one', 'alike.other', 'alike.reason', 'a.kind'] as const),
      ...(['a.body as one_body', 'a.authors as one_authors'] as const),
      ...(['b.body as other_body', 'b.authors as other_authors'] as const),
    ])
    .orderBy('alike.one')
    .orderBy('alike.other')
    .limit(mostOffers)
    .execute()

export const isTwin = async (
  db: HubTx,
  branch: number,
  { one, other }: { one: string; other: string },
): Promise<boolean> =>
  (await twinsIn(db, branch)
    .select('alike.one')
    .where('alike.one', '=', one)
    .where('alike.other', '=', other)
    .executeTakeFirst()) !== undefined

export const answerTwin = async (
  tx: HubTx,
  { one, other }: { one: string; other: string },
  answer: NonNullable<HubSchema['alike']['answer']>,
  { who, at }: { who: string; at: number },
): Promise<void> => {
  await tx
    .updateTable('alike')
    .set({ answer, answered_at: at, answered_by: who })
    .where('one', '=', one)
    .where('other', '=', other)
    .execute()
}

/** Names of tills by id. */
export const tillNames = async (db: HubDb | HubTx): Promise<Map<number, string>> => {
  const rows = await db.selectFrom('origin').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** On hand at the branch, hundredths. */
export const levelsOf = async (
  db: HubDb | HubTx,
  branch: number,
  items: readonly string[],
): Promise<Map<string, number>> => {
  if (items.length === 0) return new Map()
  const rows = await db
    .selectFrom('stock_level')
    .select(['item', 'on_hand'])
    .where('branch', '=', branch)
    .where('item', 'in', items)
    .execute()
  return new Map(rows.map(({ item, on_hand }) => [item, on_hand]))
}
