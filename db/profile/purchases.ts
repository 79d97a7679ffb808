/** Supplier invoices, the meaning of their item codes, and the outcome of their confirmation. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { whole } from './payloads.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'
import { openStates, type Submission } from './submissions.ts'

export type PurchaseRow = Selectable<ProfileSchema['purchase']>

/** Supplier, branch and number of an invoice. */
interface PurchaseKey {
  supplier_pin: string
  supplier_branch: string
  number: string
}

const storeQuery = prepare((p: PurchaseKey & Pick<PurchaseRow, 'sold_on' | 'content' | 'changed_at'>) =>
  profile
    .insertInto('purchase')
    .values({
      supplier_pin: p.supplier_pin,
      supplier_branch: p.supplier_branch,
      number: p.number,
      sold_on: p.sold_on,
      content: p.content,
      changed_at: p.changed_at,
      body_hash: null,
      caller_body: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['number', 'supplier_pin', 'supplier_branch'])
        .doUpdateSet((set) => ({
          sold_on: set.ref('excluded.sold_on'),
          content: set.ref('excluded.content'),
          changed_at: set.ref('excluded.changed_at'),
        }))
        .where((where) => where('purchase.content', '<>', where.ref('excluded.content'))),
    ),
)
/** Stores the authority's invoice. An unchanged one is not touched. */
export const storePurchase = (db: Db, row: Parameters<typeof storeQuery>[0]): void => {
  db.run(storeQuery(row))
}

export const purchaseById = (db: Db, id: number): PurchaseRow | undefined =>
  db.first(profile.selectFrom('purchase').selectAll().where('id', '=', id))

/** Returns invoices with that number, of one supplier (and branch) or of all. */
export const purchasesNumbered = (
  db: Db,
  number: string,
  of: { supplierPin: string | undefined; supplierBranch: string | undefined },
): PurchaseRow[] => {
  let query = profile.selectFrom('purchase').selectAll().where('number', '=', number).orderBy('id')
  if (of.supplierPin !== undefined) query = query.where('supplier_pin', '=', of.supplierPin)
  if (of.supplierBranch !== undefined) query = query.where('supplier_branch', '=', of.supplierBranch)
  return db.all(query)
}

/** Remembers the body that asked for its confirmation. */
export const setPurchaseBody = (
  db: Db,
  id: number,
  body: { body_hash: string; caller_body: string },
): void => {
  db.run(profile.updateTable('purchase').set(body).where('id', '=', id))
}

const latestSubmission = prepare((p: { id: number }) =>
  profile.selectFrom('submission').selectAll().where('purchase_id', '=', p.id).orderBy('id', 'desc').limit(1),
)
/** Returns the newest confirmation of a purchase, in any state. */
export const submissionOfPurchase = (db: Db, purchaseId: number): Submission | undefined =>
  whole(db.first(latestSubmission({ id: purchaseId })))

/** The state of an invoice: not sent to the authority, pending, confirmed, or rejected. */
export type PurchaseState = 'open' | 'waiting' | 'confirmed' | 'refused'

const statesOf: Record<Exclude<PurchaseState, 'open'>, SubmissionState[]> = {
  waiting: ['queued', 'sending', 'unknown'],
  confirmed: ['accepted'],
  refused: ['refused'],
}
export const purchaseState = (submission: SubmissionState | null): PurchaseState =>
  (['waiting', 'confirmed', 'refused'] as const).find(
    (state) => submission !== null && statesOf[state].includes(submission),
  ) ?? 'open'

/** Returns a page of invoices in the order of their last change. */
export const listPurchases = (
  db: Db,
  query: {
    supplierPin: string | undefined
    number: string | undefined
    state: PurchaseState | undefined
    /** `YYYYMMDD`, both included. */
    from: string | undefined
    to: string | undefined
    since: number | undefined
    after: { at: number; id: number } | undefined
    limit: number
  },
) => {
  let rows = profile
    .selectFrom('purchase')
    .leftJoin('submission', (join) =>
      join.on((on) =>
        on(
          'submission.id',
          '=',
          on
            .selectFrom('submission as latest')
            .select((select) => select.fn.max('latest.id').as('id'))
            .whereRef('latest.purchase_id', '=', 'purchase.id'),
        ),
      ),
    )
    .selectAll('purchase')
    .select(['submission.state', 'submission.authority_number', 'submission.last_text'])
    .orderBy('purchase.changed_at')
    .orderBy('purchase.id')
    .limit(query.limit)
  const { after, since, state, from, to } = query
  if (query.supplierPin !== undefined) rows = rows.where('purchase.supplier_pin', '=', query.supplierPin)
  if (query.number !== undefined) rows = rows.where('purchase.number', '=', query.number)
  if (from !== undefined) rows = rows.where('purchase.sold_on', '>=', from)
  if (to !== undefined) rows = rows.where('purchase.sold_on', '<=', to)
  if (since !== undefined) rows = rows.where('purchase.changed_at', '>=', since)
  if (after)
    rows = rows.where((where) =>
      where(where.refTuple('purchase.changed_at', 'purchase.id'), '>', where.tuple(after.at, after.id)),
    )
  if (state === 'open')
    rows = rows.where((where) =>
      where.or([where('submission.state', 'is', null), where('submission.state', '=', 'withdrawn')]),
    )
  else if (state !== undefined) rows = rows.where('submission.state', 'in', statesOf[state])
  return db.all(rows)
}

/** Returns our item, and its code, for each of a supplier's codes. */
export const supplierItems = (db: Db, supplierPin: string) =>
  db.all(
    profile
      .selectFrom('supplier_item')
      .innerJoin('item', 'item.id', 'supplier_item.item_id')
      .select(['supplier_item.supplier_code', 'supplier_item.item_id', 'supplier_item.units', 'item.code'])
      .where('supplier_item.supplier_pin', '=', supplierPin),
  )

/** Stores the item of a supplier's code, replacing an earlier one. */
export const linkSupplierItem = (db: Db, link: ProfileSchema['supplier_item']): void => {
  const { supplier_pin: _, supplier_code: __, ...meaning } = link
  db.run(
    profile
      .insertInto('supplier_item')
      .values(link)
      .onConflict((conflict) => conflict.columns(['supplier_pin', 'supplier_code']).doUpdateSet(meaning)),
  )
}

/** Returns pending confirmations of purchases that contain one of these items. */
export const openPurchasesOf = (db: Db, itemIds: number[]): number[] =>
  db
    .all(
      profile
        .selectFrom('submission')
        .select('id')
        .where('state', 'in', openStates)
        .where('kind', '=', sql.lit('purchase'))
        .where(
          sql<boolean>`exists (select 1 from json_each(submission.payload, '$.lines') as line
            where json_extract(line.value, '$.itemId') in (select value from json_each(${JSON.stringify(itemIds)})))`,
        ),
    )
    .map(({ id }) => id)
