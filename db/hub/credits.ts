/** Sales of a branch with what was credited of them, and who credits what. */
import { sql } from 'kysely'
import { type Asking, type Mark, type Told, told } from './feed.ts'
import type { Inherited } from './origins.ts'
import type { HubTx } from './postgres.ts'
import type { HubSchema } from './schema.ts'

export type Credit = Omit<HubSchema['credit'], 'changed'>

/** A sale by the till that made it. */
export interface SaleOf {
  /** The till's uid. */
  till: string
  id: number
}

export interface SaleRow extends SaleOf {
  origin: number
  tillName: string
  seq: number
  day: string
  state: HubSchema['invoice']['state']['__select__']
  /** JSON; null: it is not signed, as far as the hub was told. */
  signed: string | null
}

const sales = (tx: HubTx, branch: number) =>
  tx
    .selectFrom('invoice')
    .innerJoin('origin', 'origin.id', 'invoice.origin')
    .select([
      ...(['origin.uid as till', 'invoice.id', 'invoice.origin', 'origin.name as tillName'] as const),
      ...(['invoice.seq', 'invoice.day', 'invoice.state', 'invoice.signed'] as const),
    ])
    .where('invoice.branch', '=', branch)
    .where('invoice.kind', '=', 'sale')

/** Returns the newest sales with that number or signature. A caller's number may be at several tills. */
export const salesFound = (
  tx: HubTx,
  branch: number,
  by: { number: string } | { signature: string },
  limit: number,
): Promise<SaleRow[]> => {
  const found =
    'number' in by
      ? sales(tx, branch).where('invoice.number', '=', by.number)
      : sales(tx, branch).where('invoice.signature', '=', by.signature)
  return found.orderBy('invoice.sold_at', 'desc').orderBy('invoice.origin').limit(limit).execute()
}

export const saleNamed = (tx: HubTx, branch: number, { till, id }: SaleOf): Promise<SaleRow | undefined> =>
  sales(tx, branch).where('origin.uid', '=', till).where('invoice.id', '=', id).executeTakeFirst()

/** The same. Until the transaction ends, no other till claims anything of it. */
export const lockSale = (tx: HubTx, branch: number, { till, id }: SaleOf): Promise<SaleRow | undefined> =>
  sales(tx, branch)
    .where('origin.uid', '=', till)
    .where('invoice.id', '=', id)
    .forUpdate('invoice')
    .executeTakeFirst()

const tenderJson = sql`json_build_object('method', tender.method, 'amount', tender.amount,
  'reference', tender.reference, 'tender_id', tender.tender_id, 'tender_name', tender.tender_name)`

export interface StoredTender {
  method: string
  amount: number
  reference: string | null
  tender_id: string | null
  tender_name: string | null
}

/** The payments of a sale that count. */
export const tendersOfSale = async (
  tx: HubTx,
  branch: number,
  { origin, day, id }: SaleRow,
): Promise<StoredTender[]> => {
  const { rows } = await sql<{ tender: StoredTender }>`select ${tenderJson} as tender from tender
    where branch = ${branch} and day = ${day} and origin = ${origin} and invoice_id = ${id}
    order by position`.execute(tx)
  return rows.map(({ tender }) => tender)
}

/** The rows of a sale, as its till sent them; undefined: the till lost them. */
export const factOfSale = (tx: HubTx, { origin, seq }: SaleRow) =>
  tx
    .selectFrom('fact')
    .select(['rows', 'uids'])
    .where('origin', '=', origin)
    .where('seq', '=', seq)
    .where('rows', 'is not', null)
    .executeTakeFirst()

export interface OwnNote {
  id: number
  number: string
  who: string
  at: number
  state: HubSchema['invoice']['state']['__select__']
  total: number
  lines: {
    position: number | null
    item: string | null
    quantity: number
    total: number
    taxable: number
  }[]
  tenders: StoredTender[]
}

/** The credit notes that the till of a sale made itself. */
export const ownNotes = async (tx: HubTx, branch: number, { origin, id }: SaleRow): Promise<OwnNote[]> => {
  const { rows } = await sql<OwnNote>`
    select note.id, note.number, note.author_name as who, note.sold_at as at, note.state, note.total,
      (select json_agg(json_build_object('position', case when note.source = 'till' then position end,
          'item', item, 'quantity', quantity, 'total', total, 'taxable', taxable) order by position)
        from invoice_line line where line.branch = note.branch and line.day = note.day
          and line.origin = note.origin and line.invoice_id = note.id) as lines,
      (select coalesce(json_agg(${tenderJson} order by position), '[]') from tender
        where tender.branch = note.branch and tender.day = note.day
          and tender.origin = note.origin and tender.invoice_id = note.id) as tenders
    from invoice note
    where note.branch = ${branch} and note.origin = ${origin} and note.original_id = ${id}
      and note.kind = 'creditNote' and note.id <> ${id}
    order by note.id`.execute(tx)
  return rows
}

export type CreditRow = Credit & { till: string; tillName: string }

/** What tills claimed or made of a sale. What a till claimed that was ended at the hub does not count. */
export const creditsOf = async (tx: HubTx, { origin, id }: SaleRow): Promise<CreditRow[]> =>
  tx
    .selectFrom('credit')
    .innerJoin('origin', 'origin.id', 'credit.holder')
    .selectAll('credit')
    .select(['origin.uid as till', 'origin.name as tillName'])
    .where('credit.sale_origin', '=', origin)
    .where('credit.sale_id', '=', id)
    .where('credit.state', '<>', 'dropped')
    .where(({ or, eb }) => or([eb('credit.state', '<>', 'claimed'), eb('origin.revoked_at', 'is', null)]))
    .orderBy('credit.at')
    .orderBy('credit.uid')
    .execute()

/** The facts of payments on account that may name this sale. */
export const paymentFacts = async (tx: HubTx, { origin, seq, id }: SaleRow): Promise<string[]> => {
  const { rows } = await sql<{ rows: string }>`select rows from fact
    where origin = ${origin} and seq > ${seq} and kind in ('accountPaid', 'paidBefore')
      and strpos(rows, ${`"invoice_id":${id}`}) > 0
    order by seq`.execute(tx)
  return rows.map((fact) => fact.rows)
}

/** Cents of a sale that were sold on a customer's account; undefined: none. */
export const soldOnAccount = async (tx: HubTx, { origin, id }: SaleRow): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('account_move')
    .select('change')
    .where('origin', '=', origin)
    .where('kind', '=', 'sale')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.change
}

export const creditByUid = (tx: HubTx, uid: string) =>
  tx.selectFrom('credit').select(['holder', 'state']).where('uid', '=', uid).executeTakeFirst()

export const insertClaim = async (tx: HubTx, claim: Omit<Credit, 'number' | 'note_id' | 'state'>) => {
  await tx
    .insertInto('credit')
    .values({ ...claim, number: null, note_id: null, state: 'claimed' })
    .execute()
}

const branchOrigin = (tx: HubTx, branch: number, uid: string) =>
  tx.selectFrom('origin').select('id').where('uid', '=', uid).where('branch', '=', branch)

/** Returns the name by which the hub has a sale: one that this till inherited is the earlier till's. */
export const asMade = async (
  tx: HubTx,
  { id: till, branch }: { id: number; branch: number },
  inherited: readonly Inherited[],
  sale: SaleOf,
): Promise<SaleOf> => {
  // The till's own numbers follow those that it inherited.
  const earlier = inherited.find(({ document }) => sale.id <= document)
  if (!earlier) return sale
  const named = await branchOrigin(tx, branch, sale.till).executeTakeFirst()
  return named?.id === till ? { till: earlier.uid, id: sale.id } : sale
}

/** The id of a till of the branch. Throws if there is none. */
export const originOf = async (tx: HubTx, branch: number, uid: string): Promise<number> => {
  const row = await branchOrigin(tx, branch, uid).executeTakeFirst()
  if (!row) throw new Error(`The branch has no till ${uid}`)
  return row.id
}

/** The credit note of a claim has come. The claim may be one that the hub lost. */
export const insertMade = async (tx: HubTx, made: Omit<Credit, 'state'>): Promise<void> => {
  const { branch, holder, number, note_id, less_owed, body, who, at } = made
  // Its fact may come together with later ones, which said already how it ended.
  const { state } = await tx
    .selectFrom('invoice')
    .select('state')
    .where('branch', '=', branch)
    .where('origin', '=', holder)
    .where('id', '=', note_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('credit')
    .values({ ...made, state })
    .onConflict((conflict) =>
      conflict
        .column('uid')
        .doUpdateSet({ number, note_id, less_owed, body, state, who, at })
        .where('credit.holder', '=', made.holder),
    )
    .execute()
}

/** No credit note comes of a claim, also if the claim itself comes later. */
export const insertDropped = async (tx: HubTx, dropped: Omit<Credit, 'state'>): Promise<void> => {
  await tx
    .insertInto('credit')
    .values({ ...dropped, state: 'dropped' })
    .onConflict((conflict) =>
      conflict
        .column('uid')
        .doUpdateSet({ state: 'dropped' })
        .where('credit.holder', '=', dropped.holder)
        .where('credit.state', '=', 'claimed'),
    )
    .execute()
}

/** Returns the sales of other tills that these credit notes of a till are of. */
export const salesOfNotes = async (
  tx: HubTx,
  holder: number,
  notes: readonly number[],
): Promise<{ sale_origin: number; sale_id: number }[]> =>
  tx
    .selectFrom('credit')
    .select(['sale_origin', 'sale_id'])
    .where('holder', '=', holder)
    .where('note_id', '=', sql<number>`any(${notes}::bigint[])`)
    .execute()

/**
 * What other tills credited of the reader's sales, and of those that it inherited. A credit note that it inherited is its own.
 * What tills only claimed is not told.
 */
export const creditsTold = (asking: Asking, after: Mark, limit: number) => {
  const { where, end } = told(asking, after, 'uid', limit)
  const { origin: own, inherited } = asking
  const ofSales = sql.join(
    [
      sql`sale_origin = ${own}`,
      ...inherited.map(({ origin, document }) => sql`(sale_origin = ${origin} and sale_id <= ${document})`),
    ],
    sql` or `,
  )
  const madeHere = sql.join(
    [
      sql`holder = ${own}`,
      ...inherited.map(({ origin, document }) => sql`(holder = ${origin} and note_id <= ${document})`),
    ],
    sql` or `,
  )
  return sql<Told<CreditRow>>`
    select uid as key, changed::text, uid, sale_id, who, at, number, body, state, less_owed,
      (select uid from origin where id = credit.holder) as till,
      (select name from origin where id = credit.holder) as "tillName"
    from credit where (${ofSales}) and not (${madeHere})
      and state not in ('claimed', 'dropped') and ${where} ${end}`
}
