/** Is what a submission says still what was queued? A byte that changed on the disk must not reach the authority. */
import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AppSchema } from './schema.ts'

/** SHA-256 of texts, numbers and nulls as JSON: 128 bits of it, base64url. */
export const shortDigest = (values: (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22)

type Told = Pick<
  Selectable<AppSchema['submission']>,
  | 'kind'
  | 'payload'
  | 'item_id'
  | 'invoice_id'
  | 'stock_record_id'
  | 'customer_pin'
  | 'purchase_id'
  | 'insurance_code'
>

/** Of what a submission says, and about what. */
export const payloadDigest = (row: Told): string =>
  shortDigest([
    row.kind,
    row.item_id,
    row.invoice_id,
    row.stock_record_id,
    row.customer_pin,
    row.purchase_id,
    row.insurance_code,
    row.payload,
  ])

/** One that was settled by a version before has no digest. */
export const isIntact = (row: Told & { digest: string | null }): boolean =>
  row.digest === null || row.digest === payloadDigest(row)
