/** What a till hands to the signer of its branch, and when it may. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit, auditHead, till } from './audit.ts'
import { lastRecordUpTo } from './hubLevels.ts'
import { type HubLinkRow, hubLinkRow, updateHubLink } from './hubLink.ts'
import { nextNumber } from './lanes.ts'
import { mayOweRefused } from './owed.ts'
import { device } from './reference.ts'
import { profile, type SubmissionKind, type SubmissionState } from './schema.ts'
import { hubShares, isAnyUntold } from './shared.ts'

const wishQuery = prepare(() =>
  profile
    .selectFrom('wish')
    .select('uid')
    .where('kind', '=', sql.lit('item'))
    .where('outcome', 'is', null)
    .limit(sql.lit(1)),
)
const changedQuery = prepare(() =>
  profile.selectFrom('hub_changed').select('key').where('kind', '=', sql.lit('item')).limit(sql.lit(1)),
)

/** What the trail can leave to the signer later (`owed.ts`), unless the authority may have it. */
const laterKinds = (['item', 'customer', 'purchase', 'insurance', 'customsEntry'] as const).map((kind) =>
  sql.lit<SubmissionKind>(kind),
)
const openStates = (['queued', 'sending', 'unknown'] as const).map((state) => sql.lit<SubmissionState>(state))
/** The later kinds are facts of their own once they are owed. */
const documentKinds = (['sale', 'creditNote', 'stockRecord'] as const).map((kind) =>
  sql.lit<SubmissionKind>(kind),
)
const openRows = profile
  .selectFrom('submission')
  .select('id')
  .where('state', 'in', openStates)
  .where(({ or, eb }) =>
    or([
      eb('kind', 'not in', laterKinds),
      eb('state', '=', sql.lit<SubmissionState>('unknown')),
      eb('may_have_arrived', '=', sql.lit(1)),
    ]),
  )
const openQuery = prepare(() => openRows.limit(sql.lit(1)))
const triedQuery = prepare(() => openRows.where('last_tried_at', 'is not', null).limit(sql.lit(1)))
const endedAfterOpen = prepare(() =>
  profile
    .selectFrom('submission')
    .select('id')
    .where('kind', 'in', documentKinds)
    .where('state', 'not in', openStates)
    .where('id', '>', ({ selectFrom }) =>
      selectFrom('submission')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('kind', 'in', documentKinds)
        .where('state', 'in', openStates),
    )
    .limit(sql.lit(1)),
)
/**
 * True if the till has no device, and documents that it never tried to send. Its first one came after all that ended, so
 * the signer can owe all of them.
 */
const hasUntried = (db: Db): boolean =>
  device(db) === undefined && ![triedQuery, endedAfterOpen].some((query) => db.first(query({})))

/** True if the hub knows every item of this till: it told them since it is the hub, or answered that it was told. */
export const areItemsTold = (db: Db): boolean =>
  hubShares(db)?.item_after === null &&
  ![wishQuery, changedQuery].some((query) => db.first(query({}))) &&
  !isAnyUntold(db)

const owesNone = (db: Db): boolean => !db.first(openQuery({}))

/** True if the hub knows every item of this till, and no document is owed to the authority, or the signer can owe all. */
export const mayLeaveQueue = (db: Db): boolean => areItemsTold(db) && (owesNone(db) || hasUntried(db))

const endedBy = (column: 'invoice_id' | 'stock_record_id' | 'id') =>
  profile
    .selectFrom('submission')
    .select('submission.id')
    .where('submission.state', 'not in', openStates)
    .where(sql<boolean>`submission.${sql.ref(column)} = audit.row_id`)
// Newest first: it ends with the last document that ended. Each part finds its submission by an index.
const lastEnded = prepare(() =>
  profile
    .selectFrom('audit')
    .select('seq')
    .where(({ or, and, eb, exists }) =>
      or([
        and([
          eb('audit.kind', 'in', [sql.lit<'sale'>('sale'), sql.lit<'creditNote'>('creditNote')]),
          exists(endedBy('invoice_id')),
        ]),
        and([eb('audit.kind', '=', sql.lit('stockRecord')), exists(endedBy('stock_record_id'))]),
        and([eb('audit.kind', '=', sql.lit('owed')), exists(endedBy('id'))]),
      ]),
    )
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)

/**
 * Closes the till's own queue for good, unless a document is owed that the signer cannot owe. Call it while nothing is sent.
 * What the trail says after this row is the signer's, and documents before it that were never tried. `serial`: of the till's
 * own device; undefined: it has none. Returns false if the queue stays open.
 */
export const closeQueue = (db: Db, serial: string | undefined, at: number): boolean =>
  db.transaction(() => {
    const link = hubLinkRow(db)
    if (!link || link.closed_at_seq !== null || !mayLeaveQueue(db)) return false
    const content = JSON.stringify({ act: 'handedOver', hub: link.hub })
    const last = owesNone(db) ? null : (db.first(lastEnded({}))?.seq ?? 0)
    audit(db, { at, kind: 'device', subject: serial ?? link.name, row_id: null, who: till, content })
    mayOweRefused(db)
    // What the hub tells later raises the counter, too.
    const closed_sales = serial === undefined ? null : nextNumber(db, 'authority.sales')
    updateHubLink(db, { closed_at_seq: last ?? auditHead(db)?.seq ?? 0, closed_sales })
    return true
  })

const closingQuery = prepare((p: { from: number }) =>
  profile
    .selectFrom('audit')
    .select('seq')
    .where('seq', '>=', p.from)
    .where('kind', '=', sql.lit('device'))
    .where('content', 'like', sql.lit('%"handedOver"%'))
    .orderBy('seq')
    .limit(sql.lit(1)),
)
/** Returns the row of the trail of {@link closeQueue}. `since`: as that one noted it. */
export const closedBy = (db: Db, since: number): number | undefined =>
  db.first(closingQuery({ from: since }))?.seq

const pageQuery = prepare((p: { after: string; limit: number; branch: 0 | 1 }) =>
  profile
    .selectFrom('item')
    .leftJoin('hub_level', 'hub_level.uid', 'item.uid')
    .select([
      sql<string>`item.uid`.as('uid'),
      sql<string>`iif(${p.branch}, coalesce(hub_level.code_before, hub_level.authority_code, item.authority_code),
        item.authority_code)`.as('code'),
      sql<number>`iif(${p.branch}, coalesce(hub_level.authority_before, hub_level.authority_on_hand, item.authority_on_hand),
        item.authority_on_hand)`.as('onHand'),
      sql<string | null>`iif(${p.branch}, iif(hub_level.code_before is null, hub_level.contained,
        hub_level.contained_before), null)`.as('contained'),
      sql<0 | 1>`${p.branch} and hub_level.uid is not null
        and coalesce(hub_level.code_before, hub_level.authority_code) is null`.as('isUntold'),
    ])
    .where('item.uid', '>', p.after)
    .where(
      sql<boolean>`((item.registration = 'registered' and item.authority_code is not null)
        or (${p.branch} and coalesce(hub_level.code_before, hub_level.authority_code) is not null))`,
    )
    .orderBy('item.uid')
    .limit(p.limit),
)
/**
 * Returns registered items after a uid, with what the authority has of them, hundredths: as this till counted, or
 * (`ofBranch`) as the hub told it for all tills, with the stock records that this contains. `isUntold`: it told none.
 */
export const registeredItems = (db: Db, after: string | null, limit: number, ofBranch: boolean) =>
  db
    .all(pageQuery({ after: after ?? '', limit, branch: ofBranch ? 1 : 0 }))
    .map(({ contained, isUntold, ...item }) => ({
      ...item,
      isUntold: isUntold === 1,
      ...(contained !== null && { contained: JSON.parse(contained) as object }),
    }))

/** Returns the numbers at the authority that this till would use next, by their series. */
export const authorityCounters = (db: Db): Record<string, number> =>
  Object.fromEntries(
    db
      .all(
        profile
          .selectFrom('counter')
          .selectAll()
          .where(sql<boolean>`name = 'item' or name like 'authority.%'`),
      )
      .map(({ name, next }) => [name, next]),
  )

/**
 * Returns the same for the signer. Of sales it is the number at which the till closed its queue: a signer that took over
 * asks the authority about each one from there on, and the till may have heard of a later one only.
 */
export const countersAtClose = (
  db: Db,
  { closed_sales }: Pick<HubLinkRow, 'closed_sales'>,
): Record<string, number> => {
  const { 'authority.sales': _, ...others } = authorityCounters(db)
  return closed_sales === null ? others : { ...others, 'authority.sales': closed_sales }
}

/** The till leaves its hub: it signs itself what its trail says from now on. Returns false if it leaves already. */
export const beginLeaving = (db: Db, at: number, who: string): boolean =>
  db.transaction(() => {
    const link = hubLinkRow(db)
    if (!link || link.leaves_at_seq !== null) return false
    const content = JSON.stringify({ act: 'takenBack', hub: link.hub })
    audit(db, { at, kind: 'device', subject: link.name, row_id: null, who, content })
    updateHubLink(db, { leaves_at_seq: auditHead(db)?.seq ?? 0 })
    return true
  })

const lastInvoiceQuery = prepare((p: { seq: number }) =>
  profile
    .selectFrom('audit')
    .select('row_id')
    .where('kind', 'in', [sql.lit<'sale'>('sale'), sql.lit<'creditNote'>('creditNote')])
    .where('seq', '<=', p.seq)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)
const unendedQuery = prepare((p: { invoice: number; record: number; upTo: number }) =>
  profile
    .selectFrom('submission')
    .select('submission.id')
    .where('state', 'in', openStates)
    .where(({ or, eb, exists }) =>
      or([
        eb('invoice_id', '<=', p.invoice),
        eb('stock_record_id', '<=', p.record),
        exists(
          profile
            .selectFrom('owed')
            .select('seq')
            .where('seq', '>', 0)
            .where('seq', '<=', p.upTo)
            .where(sql<boolean>`owed.submission_id = submission.id`),
        ),
      ]),
    )
    .limit(sql.lit(1)),
)
/** True if the end of a document that the signer was left is not known here yet. */
export const awaitsSigner = (db: Db, upTo: number): boolean => {
  // Documents have their ids in the order of the trail.
  const [invoice, record] = [db.first(lastInvoiceQuery({ seq: upTo }))?.row_id ?? 0, lastRecordUpTo(db, upTo)]
  return db.first(unendedQuery({ invoice, record, upTo })) !== undefined
}

/**
 * Takes over what the signer had registered. The same again changes nothing. Another item may have got one of the codes
 * here, before the signer gave it to this one.
 */
export const takeRegistered = (
  db: Db,
  items: readonly { uid: string; code: string; onHand: number }[],
): void =>
  db.transaction(() => {
    for (const { uid, code } of items)
      db.run(
        profile
          .updateTable('item')
          .set({ authority_code: null })
          .where('authority_code', '=', code)
          .where('uid', '<>', uid),
      )
    for (const { uid, code, onHand } of items)
      db.run(
        profile
          .updateTable('item')
          .set({ authority_code: code, registration: 'registered', authority_on_hand: onHand })
          .where('uid', '=', uid),
      )
  })
