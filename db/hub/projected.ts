/** What the hub makes of facts: sales with their parts, sums per day, stock levels and shifts. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { HubTx } from './postgres.ts'
import { insertRows, rowsAs } from './rows.ts'
import type { HubSchema } from './schema.ts'

type New<T extends keyof HubSchema> = Omit<Insertable<HubSchema[T]>, 'changed'>
export type NewInvoice = Omit<
  New<'invoice'>,
  'state' | 'authority_number' | 'change' | 'taxes' | 'signature' | 'signed'
> &
  Pick<Selectable<HubSchema['invoice']>, 'change' | 'taxes'>
export type NewLine = New<'invoice_line'>
export type NewTender = New<'tender'>
export type DaySum = New<'day_till'>
/** `heard`: by the till's uid, its last fact that moved the item. */
export type Moved = { item: string; on_hand: number; heard: Record<string, number> }

const invoiceColumns = [
  ...['branch', 'origin', 'id', 'seq', 'day', 'kind', 'number', 'trader_number', 'source', 'original_id'],
  ...['reason', 'sold_at', 'author_id', 'author_name', 'buyer_pin', 'buyer_name', 'method', 'total'],
  ...['taxable', 'tax', 'discount', 'shift_id', 'change', 'taxes', 'state'],
] as unknown as (keyof NewInvoice)[]
const lineColumns = [
  ...['branch', 'day', 'origin', 'invoice_id', 'position', 'item', 'code', 'name', 'quantity', 'unit_price'],
  ...['discount', 'total', 'taxable', 'tax', 'tax_type'],
] as unknown as (keyof NewLine)[]
const tenderColumns = [
  ...['branch', 'day', 'origin', 'invoice_id', 'position', 'method', 'amount', 'reference', 'tender_id'],
  'tender_name',
] as unknown as (keyof NewTender)[]
const sumColumns = [
  ...['day', 'branch', 'origin', 'kind', 'method', 'documents', 'total', 'taxable', 'tax'],
] as unknown as (keyof DaySum)[]

export interface Documents {
  invoices: NewInvoice[]
  lines: NewLine[]
  tenders: NewTender[]
  /** One per day, kind and method. */
  sums: DaySum[]
}

export const insertDocuments = async (tx: HubTx, documents: Documents): Promise<void> => {
  await insertRows(
    tx,
    'invoice',
    invoiceColumns,
    documents.invoices.map((row) => ({ ...row, state: 'waiting' })),
  )
  await insertRows(tx, 'invoice_line', lineColumns, documents.lines)
  await insertRows(tx, 'tender', tenderColumns, documents.tenders)
  await insertRows(
    tx,
    'day_till',
    sumColumns,
    documents.sums,
    sql`on conflict (day, branch, origin, kind, method) do update set
      documents = day_till.documents + excluded.documents, total = day_till.total + excluded.total,
      taxable = day_till.taxable + excluded.taxable, tax = day_till.tax + excluded.tax`,
  )
}

/**
 * Moves stock. `moved` has each item once, in the order of their uids: two tills that wait for each other's items would
 * wait for ever.
 */
export const moveLevels = (tx: HubTx, branch: number, moved: readonly Moved[]): Promise<void> =>
  insertRows(
    tx,
    'stock_level',
    ['branch', 'item', 'on_hand', 'heard'],
    moved.map((row) => ({ ...row, branch })),
    // A fact may be made after later ones of its till.
    sql`on conflict (branch, item) do update set on_hand = stock_level.on_hand + excluded.on_hand,
      heard = stock_level.heard || (select jsonb_object_agg(key, greatest(value::bigint, (stock_level.heard ->> key)::bigint))
        from jsonb_each_text(excluded.heard))`,
  )

export type NewCounted = New<'counted'>

/** Keeps the last count of each item. `counts` has each item once, in the order of their uids. */
export const keepCounts = (tx: HubTx, counts: readonly NewCounted[]): Promise<void> =>
  insertRows(
    tx,
    'counted',
    ['branch', 'item', 'origin', 'seq', 'at', 'heard'],
    counts,
    sql`on conflict (branch, item) do update set origin = excluded.origin, seq = excluded.seq,
      at = excluded.at, heard = excluded.heard
      where (counted.at, counted.origin, counted.seq) < (excluded.at, excluded.origin, excluded.seq)`,
  )

/** Returns which of these items were counted by a till that knew the till's facts up to this one or further. */
export const countedSince = async (
  tx: HubTx,
  { uid, branch }: { uid: string; branch: number },
  seq: number,
  items: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('counted')
    .select('item')
    .where('branch', '=', branch)
    .where('item', '=', sql<string>`any(${items}::uuid[])`)
    .where(sql<boolean>`(heard ->> ${uid}::text)::bigint >= ${seq}`)
    .execute()
  return new Set(rows.map(({ item }) => item))
}

/** What a till says of its documents at the authority. A till that does not sign itself says nothing. */
export interface Told {
  id: number
  state: 'accepted' | 'refused' | 'withdrawn' | 'waiting'
  authority_number: number | null
  signature: string | null
  /** JSON: the till's row of the signature. */
  signed: string | null
}

/** `told` has each document once. */
export const tellStates = async (
  tx: HubTx,
  { branch, origin }: { branch: number; origin: number },
  told: readonly Told[],
): Promise<void> => {
  if (told.length === 0) return
  await sql`update invoice set state = told.state,
      authority_number = coalesce(told.authority_number, invoice.authority_number),
      signature = coalesce(told.signature, invoice.signature), signed = coalesce(told.signed, invoice.signed)
    from ${rowsAs('invoice', told)} told
    where invoice.branch = ${branch} and invoice.origin = ${origin} and invoice.id = told.id`.execute(tx)
}

/** Replaces the payments of a document. `change`: cents; absent: as before. */
export const replaceTenders = async (
  tx: HubTx,
  of: { branch: number; origin: number; number: string },
  tenders: readonly Pick<NewTender, 'method' | 'amount' | 'reference' | 'tender_id' | 'tender_name'>[],
  change?: number,
): Promise<void> => {
  const invoice = await tx
    .selectFrom('invoice')
    .select(['id', 'day'])
    .where('branch', '=', of.branch)
    .where('origin', '=', of.origin)
    .where('number', '=', of.number)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!invoice) throw new Error(`The hub has no document ${of.number} of this till`)
  const key = { branch: of.branch, day: invoice.day, origin: of.origin, invoice_id: invoice.id }
  await tx
    .deleteFrom('tender')
    .where('branch', '=', key.branch)
    .where('day', '=', key.day)
    .where('origin', '=', key.origin)
    .where('invoice_id', '=', key.invoice_id)
    .execute()
  if (change !== undefined)
    await tx
      .updateTable('invoice')
      .set({ change })
      .where('branch', '=', of.branch)
      .where('origin', '=', of.origin)
      .where('id', '=', invoice.id)
      .execute()
  await insertRows(
    tx,
    'tender',
    tenderColumns,
    tenders.map((tender, index) => ({ ...tender, ...key, position: index + 1 })),
  )
}

export type ShiftPart = Partial<Insertable<HubSchema['shift']>> & { id: number }
const shiftParts = [
  ...[
    'number',
    'opened_at',
    'opened_by',
    'float',
    'closed_at',
    'closed_by',
    'expected',
    'counted',
    'figures',
  ],
  ...['reviewed_at', 'reviewed_by'],
] as const

/** Adds what facts say of shifts. `parts` has each shift once. */
export const putShifts = (
  tx: HubTx,
  key: { branch: number; origin: number },
  parts: readonly ShiftPart[],
): Promise<void> =>
  insertRows(
    tx,
    'shift',
    ['branch', 'origin', 'id', ...shiftParts] as (keyof (ShiftPart & typeof key))[],
    parts.map((part) => ({ ...part, ...key })),
    sql`on conflict (branch, origin, id) do update set ${sql.join(
      shiftParts.map(
        (name) => sql`${sql.ref(name)} = coalesce(excluded.${sql.ref(name)}, ${sql.ref(`shift.${name}`)})`,
      ),
    )}`,
  )

export type CashMove = New<'cash_move'>

/** The same move again changes nothing. */
export const insertCashMoves = (tx: HubTx, moves: readonly CashMove[]): Promise<void> =>
  insertRows(
    tx,
    'cash_move',
    ['branch', 'origin', 'kind', 'id', 'day', 'method', 'tender_name', 'amount'],
    moves,
    sql`on conflict do nothing`,
  )
