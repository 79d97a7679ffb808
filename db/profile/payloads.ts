/** Integrity and compression of payloads. A byte that changed on disk must not reach the authority. */
import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { ProfileSchema } from './schema.ts'

/** Returns the first 128 bits of the SHA-256 of texts, numbers and nulls as JSON, base64url. */
export const shortDigest = (values: (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22)

type Digested = Pick<
  Selectable<ProfileSchema['submission']>,
  | 'kind'
  | 'payload'
  | 'item_id'
  | 'invoice_id'
  | 'stock_record_id'
  | 'customer_pin'
  | 'purchase_id'
  | 'insurance_code'
  | 'customs_entry_id'
>

/** The digest of a submission's payload and references. The reference to an entry of customs came later than stored digests. */
export const payloadDigest = (row: Digested): string =>
  shortDigest([
    row.kind,
    row.item_id,
    row.invoice_id,
    row.stock_record_id,
    row.customer_pin,
    row.purchase_id,
    row.insurance_code,
    ...(row.customs_entry_id === null ? [] : [row.customs_entry_id]),
    row.payload,
  ])

/** A row that an earlier version settled has no digest. */
export const isIntact = (row: Digested & { digest: string | null }): boolean =>
  row.digest === null || row.digest === payloadDigest(row)

// --- compressed -------------------------------------------------------------------------------------------------------

/**
 * A dictionary of common payload parts, so that a short payload compresses as well as a long one. It is part of the
 * stored format: after a change, nothing that was compressed with it can be read.
 */
const common = Buffer.from(
  '{"type":"11","partnerPin":null,"partnerName":null,"partnerBranch":null,"originalNumber":0,"occurredOn":"2026","remark":null,' +
    '{"kind":"creditNote","originalId":null,"refundReason":null,{"kind":"sale","traderNumber":"T1-1","originalId":null,' +
    '"buyerPin":null,"buyerName":null,"refundReason":null,"paymentMethod":"cash","paymentMethod":"mobileMoney",' +
    '"confirmedAt":"2026","saleDate":"2026","remark":null,"rates":{"A":0,"B":16,"C":0,"D":0,"E":8},' +
    '"author":{"id":"","name":""},"lines":[{"itemId":1,"itemClass":"5059690800","itemName":"","barcode":null,' +
    '"packageUnit":"NT","packageQuantity":100,"quantityUnit":"U","quantity":100,"unitPrice":10000,"supply":10000,' +
    '"discountRate":0,"discount":0,"taxType":"A","taxType":"B","taxable":8621,"tax":1379,"total":10000},{"itemId":2,"itemClass":',
)

/**
 * The part of a payload that SQL queries (`invoices.ts`): the buyer as sent to the authority. It comes before the
 * lines, which are not parsed: that takes a third of the time in which they are compressed.
 */
const stubOf = ({ kind, payload }: Pick<Digested, 'kind' | 'payload'>): string => {
  if (kind !== 'sale' && kind !== 'creditNote') return '{}'
  const { buyerPin, buyerName } = JSON.parse(`${payload.slice(0, payload.indexOf(beforeLines))}}`) as Record<
    string,
    unknown
  >
  return JSON.stringify({ buyerPin, buyerName })
}
/** No text within the JSON contains it: quotation marks are escaped there. */
const beforeLines = ',"lines":['

/**
 * Node makes its memory anew for each payload: its usual sizes take longer than the compression of a short one. The
 * dictionary and most payloads fit into these. A reader needs neither size. Level 3 takes 60 % of the time of the
 * usual 6 and 107 % of its bytes.
 */
const short = { dictionary: common, level: 3, windowBits: 13, memLevel: 6, chunkSize: 2048 } as const

/** Returns a compressed payload, and the part that SQL still reads. */
export const pack = (row: Pick<Digested, 'kind' | 'payload'>): { payload: string; packed: Buffer } => ({
  payload: stubOf(row),
  packed: deflateRawSync(row.payload, short),
})

/** SQL reads the lines of a purchase until it is settled. The other kinds are short. */
const kindsPackedAtOnce: ReadonlySet<Digested['kind']> = new Set(['sale', 'creditNote', 'stockRecord'])

/**
 * Returns a new row's payload, compressed at once if possible: a row that shrinks later leaves its pages half empty,
 * and the file would not get smaller.
 */
export const packNew = (
  row: Pick<Digested, 'kind' | 'payload'>,
): { payload: string; packed: Buffer | null } =>
  kindsPackedAtOnce.has(row.kind) ? pack(row) : { payload: row.payload, packed: null }

/** Returns a row with its original payload. A damaged one stays unreadable; its digest shows that. */
export const whole = <R extends { payload: string; packed: Uint8Array | null } | undefined>(row: R): R => {
  if (!row?.packed) return row
  try {
    return { ...row, payload: inflateRawSync(row.packed, { dictionary: common }).toString() }
  } catch {
    return row
  }
}
