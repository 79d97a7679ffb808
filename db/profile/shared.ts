/** What a branch hub owns: rows that changed here, what the hub told last, and the wishes of this till. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit, auditHead, type Reader } from './audit.ts'
import { type ProfileSchema, profile, type SharedKind } from './schema.ts'

export type ChangedRow = Selectable<ProfileSchema['hub_changed']>
export type BaseRow = Selectable<ProfileSchema['hub_base']>
export type WishRow = Selectable<ProfileSchema['wish']>
export type SharesRow = Selectable<ProfileSchema['hub_shares']>

const sharesQuery = prepare(() => profile.selectFrom('hub_shares').selectAll())
/** undefined: no hub owns this till's catalogue. */
export const hubShares = (db: Reader): SharesRow | undefined => db.first(sharesQuery({}))

/**
 * From now on a hub owns items, customers, people and settings. What is here already is told to it in steps
 * ({@link noteJoining}). `branch`: of the taxpayer and its branch.
 */
export const beginShares = (db: Db, branch: string): void => {
  db.run(profile.insertInto('hub_shares').values({ id: 1, branch, item_after: 0, customer_after: 0 }))
}

/** The till works alone again. It keeps what it has, also the uids. */
export const endShares = (db: Db): void =>
  db.transaction(() => {
    for (const table of [
      'hub_shares',
      'hub_changed',
      'hub_base',
      'wish',
      'hub_level',
      'hub_count',
      'hub_till',
      'hub_parked',
      'hub_account',
    ] as const)
      db.run(profile.deleteFrom(table))
  })

export const updateShares = (db: Db, change: Partial<Omit<SharesRow, 'id' | 'applying'>>): void => {
  db.run(profile.updateTable('hub_shares').set(change))
}

const setApplying = prepare((p: { applying: 0 | 1 }) =>
  profile.updateTable('hub_shares').set({ applying: p.applying }),
)
/** Runs a transaction whose changes are the hub's, so no wish comes of them. */
export const applyingNews = <T>(db: Db, body: () => T): T =>
  db.transaction(() => {
    db.run(setApplying({ applying: 1 }))
    const result = body()
    db.run(setApplying({ applying: 0 }))
    return result
  })

const changedQuery = prepare((p: { limit: number }) =>
  profile.selectFrom('hub_changed').selectAll().limit(p.limit),
)
export const changedHere = (db: Db, limit: number): ChangedRow[] => db.all(changedQuery({ limit }))

const isChangedQuery = prepare((p: { kind: SharedKind; key: string }) =>
  profile.selectFrom('hub_changed').selectAll().where('kind', '=', p.kind).where('key', '=', p.key),
)
/** undefined: the hub was told of each change of this row. */
export const changeOf = (db: Db, kind: SharedKind, key: string): ChangedRow | undefined =>
  db.first(isChangedQuery({ kind, key }))

const noteQuery = prepare((p: ChangedRow) =>
  profile
    .insertInto('hub_changed')
    .values({ kind: p.kind, key: p.key, who: p.who, why: p.why })
    .onConflict((conflict) => conflict.doNothing()),
)
export const noteChanged = (db: Db, row: ChangedRow): void => {
  db.run(noteQuery(row))
}

const forgetQuery = prepare((p: { kind: SharedKind; key: string }) =>
  profile.deleteFrom('hub_changed').where('kind', '=', p.kind).where('key', '=', p.key),
)
export const forgetChanged = (db: Db, kind: SharedKind, key: string): void => {
  db.run(forgetQuery({ kind, key }))
}

/** Notes all stored settings of a kind that the hub owns, `names` among them, and the looks of categories. */
const noteSettings = (db: Db, names: readonly string[]): void => {
  const stored = db.column<string>(profile.selectFrom('setting').select('name').where('name', 'in', names))
  const classes = db.column<string>(profile.selectFrom('category_class').select('category'))
  const colours = db.column<string>(profile.selectFrom('category_colour').select('category'))
  const keys = [
    ...stored,
    ...classes.map((category) => `category_class:${category}`),
    ...colours.map((category) => `category_colour:${category}`),
  ]
  for (const key of keys) noteChanged(db, { kind: 'setting', key, who: null, why: 'joining' })
}

const joining = {
  item: (after: number, limit: number) =>
    profile.selectFrom('item').select('id').where('id', '>', after).orderBy('id').limit(limit),
  customer: (after: number, limit: number) =>
    profile.selectFrom('customer').select('id').where('id', '>', after).orderBy('id').limit(limit),
} as const

/** Notes the next rows of before the pairing. Returns false once all are noted. */
export const noteJoining = (db: Db, settings: readonly string[], limit: number): boolean => {
  const shares = hubShares(db)
  if (!shares) return false
  for (const kind of ['item', 'customer'] as const) {
    const after = shares[`${kind}_after`]
    if (after === null) continue
    const ids = db.column<number>(joining[kind](after, limit))
    for (const id of ids) noteChanged(db, { kind, key: String(id), who: null, why: 'joining' })
    updateShares(db, { [`${kind}_after`]: ids.length < limit ? null : (ids.at(-1) ?? null) })
    return true
  }
  if (shares.settings_told) return false
  // The hub resolves the items that a page of the sell screen names as it takes the page.
  noteSettings(db, settings)
  updateShares(db, { settings_told: 1 })
  return true
}

/** True if {@link noteJoining} has not come to this row of before the pairing. */
export const isToNote = (db: Db, kind: SharedKind, key: string): boolean => {
  const after = kind === 'item' || kind === 'customer' ? (hubShares(db)?.[`${kind}_after`] ?? null) : null
  return after !== null && Number(key) > after
}

const joiningRow = prepare(() =>
  profile
    .selectFrom('hub_changed')
    .select('key')
    .where('kind', '=', sql.lit('item'))
    .where('why', '=', sql.lit('joining'))
    .limit(sql.lit(1)),
)
/** True if an item of before the pairing has no wish yet. */
export const isJoinPending = (db: Reader): boolean => {
  const after = hubShares(db)?.item_after
  return after !== undefined && (after !== null || db.first(joiningRow({})) !== undefined)
}

const baseQuery = prepare((p: { uid: string }) =>
  profile.selectFrom('hub_base').selectAll().where('uid', '=', p.uid),
)
/** What the hub told last of this thing; undefined: nothing. */
export const baseOf = (db: Db, uid: string): BaseRow | undefined => db.first(baseQuery({ uid }))

/** What the hub told last of each thing of a kind. */
export const basesOf = (db: Db, kind: SharedKind): BaseRow[] =>
  db.all(profile.selectFrom('hub_base').selectAll().where('kind', '=', kind))

const putBaseQuery = prepare((p: BaseRow) => {
  const told = { versions: p.versions, body: p.body, whole: p.whole, reading: p.reading }
  return profile
    .insertInto('hub_base')
    .values({ uid: p.uid, kind: p.kind, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
})
export const putBase = (db: Db, row: BaseRow): void => {
  db.run(putBaseQuery(row))
}

const inPartQuery = prepare((p: { limit: number }) =>
  profile.selectFrom('hub_base').selectAll().where('whole', '=', sql.lit(0)).limit(p.limit),
)
/** Things that name others which were not here when they came. */
export const toldInPart = (db: Db, limit: number): BaseRow[] => db.all(inPartQuery({ limit }))

export const isAnyInPart = (db: Db): boolean => toldInPart(db, 1).length > 0

/** What the hub told in an earlier reading and not in this one. */
export const untoldIn = (db: Db, reading: number, limit: number): BaseRow[] =>
  db.all(profile.selectFrom('hub_base').selectAll().where('reading', '<', reading).limit(limit))

const openQuery = prepare((p: { uid: string }) =>
  profile
    .selectFrom('wish')
    .innerJoin('audit', 'audit.seq', 'wish.seq')
    .select(['wish.uid', 'audit.content'])
    .where('wish.of_uid', '=', p.uid)
    .where('wish.outcome', 'is', null)
    .orderBy('wish.seq'),
)
export const isAnyUntold = (db: Db): boolean => untoldIn(db, hubShares(db)?.reading ?? 0, 1).length > 0

/** The wishes about a thing that the hub has not answered, the oldest first. `content`: JSON of the wish. */
export const openWishes = (db: Db, ofUid: string): { uid: string; content: string }[] =>
  db.all(openQuery({ uid: ofUid }))

const wishQuery = prepare((p: { uid: string }) =>
  profile.selectFrom('wish').selectAll().where('uid', '=', p.uid),
)
export const wishByUid = (db: Db, uid: string): WishRow | undefined => db.first(wishQuery({ uid }))

const insertQuery = prepare((p: Insertable<ProfileSchema['wish']>) =>
  profile
    .insertInto('wish')
    .values({ uid: p.uid, kind: p.kind, of_uid: p.of_uid, seq: p.seq, joins: p.joins }),
)
export interface NewWish extends Pick<WishRow, 'uid' | 'kind' | 'of_uid' | 'joins'> {
  /** Its readable name. */
  subject: string
  who: string
  at: number
  /** JSON of the wish. */
  content: string
}
/** Adds a wish and its audit row, which is how the hub gets it. Call it inside a transaction. */
export const insertWish = (db: Db, { subject, who, at, content, ...row }: NewWish): void => {
  audit(db, { at, kind: 'wish', subject, row_id: null, who, content })
  const seq = auditHead(db)?.seq ?? 0
  db.run(insertQuery({ ...row, seq }))
}

const contentQuery = prepare((p: { seq: number }) =>
  profile.selectFrom('audit').select('content').where('seq', '=', p.seq),
)
/** JSON of a wish, from its row of the trail. */
export const wishContent = (db: Db, seq: number): string | undefined =>
  db.first(contentQuery({ seq }))?.content

/** Milliseconds. So long a wish stays that was not simply applied, for who looks for it. */
const endedKeptMs = 30 * 86_400_000
/** The hub answered a wish. */
export const endWish = (
  db: Db,
  uid: string,
  outcome: 'applied' | 'offered' | 'refused',
  { answer, at }: { answer: string; at: number },
): void => {
  if (outcome === 'applied') db.run(profile.deleteFrom('wish').where('uid', '=', uid))
  else db.run(profile.updateTable('wish').set({ outcome, answer, ended_at: at }).where('uid', '=', uid))
  db.run(profile.deleteFrom('wish').where('ended_at', '<', at - endedKeptMs))
}

const joiningWish = prepare((p: { uid: string }) =>
  profile
    .selectFrom('wish')
    .select('uid')
    .where('of_uid', '=', p.uid)
    .where('joins', '=', sql.lit(1))
    .where('outcome', 'is', null)
    .limit(sql.lit(1)),
)
/** True if this row is from before the pairing, and the hub has not said yet what it is there. */
export const isJoining = (
  db: Db,
  kind: 'item' | 'customer',
  { id, uid }: { id: number; uid: string },
): boolean => {
  if (baseOf(db, uid)) return false
  const after = hubShares(db)?.[`${kind}_after`] ?? null
  if (after !== null && id > after) return true
  if (changeOf(db, kind, String(id))?.why === 'joining') return true
  return db.first(joiningWish({ uid })) !== undefined
}

/** A thing turned out to be one that the hub has already, under another uid. */
export const moveWishes = (db: Db, from: string, to: string): void => {
  db.run(profile.updateTable('wish').set({ of_uid: to }).where('of_uid', '=', from))
}
